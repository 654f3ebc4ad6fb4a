import type { Ad, CloneProduct } from '@magpie/contract';
import type { Copy, CopyPart } from '../makers/maker.ts';
import { isQuestion, type Opening, detectOpening, weigh } from './cues.ts';
import { detectAction, english, chooseLanguage, phrasesByLanguage, type Phrases } from './phrases.ts';
import { splitSentences } from './structure.ts';
import { toPlainLine } from '../text.ts';

export const copyLimits = { headline: 60, text: 120, points: 4, point: 60, callToAction: 30 } as const;

export const placeholders = {
  name: '[product name]',
  headline: '[headline]',
  text: '[one sentence about the product]',
  point: '[selling point]',
} as const;

/** Copy for a product in the style of another ad, without the other ad's wording. */
export function writeCopy(
  ad: Pick<Ad, 'language' | 'ctaText' | 'ctaType'> | null,
  structure: readonly CopyPart[],
  product: CloneProduct | null,
): Copy {
  const language = chooseLanguage(product, ad?.language ?? null);
  const phrases = phrasesByLanguage.get(language) ?? english;
  const action = (ad && detectAction(ad)) ?? (product?.price === null ? 'learn' : 'shop');
  const callToAction = phrases.buttons[action][0] ?? 'Learn more';
  if (product === null) {
    const { headline, text, point } = placeholders;
    return { headline, text, points: [point], proof: null, offer: null, callToAction, language };
  }
  return { ...productCopy(product, structure, phrases, language), callToAction, language };
}

function productCopy(
  product: CloneProduct,
  structure: readonly CopyPart[],
  phrases: Phrases,
  language: string,
): Omit<Copy, 'callToAction' | 'language'> {
  const points = [...new Set(product.sellingPoints.map((point) => toPlainLine(point, copyLimits.point)))];
  const proof = points.find((point) => weigh(point).proof >= 2) ?? null;
  const free = points.filter((point) => point !== '' && point !== proof);
  const offer = formatProductPrice(product, language);
  const headline = writeHeadline(product, { structure, phrases, offer, points: free });
  const others = free.filter((point) => point !== headline);
  const text = writeText(product, language, headline) ?? others.shift() ?? null;
  return { headline, text, points: others.slice(0, copyLimits.points), proof, offer };
}

/** As many as the variants that the studio makes at once. */
const maxHeadlines = 4;

/** The same copy with another headline; consecutive variants have different ones, as long as the product has facts for them. */
export function varyCopy(copy: Copy, product: CloneProduct, variant: number): Copy {
  const headlines = listHeadlines(copy, product);
  const headline = headlines[variant % headlines.length] ?? copy.headline;
  if (headline === copy.headline) return copy;
  const { proof } = copy;
  const usual = [...(factsOf(product).includes(copy.headline) ? [copy.headline] : []), ...copy.points];
  const points = usual.filter((point) => point !== headline && point !== copy.text);
  const text = copy.text === headline ? (points.shift() ?? null) : copy.text;
  // As a point: a layout with the proof in large type would look the same in all variants.
  const withProof = proof === null ? points : [proof, ...points];
  return { ...copy, headline, text, proof: null, points: withProof.slice(0, copyLimits.points) };
}

/** From the selling points and the description, then in the phrases of the language. The price is shown beside them. */
function listHeadlines({ headline, proof, offer, language }: Copy, product: CloneProduct): string[] {
  const phrases = phrasesByLanguage.get(language) ?? english;
  const facts = factsOf(product);
  const said = splitSentences(product.description ?? '', language).map(({ text }) => toPlainLine(text, 1000));
  const whole = [...facts, ...said.slice(0, 1)].filter(
    (line) =>
      line !== '' &&
      line !== proof &&
      line.length <= copyLimits.headline &&
      !line.endsWith('…') &&
      !isQuestion(line) &&
      !mentionsPrice(line, offer),
  );
  const free = facts.filter((point) => point !== proof);
  const phrased = [phrases.news, ...(free.length > 1 ? [phrases.reasons] : []), phrases.question].map(
    (phrase) => fillPhrase(phrase, product.name, free.length),
  );
  return [...new Set([headline, ...whole, ...phrased])].slice(0, maxHeadlines);
}

function factsOf({ sellingPoints }: CloneProduct): string[] {
  return sellingPoints.map((point) => toPlainLine(point, copyLimits.point)).filter((point) => point !== '');
}

export function formatProductPrice(
  { price, currency }: Pick<CloneProduct, 'price' | 'currency'>,
  language: string,
): string | null {
  if (price === null || price === 0 || currency === null) return null;
  const digits = Number.isInteger(price) ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...digits }).format(price);
}

/** Whether a line repeats the price, which is shown separately. */
export function mentionsPrice(line: string, offer: string | null): boolean {
  const [price] = amountsIn(offer ?? '');
  return price !== undefined && amountsIn(line).includes(price);
}

function amountsIn(text: string): string[] {
  const found = text.match(/\p{N}(?:[\p{N}.,'’\u00a0\u202f]*\p{N})?/gu) ?? [];
  return found.map((amount) => amount.replace(/[.,]00$/, '').replaceAll(/\P{N}/gu, ''));
}

interface HeadlineInput {
  readonly structure: readonly CopyPart[];
  readonly phrases: Phrases;
  readonly offer: string | null;
  readonly points: readonly string[];
}

function writeHeadline(product: CloneProduct, { structure, phrases, offer, points }: HeadlineInput): string {
  const fill = (phrase: string): string => fillPhrase(phrase, product.name, points.length);
  const plainly = (): string =>
    plainHeadline(
      product,
      points.filter((point) => !mentionsPrice(point, offer)),
    );
  const headlines: Readonly<Record<Opening, () => string>> = {
    question: () => fill(phrases.question),
    list: () => (points.length > 1 ? fill(phrases.reasons) : plainly()),
    news: () => fill(phrases.news),
    offer: plainly,
    quotation: plainly,
    statement: plainly,
  };
  return headlines[detectOpening(structure[0])]();
}

function fillPhrase(phrase: string, name: string, count: number): string {
  const given = phrase.replace('{count}', String(count));
  const room = copyLimits.headline - (given.length - '{name}'.length);
  return given.replace('{name}', () => toPlainLine(name, Math.max(room, 8)));
}

function plainHeadline({ name, description }: CloneProduct, points: readonly string[]): string {
  const whole = points.find((point) => !point.endsWith('…') && !isQuestion(point));
  const [first] = splitSentences(description ?? '', null);
  const said = toPlainLine(first?.text ?? '', 1000);
  return (
    whole ??
    (said !== '' && said.length <= copyLimits.headline ? said : toPlainLine(name, copyLimits.headline))
  );
}

function writeText({ description }: CloneProduct, language: string, headline: string): string | null {
  const sentences = splitSentences(description ?? '', language).map(({ text }) => toPlainLine(text, 1000));
  const said = sentences.find((sentence) => sentence !== '' && sentence !== headline);
  return said === undefined ? null : toPlainLine(said, copyLimits.text);
}
