import type { Ad, CloneProduct } from '@magpie/contract';
import type { Copy, CopyPart } from '../makers/maker.ts';
import { languageFor } from './copyLanguage.ts';
import { isQuestion, weigh } from './cues.ts';
import { type Manner, mannerOf } from './manner.ts';
import { actionOf, english, phrasesOf, type Phrases } from './phrases.ts';
import { plain } from './plain.ts';
import { sentencesOf } from './sentences.ts';

export const mostOf = { headline: 60, text: 120, points: 4, point: 60, callToAction: 30 } as const;

/** What stands for a product where there is none. */
export const placeholders = {
  name: '[product name]',
  headline: '[headline]',
  text: '[one sentence about the product]',
  point: '[selling point]',
} as const;

/** What an ad for a product says, in the manner of another ad and in nobody's words but ours and the product's. */
export function copyFor(
  ad: Pick<Ad, 'language' | 'ctaText' | 'ctaType'> | null,
  structure: readonly CopyPart[],
  product: CloneProduct | null,
): Copy {
  const language = languageFor(product, ad?.language ?? null);
  const phrases = phrasesOf.get(language) ?? english;
  const action = (ad && actionOf(ad)) ?? (product?.price === null ? 'learn' : 'shop');
  const callToAction = phrases.buttons[action][0] ?? 'Learn more';
  if (product === null) {
    const { headline, text, point } = placeholders;
    return { headline, text, points: [point], proof: null, offer: null, callToAction, language };
  }
  return { ...saidOf(product, structure, phrases, language), callToAction, language };
}

function saidOf(
  product: CloneProduct,
  structure: readonly CopyPart[],
  phrases: Phrases,
  language: string,
): Omit<Copy, 'callToAction' | 'language'> {
  const points = [...new Set(product.sellingPoints.map((point) => plain(point, mostOf.point)))];
  const proof = points.find((point) => weigh(point).proof >= 2) ?? null;
  const free = points.filter((point) => point !== '' && point !== proof);
  const offer = priceOf(product, language);
  const headline = headlineOf(product, { structure, phrases, offer, points: free });
  const others = free.filter((point) => point !== headline);
  const text = textOf(product, language, headline) ?? others.shift() ?? null;
  return { headline, text, points: others.slice(0, mostOf.points), proof, offer };
}

export function priceOf(
  { price, currency }: Pick<CloneProduct, 'price' | 'currency'>,
  language: string,
): string | null {
  if (price === null || price === 0 || currency === null) return null;
  const digits = Number.isInteger(price) ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...digits }).format(price);
}

/** Whether a line has the figure of an offer, which is shown of its own. */
export function tellsPrice(line: string, offer: string | null): boolean {
  const [price] = amountsIn(offer ?? '');
  return price !== undefined && amountsIn(line).includes(price);
}

function amountsIn(text: string): string[] {
  const found = text.match(/\p{N}(?:[\p{N}.,'’\u00a0\u202f]*\p{N})?/gu) ?? [];
  return found.map((amount) => amount.replace(/[.,]00$/, '').replaceAll(/\P{N}/gu, ''));
}

interface Saying {
  readonly structure: readonly CopyPart[];
  readonly phrases: Phrases;
  readonly offer: string | null;
  readonly points: readonly string[];
}

/** Opens as the other ad does, as far as the product gives something to do so with. */
function headlineOf(product: CloneProduct, { structure, phrases, offer, points }: Saying): string {
  const fill = (phrase: string): string => filled(phrase, product.name, points.length);
  const plainly = (): string =>
    plainHeadline(
      product,
      points.filter((point) => !tellsPrice(point, offer)),
    );
  const headlines: Readonly<Record<Manner, () => string>> = {
    question: () => fill(phrases.question),
    list: () => (points.length > 1 ? fill(phrases.reasons) : plainly()),
    news: () => fill(phrases.news),
    // The price stands beside it, larger than in a line of words.
    offer: plainly,
    quotation: plainly,
    statement: plainly,
  };
  return headlines[mannerOf(structure[0])]();
}

/** The name gives way where the line would be too long: the rest of it is ours. */
function filled(phrase: string, name: string, count: number): string {
  const given = phrase.replace('{count}', String(count));
  const room = mostOf.headline - (given.length - '{name}'.length);
  return given.replace('{name}', () => plain(name, Math.max(room, 8)));
}

/** A name alone says little where a point says why. */
function plainHeadline({ name, description }: CloneProduct, points: readonly string[]): string {
  const whole = points.find((point) => !point.endsWith('…') && !isQuestion(point));
  const [first] = sentencesOf(description ?? '', null);
  const said = plain(first?.text ?? '', 1000);
  return whole ?? (said !== '' && said.length <= mostOf.headline ? said : plain(name, mostOf.headline));
}

function textOf({ description }: CloneProduct, language: string, headline: string): string | null {
  const sentences = sentencesOf(description ?? '', language).map(({ text }) => plain(text, 1000));
  const said = sentences.find((sentence) => sentence !== '' && sentence !== headline);
  return said === undefined ? null : plain(said, mostOf.text);
}
