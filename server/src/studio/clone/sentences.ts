/** A sentence, line or list item, verbatim. */
export interface Sentence {
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
    spans.push(...joinedSpans(text, sentenceSpans(text, line, segmenter)));
  }
  return spans
    .map((span) => trimmed(text, span))
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
function joinedSpans(text: string, spans: readonly Span[]): Span[] {
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

function trimmed(text: string, { start, end }: Span): Sentence {
  const said = text.slice(start, end);
  const lead = listMark.exec(said)?.[0].length ?? 0;
  const whole = said.slice(lead).trimEnd().slice(0, maxSentenceLength);
  // Does not end in half of a surrogate pair.
  return { text: whole.replace(/[\ud800-\udbff]$/, '').trimEnd(), at: start + lead };
}
