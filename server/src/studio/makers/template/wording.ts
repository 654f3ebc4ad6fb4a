import {
  detectDirection,
  chooseLineHeight,
  styledText,
  sanitizeText,
  type StyleOptions,
} from '../../../integrations/drawing/lettering.ts';
import type { ImageRenderer } from '../../../integrations/drawing/drawing.ts';
import type { TextBlock } from '../../../integrations/drawing/fit.ts';
import type { Weight } from '../../../integrations/drawing/imageLayout.ts';
import { MakingFailed, type Creative } from '../maker.ts';

interface TextSpec {
  readonly text: string | null;
  readonly weight: Weight;
  readonly isLarge: boolean;
  readonly maxLength: number;
  /** Set for required texts; used in the error message. */
  readonly name?: string;
}

const maxPoints = 4;
/** Measured texts; null for texts that are missing or cannot be drawn. */
export type Wording = Awaited<ReturnType<typeof chooseWording>>;

const large = { weight: 700, isLarge: true } as const;
const label = { weight: 700, isLarge: false } as const;
const plain = { weight: 400, isLarge: false } as const;

function toPointSpec(text: string): TextSpec {
  return { ...plain, text, maxLength: 120 };
}

export async function chooseWording(creative: Creative, initials: string, drawing: ImageRenderer) {
  const { productName, brandName, headline, proof, points } = creative;
  const otherName = brandName === null || brandName === productName ? null : productName;
  const specs = {
    headline: { ...large, text: headline, maxLength: 320, name: 'headline' },
    title: { ...large, text: productName, maxLength: 120 },
    text: { ...plain, text: creative.text, maxLength: 180 },
    proof: { ...large, text: proof === null ? null : unquote(proof), maxLength: 260 },
    offer: { ...large, text: creative.offer, maxLength: 60, name: 'offer' },
    callToAction: { ...label, text: creative.callToAction, maxLength: 40, name: 'call to action' },
    brand: { ...label, text: brandName ?? productName, maxLength: 60 },
    product: { ...plain, text: otherName, maxLength: 80 },
    initials: { ...large, text: initials, maxLength: 4 },
    caption: { ...plain, text: headline, maxLength: 160 },
  } satisfies Readonly<Record<string, TextSpec>>;
  const pointSpecs = points.slice(0, maxPoints).map(toPointSpec);
  const all: readonly TextSpec[] = [...Object.values(specs), ...pointSpecs];
  const style = { language: resolveLanguage(creative), font: creative.font };
  const measured = await measureTexts(all, style, drawing);
  const names = Object.keys(specs) as (keyof typeof specs)[];
  const texts = Object.fromEntries(names.map((name, index) => [name, measured[index] ?? null])) as Record<
    keyof typeof specs,
    TextBlock | null
  >;
  const top = texts.headline ?? texts.title;
  if (top === null) {
    throw new MakingFailed(
      'The image has no text that can be drawn; add a headline or a product name in a supported script.',
    );
  }
  return {
    ...texts,
    headline: top,
    points: measured.slice(names.length).filter((point) => point !== null),
    /** Out of five, if the proof contains one. */
    rating: proof === null ? null : ratingIn(proof),
    direction: detectDirection(top.measured.text),
  };
}

async function measureTexts(
  specs: readonly TextSpec[],
  style: Pick<StyleOptions, 'language' | 'font'>,
  drawing: ImageRenderer,
) {
  const letterings = specs.map(({ text, maxLength, weight, isLarge }) =>
    styledText(truncateAtSentence(sanitizeText(text ?? ''), maxLength), { ...style, weight, isLarge }),
  );
  const measured = await drawing.measure(letterings);
  return specs.map(({ isLarge, name }, index) => {
    const [lettering, text] = [letterings[index], measured[index]];
    if (lettering === undefined || text === undefined) return null;
    if (name !== undefined) assertDrawable(name, lettering.text, text.text);
    if (text.words.length === 0) return null;
    return { style: lettering, measured: text, lineHeight: chooseLineHeight(text.text, isLarge) };
  });
}

/** Emoji and symbols may be missing, but not letters, digits and currency signs. */
function assertDrawable(name: string, requested: string, drawn: string): void {
  const letters = new Set(requested.normalize('NFC').match(/[\p{L}\p{N}\p{Sc}]/gu));
  const missing = [...letters].filter((letter) => !drawn.includes(letter));
  if (missing.length === 0) return;
  const some = missing.slice(0, 5).join(' ');
  throw new MakingFailed(
    `The ${name} cannot be drawn because no font has all of its letters (${some}); use another script.`,
  );
}

/** Cuts after a sentence if possible, else after a word. */
function truncateAtSentence(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength);
  const sentences = /^.*[.!?。！？।؟۔።။។](?=\s|$|[^\s\p{N}])/su.exec(start)?.[0] ?? '';
  if (sentences.length >= maxLength / 4) return sentences;
  const words = start.slice(0, maxLength - 1).replace(/\s\S*$/u, '');
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`;
}

/** A Japanese headline may consist of Chinese characters only, so the other texts decide. */
function resolveLanguage({ headline, text, points, language }: Creative): string | null {
  const all = [headline, text ?? '', ...points].join(' ');
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all) ? 'ja' : language;
}

const quotes = /^["“„«「『‘'](.+)["”“»」』’']$/su;

function unquote(text: string): string {
  return quotes.exec(text.trim())?.[1] ?? text;
}

/** Parses `4.8 out of 5`, `4,8/5`, `4.7 stars` and `★★★★★`. A number without a unit is no rating. */
export function ratingIn(proof: string): number | null {
  const stars = /[★⭐]{3,5}/u.exec(proof)?.[0];
  const match =
    /(?<![\d.,])([1-5](?:[.,]\d{1,2})?)\s*(?:\/|out of|von|sur|de|su|из|من|מתוך|av|af|van|z)\s*5(?![\d.,])/iu.exec(
      proof,
    ) ??
    /(?<![\d.,])([1-5][.,]\d{1,2})\s*(?:[★⭐]|stars?\b|sterne|étoiles|estrellas|stelle|stjärnor|sterren|つ星|星|점)/iu.exec(
      proof,
    ) ??
    /[★⭐]\s*([1-5][.,]\d{1,2})(?!\d)/u.exec(proof);
  const value =
    match?.[1] === undefined
      ? stars === undefined
        ? null
        : Array.from(stars).length
      : Number(match[1].replace(',', '.'));
  return value !== null && value >= 3 && value <= 5 ? value : null;
}
