import type { CloneProduct } from '@magpie/contract';
import type { Creative } from '../makers/maker.ts';
import { hexColors } from './colors.ts';
import type { Payload } from './payload.ts';
import { plain } from './plain.ts';

const longest = { headline: 120, text: 300, callToAction: 40 } as const;

/**
 * What an image of a product says and looks like. What stands in double quotes in a given prompt replaces headline, text and call
 * to action, in this order; an empty pair of quotes leaves the text out.
 */
export function creativeOf(product: CloneProduct, payload: Payload, prompt: string | null): Creative {
  const { copy, structure } = payload;
  const [headline, text, callToAction] = quotedIn(prompt ?? '');
  return {
    ...copy,
    productName: product.name,
    brandName: product.brandName,
    headline: plain(headline ?? '', longest.headline) || copy.headline,
    text: text === undefined ? copy.text : plain(text, longest.text) || null,
    callToAction: plain(callToAction ?? '', longest.callToAction) || copy.callToAction,
    colors: hexColors(product.colors),
    follows: structure.map(({ part }) => part).filter((part, index, all) => all.indexOf(part) === index),
  };
}

function quotedIn(prompt: string): string[] {
  return [...prompt.matchAll(/"([^"\n]*)"|“([^“”\n]*)”/g)].map(
    ([, straight, curly]) => straight ?? curly ?? '',
  );
}
