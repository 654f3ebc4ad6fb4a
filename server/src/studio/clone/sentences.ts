/** A sentence, a line or a point of a list, exactly as it stands in a text. */
export interface Sentence {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

/** What an ad says first matters most; time stays bounded. */
const longestReading = 5000;
const longestSentence = 500;
const mostSentences = 300;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sentences of a text in its order, without the marks of a list in front of them. */
export function sentencesOf(text: string, language: string | null): Sentence[] {
  const segmenter = segmenterFor(language);
  const spans: Span[] = [];
  for (const line of lineSpans(text.slice(0, longestReading))) {
    if (spans.length >= mostSentences) break;
    spans.push(...joinedSpans(text, sentenceSpans(text, line, segmenter)));
  }
  return spans
    .map((span) => trimmed(text, span))
    .filter((sentence) => /[\p{L}\p{N}★⭐]/u.test(sentence.text));
}

/** One takes longer to make than a text to cut. */
const segmenters = new Map<string, Intl.Segmenter>();

/** A language that the engine does not know, or that is none, is cut as any other. */
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

function lineSpans(text: string): Span[] {
  return spansBetween(text, { start: 0, end: text.length }, /[\r\n\u2028\u2029]+/g);
}

/**
 * Where a point of a list begins in the midst of a line, where an emoji stands between two sentences, where a number follows a
 * full stop, and the spaces of Thai, which has no other mark between sentences.
 */
const breaks =
  /(?<=\S)\s*(?=[✅✔✓☑•▪➡👉🔹🔸])|(?<=\p{Extended_Pictographic}\ufe0f?)\s+(?=[\p{Lu}\p{Lo}\p{N}])|(?<=\p{L}{2}[.!?])\s+(?=[\p{N}\p{Sc}])|(?<=[\u0e00-\u0e7f]{6}) (?=[\u0e00-\u0e7f]{6})/gu;

function sentenceSpans(text: string, line: Span, segmenter: Intl.Segmenter): Span[] {
  const pieces = spansBetween(text, line, breaks).slice(0, mostSentences);
  return pieces.flatMap(({ start, end }) =>
    [...segmenter.segment(text.slice(start, end))].map(({ index, segment }) => ({
      start: start + index,
      end: start + index + segment.length,
    })),
  );
}

/** What was cut in the midst of a quotation or after an abbreviation is put together again, and who is quoted with it. */
function joinedSpans(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const before = last && text.slice(last.start, last.end);
    const isOne =
      before !== undefined &&
      before.length < longestSentence &&
      (hasOpenQuote(before) ||
        endsShort(endOf(before)) ||
        isAttribution(endOf(before), text.slice(span.start, span.end)));
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

/** What it ends with, which is all that some questions are about. */
function endOf(text: string): string {
  return text.trimEnd().slice(-12);
}

function endsShort(text: string): boolean {
  return /(?<![\p{L}\p{N}])(?:dr|mr|mrs|ms|st|no|vs|approx|prof|nr|ca|bzw|z\.\s?b|u\.\s?a|inkl|sra?|mme|е\.|г)\.\s*$/iu.test(
    text,
  );
}

const closedQuote = /[”“»」』"][\s.!?。]*$/u;

function isAttribution(before: string, text: string): boolean {
  return closedQuote.test(before) && /^\s*(?:[-–—~(（]|[★⭐]{2}|\p{L}+[\s○]+\S{1,12}\s*$)/u.test(text);
}

const mark = /^(?:[\s\u200b✅✔✓☑•▪➡👉🔹🔸*·–—-]|\ufe0f)+/u;

function trimmed(text: string, { start, end }: Span): Sentence {
  const said = text.slice(start, end);
  const lead = mark.exec(said)?.[0].length ?? 0;
  return { text: cut(said.slice(lead).trimEnd()), at: start + lead };
}

/** Never within a character that takes two units. */
function cut(text: string): string {
  const kept = text.slice(0, longestSentence).replace(/[\ud800-\udbff]$/, '');
  return kept.trimEnd();
}
