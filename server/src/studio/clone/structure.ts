import type { Ad } from '@magpie/contract';
import type { CopyPart } from '../makers/maker.ts';
import { type Cued, cuedParts, isQuestion, weigh } from './cues.ts';
import { type Sentence, splitSentences } from './sentences.ts';

export type AdCopy = Pick<
  Ad,
  'platform' | 'headline' | 'body' | 'description' | 'ctaText' | 'cards' | 'language' | 'tags'
>;

const maxParts = 30;

/** The parts of an ad's copy in order, verbatim. Empty for an ad without text. */
export function analyzeStructure(ad: AdCopy): CopyPart[] {
  const supported = supportedBy(ad.tags);
  const parts: CopyPart[] = [];
  for (const text of listCopy(ad)) {
    const sentences = splitSentences(text, ad.language);
    const found = sentences.map((sentence, index): Part => {
      const isFirst = parts.length === 0 && index === 0;
      const isLast = sentences.length > 1 && index === sentences.length - 1;
      return { sentence, part: classifySentence(sentence.text, { isFirst, isLast, supported }) };
    });
    parts.push(...joinParts(text, found));
  }
  return withButton(parts, ad.ctaText).slice(0, maxParts);
}

/** The texts in reading order. YouTube shows the headline first; other platforms show the body above the picture. */
export function listCopy({ platform, headline, body, description, cards }: AdCopy): string[] {
  const main = platform === 'youtube' ? [headline, body] : [body, headline];
  const ofCards = cards.flatMap((card) => [card.headline, card.body, card.description]);
  return readableTexts([...main, description, ...ofCards]);
}

export function listVersions(ad: AdCopy & Pick<Ad, 'headlines' | 'bodies'>): string[] {
  return readableTexts([...listCopy(ad), ...ad.headlines, ...ad.bodies]);
}

/** Total length, which bounds the time; the first cards of an ad are enough. */
const maxReadLength = 12_000;

function readableTexts(texts: readonly (string | null)[]): string[] {
  const read = new Set<string>();
  let room = maxReadLength;
  for (const text of texts) {
    if (room === 0) break;
    // Catalogue placeholders are no copy.
    if (text === null || text === '' || read.has(text) || text.includes('{{')) continue;
    const part = text.slice(0, room);
    read.add(part);
    room -= part.length;
  }
  return [...read];
}

interface Part {
  readonly sentence: Sentence;
  readonly part: CopyPart['part'] | null;
}

interface SentenceContext {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly supported: ReadonlySet<Cued>;
}

const sureWeight = 2;

/** The first sentence is the hook unless it is clearly an offer, a proof or a call to action. */
function classifySentence(
  text: string,
  { isFirst, isLast, supported }: SentenceContext,
): CopyPart['part'] | null {
  const weights = weigh(text);
  if (isLast && weights.cta > 0) weights.cta += 1;
  if (isQuestion(text)) weights.cta = 0;
  // A call to action that names a clear offer counts as the offer.
  if (weights.offer > sureWeight) weights.cta = Math.min(weights.cta, weights.offer);
  for (const part of supported) if (weights[part] === 1) weights[part] = sureWeight;
  const most = Math.max(...Object.values(weights));
  const best = most < sureWeight ? null : (cuedParts.find((part) => weights[part] === most) ?? null);
  if (!isFirst) return best;
  return best === null || best === 'problem' || isQuestion(text) ? 'hook' : best;
}

const minConfidence = 0.6;

/** Parts that the tags indicate, without their position. */
function supportedBy(tags: Ad['tags']): ReadonlySet<Cued> {
  const parts = tags
    .filter(({ confidence }) => confidence >= minConfidence)
    .flatMap(({ category, shortText }): Cued[] => {
      if (category === 'offer' || category === 'proof') return [category];
      if (category === 'next step') return ['cta'];
      return shortText === 'Problem and solution' ? ['problem'] : [];
    });
  return new Set(parts);
}

function joinParts(text: string, found: readonly Part[]): CopyPart[] {
  const parts: (CopyPart & { start: number; end: number })[] = [];
  let previous: Part['part'] = null;
  for (const { part, sentence } of found) {
    const last = parts.at(-1);
    const [start, end] = [sentence.at, sentence.at + sentence.text.length];
    if (part !== null && part === previous && last !== undefined) {
      parts[parts.length - 1] = { part, start: last.start, end, text: text.slice(last.start, end) };
    } else if (part !== null) parts.push({ part, start, end, text: sentence.text });
    previous = part;
  }
  return parts.map(({ part, text: said }) => ({ part, text: said }));
}

function withButton(parts: readonly CopyPart[], button: string | null): CopyPart[] {
  const said = button?.trim() ?? '';
  return said === '' || said.includes('{{')
    ? [...parts]
    : [...parts.slice(0, maxParts - 1), { part: 'cta', text: said }];
}
