import type { Ad } from '@magpie/contract';
import { foldText } from '../ads/fold.ts';
import { unspaced } from '../ads/searchText.ts';
import { rescore, type SavedSnapshot } from './presentSaved.ts';

export type SavedAdColumns = ReturnType<typeof savedAdColumns>;

export function savedAdColumns(ad: SavedSnapshot, savedAt: Date) {
  // Independent of the current day, so that the order changes only with measurements.
  const savedDays = savedAt.getTime() / dayMilliseconds;
  return {
    advertiser_id: ad.advertiser.advertiserId,
    company_name: ad.advertiser.name,
    platforms: ad.platforms,
    format: ad.format,
    ad_type: ad.adType,
    language: ad.language,
    cta: ad.ctaText ?? ad.ctaType,
    cta_labels: ctaLabels(ad),
    is_partnership: ad.isPartnership,
    search_text: savedSearchText(searchedTexts(ad)),
    recommended: descendingKey(scoreWeight(rescore(ad).performanceScore) + savedDays / scoreDoublingDays),
    ...toMeasuredColumns(ad),
  };
}

/** The measurements that saved ads are filtered and sorted by. */
export type SortedMeasurements = Pick<
  Ad,
  'startDate' | 'firstSeenAt' | 'reach' | 'engagement' | 'performanceScore' | 'daysRunning'
>;

export function toMeasuredColumns(ad: SortedMeasurements) {
  const { likes, comments } = ad.engagement;
  return {
    start_date: ad.startDate,
    first_seen_at: ad.firstSeenAt,
    date_key: descendingKey(ad.startDate === null ? null : Date.parse(ad.startDate) / dayMilliseconds),
    views_key: descendingKey(ad.reach.value),
    likes_key: descendingKey(likes),
    comments_key: descendingKey(comments),
    // Of a running ad, the days until it was measured, which is when a recording has it again.
    days_key: descendingKey(ad.daysRunning),
  };
}

/** Sort keys are ascending, so values are negated; unknown values come last. */
function descendingKey(value: number | null): number {
  return value === null ? Number.POSITIVE_INFINITY : 0 - value;
}

const dayMilliseconds = 86_400_000;

/** An ad saved this many days later ranks the same as one with twice the score. */
export const scoreDoublingDays = 30;

export function scoreWeight(performanceScore: number): number {
  return Math.log2(1 + performanceScore);
}

function ctaLabels({ ctaText, ctaType }: SavedSnapshot): string[] {
  const labels = [ctaText, ctaType].flatMap((label) => (label === null ? [] : [ctaLabel(label)]));
  return [...new Set(labels)];
}

export function ctaLabel(label: string): string {
  return label.toLowerCase();
}

function searchedTexts(ad: SavedSnapshot): string[] {
  const { advertiser, headlines, bodies, description, landingPageUrl, cards } = ad;
  const { legalName = null, payer = null, beneficiary = null } = ad;
  const inCards = cards.flatMap((card) => [card.headline, card.body, card.description, card.landingPageUrl]);
  // Displayed texts come first, since only the beginning of very long texts is searched.
  const shown = [advertiser.name, ad.headline, ad.body, description, landingPageUrl];
  const texts = [...shown, ...headlines, ...bodies, ...inCards, legalName, payer, beneficiary];
  // Nobody sees a template, which is filled for each viewer.
  const isTemplate = (text: string): boolean => text !== landingPageUrl && text.includes('{{');
  return [...new Set(texts.filter((text) => text !== null))].filter((text) => !isTemplate(text));
}

/**
 * The search text of a saved ad is folded text with single spaces around every word, every run of other characters and
 * every run of letters of a script without spaces. So a query matches literally, including punctuation, and spaces mark
 * word boundaries. Texts are separated by line breaks, so no phrase matches across them.
 */
export function savedSearchText(texts: readonly string[]): string {
  const lines = limitTexts(texts)
    .map((text) => splitText(text).join(' '))
    .filter((line) => line !== '');
  return ` ${[...new Set(lines)].join(' \n ')} `;
}

/** Much longer than real ads; processing the largest accepted ad completely would take seconds. */
const maxSearchedLength = 100_000;

function limitTexts(texts: readonly string[]): string[] {
  let left = maxSearchedLength;
  return texts.map((text) => {
    const beginning = text.slice(0, left);
    left -= beginning.length;
    return beginning;
  });
}

/** Words with at least this many letters are also found inside other words; shorter ones would match nearly everywhere. */
const minInfixLetters = 3;

export function wordPattern(word: string): string | null {
  const pieces = splitText(word);
  const [first = ''] = pieces;
  const text = pieces.join('');
  const isInside = text.length >= 2 * minInfixLetters || Array.from(text).length >= minInfixLetters;
  const start = isInside || !spacedLetter.test(first) ? '' : ' ';
  return first === '' ? null : toPattern(`${start}${pieces.join(' ')}`);
}

export function phrasePattern(phrase: string): string | null {
  const pieces = splitText(phrase);
  const [first = '', last = first] = [pieces[0], pieces.at(-1)];
  if (first === '') return null;
  return toPattern(`${wordBoundary(first)}${pieces.join(' ')}${wordBoundary(last)}`);
}

/** Longer comparisons are slow on texts that almost match, and rarely distinguish two ads. */
const maxPatternLength = 500;

function toPattern(text: string): string {
  // Removes half of a surrogate pair.
  const beginning = text.slice(0, maxPatternLength).replace(/[\ud800-\udbff]$/, '');
  return `%${beginning.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Scripts without spaces and punctuation have no visible word boundaries. */
function wordBoundary(piece: string): string {
  return spacedLetter.test(piece) ? ' ' : '';
}

const letter = '[\\p{L}\\p{N}]';
const spacedLetter = new RegExp(`^(?!${unspaced.source})${letter}`, 'u');
const pieces = new RegExp(
  `(?:(?=${letter})${unspaced.source}\\p{M}*)+|(?:(?!${unspaced.source})${letter}\\p{M}*)+|[^\\s\\p{L}\\p{N}]+`,
  'gu',
);

function splitText(text: string): string[] {
  return (
    foldText(text)
      .replace(curlyMarks, (mark) => straightMarks.get(mark) ?? mark)
      .match(pieces) ?? []
  );
}

/** Typographic variants of marks that keyboards type in the plain form. */
const straightMarks: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’ʼ´`′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„«»″', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
]);
const curlyMarks = new RegExp(`[${[...straightMarks.keys()].join('')}]`, 'g');
