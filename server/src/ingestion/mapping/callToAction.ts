import type { OpenAdInput } from '@magpie/contract';
import { textOf } from './fields.ts';

/** The button of an ad, where a source has one field for its words and its kind: `Shop now` is also SHOP_NOW. */
export function callToActionOf(value: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const text = textOf(value, 100);
  if (text === null) return { ctaType: null, ctaText: null };
  const isKind = /^[A-Z0-9_]+$/.test(text);
  const isEnglish = /^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text);
  return {
    ctaType: isKind ? text : isEnglish ? text.toUpperCase().replaceAll(' ', '_') : null,
    ctaText: isKind ? null : text,
  };
}
