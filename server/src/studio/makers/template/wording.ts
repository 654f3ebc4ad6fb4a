import { directionOf } from '../../../integrations/drawing/directions.ts';
import type { Drawing } from '../../../integrations/drawing/drawing.ts';
import type { Words } from '../../../integrations/drawing/fit.ts';
import { leadingOf, letteringOf, tamed } from '../../../integrations/drawing/lettering.ts';
import type { Direction, Weight } from '../../../integrations/drawing/picture.ts';
import { MakingFailed, type Creative } from '../maker.ts';

/** What an image says, measured; null for what it does not say, or says only in letters that cannot be drawn. */
export interface Wording {
  readonly headline: Words | null;
  readonly text: Words | null;
  /** The headline, set like the text. */
  readonly caption: Words | null;
  readonly points: readonly Words[];
  readonly proof: Words | null;
  /** Out of five, where the proof tells of one. */
  readonly rating: number | null;
  readonly offer: Words | null;
  readonly callToAction: Words | null;
  readonly brand: Words | null;
  /** The product's name, where it is not the brand's. */
  readonly product: Words | null;
  readonly initials: Words | null;
  readonly direction: Direction;
}

interface Wish {
  readonly text: string | null;
  readonly weight: Weight;
  readonly isLarge: boolean;
  readonly most: number;
  /** Of what there is no image without. */
  readonly name?: string;
}

const mostPoints = 4;

function large(text: string | null, most: number): Wish {
  return { text, weight: 700, isLarge: true, most };
}

function label(text: string | null, most: number): Wish {
  return { text, weight: 700, isLarge: false, most };
}

function plain(text: string | null, most: number): Wish {
  return { text, weight: 400, isLarge: false, most };
}

export async function wordingOf(creative: Creative, initials: string, drawing: Drawing): Promise<Wording> {
  const { productName, brandName, headline, proof, points } = creative;
  const wishes: readonly Wish[] = [
    { ...large(headline, 320), name: 'headline' },
    large(productName, 120),
    plain(creative.text, 180),
    large(proof === null ? null : unquoted(proof), 260),
    { ...large(creative.offer, 60), name: 'offer' },
    { ...label(creative.callToAction, 40), name: 'call to action' },
    label(brandName ?? productName, 60),
    plain(brandName === null || brandName === productName ? null : productName, 80),
    large(initials, 4),
    plain(headline, 160),
    ...points.slice(0, mostPoints).map((point) => plain(point, 120)),
  ];
  const measured = await measuredWishes(wishes, languageOf(creative), drawing);
  const [said, named, text, proven, offer, callToAction, brand, product, letters, caption, ...listed] =
    measured;
  const top = said ?? named;
  if (top === undefined || top === null) throw nothingToWrite();
  return {
    headline: top,
    text: text ?? null,
    caption: caption ?? null,
    points: listed.filter((point) => point !== null),
    proof: proven ?? null,
    rating: proof === null ? null : ratingIn(proof),
    offer: offer ?? null,
    callToAction: callToAction ?? null,
    brand: brand ?? null,
    product: product ?? null,
    initials: letters ?? null,
    direction: directionOf(top.measured.text),
  };
}

async function measuredWishes(
  wishes: readonly Wish[],
  language: string | null,
  drawing: Drawing,
): Promise<(Words | null)[]> {
  const letterings = wishes.map(({ text, most, weight, isLarge }) =>
    letteringOf(shortened(tamed(text ?? ''), most), { weight, isLarge, language }),
  );
  const measured = await drawing.measure(letterings);
  return wishes.map(({ isLarge, name }, index) => {
    const [lettering, text] = [letterings[index], measured[index]];
    if (lettering === undefined || text === undefined) return null;
    if (name !== undefined) refuseMissingLetters(name, lettering.text, text.text);
    if (text.words.length === 0) return null;
    return { lettering, measured: text, leading: leadingOf(text.text, isLarge) };
  });
}

/** Emoji and other signs may be missing, but not letters, digits and the signs of currencies. */
function refuseMissingLetters(name: string, asked: string, written: string): void {
  const letters = new Set(asked.normalize('NFC').match(/[\p{L}\p{N}\p{Sc}]/gu));
  const missing = [...letters].filter((letter) => !written.includes(letter));
  if (missing.length === 0) return;
  const some = missing.slice(0, 5).join(' ');
  throw new MakingFailed(
    `The ${name} cannot be drawn, since no typeface here has all of its letters (${some}); write it in another script.`,
    { mayPass: false },
  );
}

function nothingToWrite(): MakingFailed {
  return new MakingFailed(
    'There is nothing to write on the image; give it a headline, or the product a name, of letters that can be drawn.',
    { mayPass: false },
  );
}

/** Whole sentences where there are some, else whole words. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const sentences = /^.*[.!?。！？।؟۔።။។](?=\s|$|[^\s\p{N}])/su.exec(start)?.[0] ?? '';
  if (sentences.length >= most / 4) return sentences;
  const words = start.slice(0, most - 1).replace(/\s\S*$/u, '');
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`;
}

/** Headlines of Chinese signs only would be taken for Chinese where the rest is Japanese. */
function languageOf({ headline, text, points, language }: Creative): string | null {
  const all = [headline, text ?? '', ...points].join(' ');
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all) ? 'ja' : language;
}

const quotes = /^["“„«「『‘'](.+)["”“»」』’']$/su;

function unquoted(text: string): string {
  return quotes.exec(text.trim())?.[1] ?? text;
}

/** `4.8 out of 5`, `4,8/5`, `4.7 stars`, `★★★★★`: a number only where it says of what it is one. */
export function ratingIn(proof: string): number | null {
  const stars = /[★⭐]{3,5}/u.exec(proof)?.[0];
  const told =
    /(?<![\d.,])([1-5](?:[.,]\d{1,2})?)\s*(?:\/|out of|von|sur|de|su|из|من|מתוך|av|af|van|z)\s*5(?![\d.,])/iu.exec(
      proof,
    ) ??
    /(?<![\d.,])([1-5][.,]\d{1,2})\s*(?:[★⭐]|stars?\b|sterne|étoiles|estrellas|stelle|stjärnor|sterren|つ星|星|점)/iu.exec(
      proof,
    ) ??
    /[★⭐]\s*([1-5][.,]\d{1,2})(?!\d)/u.exec(proof);
  const value =
    told?.[1] === undefined
      ? stars === undefined
        ? null
        : Array.from(stars).length
      : Number(told[1].replace(',', '.'));
  return value !== null && value >= 3 && value <= 5 ? value : null;
}
