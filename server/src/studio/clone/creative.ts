import type { CloneProduct } from '@magpie/contract';
import type { Creative } from '../makers/maker.ts';
import type { Payload } from './payload.ts';
import { toPlainLine } from '../text.ts';
import { hexColors } from '../colors.ts';

const longest = { headline: 120, text: 300, callToAction: 40 } as const;

/**
 * Copy and look of an image. Quoted strings in a custom prompt replace headline, text and call to action, in this order;
 * empty quotes omit the text.
 */
export function creativeOf(product: CloneProduct, payload: Payload, prompt: string | null): Creative {
  const { copy, structure } = payload;
  const [headline, text, callToAction] = quotedIn(prompt ?? '');
  return {
    ...copy,
    productName: product.name,
    brandName: product.brandName,
    headline: toPlainLine(headline ?? '', longest.headline) || copy.headline,
    text: text === undefined ? copy.text : toPlainLine(text, longest.text) || null,
    callToAction: toPlainLine(callToAction ?? '', longest.callToAction) || copy.callToAction,
    colors: hexColors(product.colors),
    follows: structure.map(({ part }) => part).filter((part, index, all) => all.indexOf(part) === index),
  };
}

function quotedIn(prompt: string): string[] {
  return [...prompt.matchAll(/"([^"\n]*)"|“([^“”\n]*)”/g)].map(
    ([, straight, curly]) => straight ?? curly ?? '',
  );
}
