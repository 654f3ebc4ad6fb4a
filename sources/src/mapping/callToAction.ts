import type { OpenAdInput } from '@magpie/contract';
import { readText } from './fields.ts';

/** The call to action, for sources with one field for text and type: `Shop now` is also SHOP_NOW. */
export function callToActionOf(value: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const text = readText(value, 100);
  if (text === null) return { ctaType: null, ctaText: null };
  const isKind = /^[A-Z0-9_]+$/.test(text);
  const isEnglish = /^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text);
  return {
    ctaType: isKind ? text : isEnglish ? text.toUpperCase().replaceAll(' ', '_') : null,
    ctaText: isKind ? null : text,
  };
}
