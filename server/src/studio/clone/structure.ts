import type { Ad } from '@magpie/contract';
import type { CopyPart } from '../makers/maker.ts';
import { type Cued, cuedParts, isQuestion, weigh } from './cues.ts';

type AdCopy = Pick<
  Ad,
  'platform' | 'headline' | 'body' | 'description' | 'ctaText' | 'cards' | 'language' | 'tags'
>;

const maxParts = 30;

/** The parts of an ad's copy in order, verbatim. Empty for an ad without text. */
export function analyzeStructure(ad: AdCopy): CopyPart[] {
  const supported = listTaggedParts(ad.tags);
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
const maxCopyLength = 12_000;

function readableTexts(texts: readonly (string | null)[]): string[] {
  const read = new Set<string>();
  let room = maxCopyLength;
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
function listTaggedParts(tags: Ad['tags']): ReadonlySet<Cued> {
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

/** A sentence, line or list item, verbatim. */
interface Sentence {
  readonly text: string;
  readonly at: number;
}

/** Bounds the time; the start of an ad matters most. */
const maxReadLength = 5000;
const maxSentenceLength = 500;
const maxSentences = 300;

interface Span {
  readonly start: number;
  readonly end: number;
}

export function splitSentences(text: string, language: string | null): Sentence[] {
  const segmenter = segmenterFor(language);
  const spans: Span[] = [];
  const whole = { start: 0, end: Math.min(text.length, maxReadLength) };
  for (const line of spansBetween(text, whole, /[\r\n\u2028\u2029]+/g)) {
    if (spans.length >= maxSentences) break;
    spans.push(...joinSpans(text, sentenceSpans(text, line, segmenter)));
  }
  return spans
    .map((span) => trimSpan(text, span))
    .filter((sentence) => /[\p{L}\p{N}★⭐]/u.test(sentence.text));
}

/** Cached, since creating a segmenter takes longer than using it. */
const segmenters = new Map<string, Intl.Segmenter>();

/** Falls back to English rules for unknown languages. */
function segmenterFor(language: string | null): Intl.Segmenter {
  const isCode = language !== null && /^[a-z]{2,3}$/.test(language);
  const [known = 'en'] = isCode ? Intl.Segmenter.supportedLocalesOf([language]) : [];
  const segmenter = segmenters.get(known) ?? new Intl.Segmenter([known], { granularity: 'sentence' });
  segmenters.set(known, segmenter);
  return segmenter;
}

function spansBetween(text: string, { start, end }: Span, separator: RegExp): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(separator)) {
    const to = start + match.index;
    if (to > from) spans.push({ start: from, end: to });
    from = to + match[0].length;
  }
  return from < end ? [...spans, { start: from, end }] : spans;
}

/**
 * Sentence breaks that the segmenter misses: a bullet inside a line, an emoji between two sentences, a number after a
 * full stop, and spaces in Thai.
 */
const breaks =
  /(?<=\S)\s*(?=[✅✔✓☑•▪➡👉🔹🔸])|(?<=\p{Extended_Pictographic}\ufe0f?)\s+(?=[\p{Lu}\p{Lo}\p{N}])|(?<=\p{L}{2}[.!?])\s+(?=[\p{N}\p{Sc}])|(?<=[\u0e00-\u0e7f]{6}) (?=[\u0e00-\u0e7f]{6})/gu;

function sentenceSpans(text: string, line: Span, segmenter: Intl.Segmenter): Span[] {
  const pieces = spansBetween(text, line, breaks).slice(0, maxSentences);
  return pieces.flatMap(({ start, end }) =>
    [...segmenter.segment(text.slice(start, end))].map(({ index, segment }) => ({
      start: start + index,
      end: start + index + segment.length,
    })),
  );
}

/** Rejoins segments that were split inside a quotation or after an abbreviation, and attributions with their quote. */
function joinSpans(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const before = last && text.slice(last.start, last.end);
    const isOne =
      before !== undefined &&
      before.length < maxSentenceLength &&
      (hasOpenQuote(before) ||
        endsWithAbbreviation(getEnding(before)) ||
        isAttribution(getEnding(before), text.slice(span.start, span.end)));
    if (last !== undefined && isOne) joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

const quotes = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
] as const;

function hasOpenQuote(text: string): boolean {
  if (!/["“„«「『]/.test(text)) return false;
  const count = (mark: string): number => text.split(mark).length - 1;
  const low = text.indexOf('„');
  if (low !== -1) return !/[“”]/.test(text.slice(low));
  return quotes.some(([open, close]) => count(open) > count(close)) || count('"') % 2 === 1;
}

function getEnding(text: string): string {
  return text.trimEnd().slice(-12);
}

function endsWithAbbreviation(text: string): boolean {
  return /(?<![\p{L}\p{N}])(?:dr|mr|mrs|ms|st|no|vs|approx|prof|nr|ca|bzw|z\.\s?b|u\.\s?a|inkl|sra?|mme|е\.|г)\.\s*$/iu.test(
    text,
  );
}

const closedQuote = /[”“»」』"][\s.!?。]*$/u;

function isAttribution(before: string, text: string): boolean {
  return closedQuote.test(before) && /^\s*(?:[-–—~(（]|[★⭐]{2}|\p{L}+[\s○]+\S{1,12}\s*$)/u.test(text);
}

const listMark = /^(?:[\s\u200b✅✔✓☑•▪➡👉🔹🔸*·–—-]|\ufe0f)+/u;

function trimSpan(text: string, { start, end }: Span): Sentence {
  const said = text.slice(start, end);
  const lead = listMark.exec(said)?.[0].length ?? 0;
  const whole = said.slice(lead).trimEnd().slice(0, maxSentenceLength);
  // Does not end in half of a surrogate pair.
  return { text: whole.replace(/[\ud800-\udbff]$/, '').trimEnd(), at: start + lead };
}
