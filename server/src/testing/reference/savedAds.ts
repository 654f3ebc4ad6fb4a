import {
  type Ad,
  AdMeasurements,
  type contract,
  type InputOf,
  languageOfCode,
  type SavedAd,
} from '@magpie/contract';
import { foldText } from '../../ads/fold.ts';

/** `ads.list` once more, in plain loops over everything that was saved. */

export type ListInput = NonNullable<InputOf<typeof contract.ads.list>>;

/** One copy of an ad: whose it is, what was frozen, what the index says now, and the boards that hold it. */
export interface ReferenceCopy {
  /** Lower is closer to the caller. */
  readonly scope: number;
  readonly ad: Ad;
  /** Undefined where the index does not have the ad. */
  readonly current: AdMeasurements | undefined;
  readonly savedAt: Date;
  readonly boardIds: readonly number[];
}

/** What somebody who sees all these copies and follows these advertisers is to be shown. */
export function expectedList(
  copies: readonly ReferenceCopy[],
  followed: readonly string[],
  input: ListInput,
): SavedAd[] {
  const { boardId = 'ALL' } = input;
  const isNearest = (one: ReferenceCopy): boolean =>
    copies.every((other) => other.ad.hash !== one.ad.hash || other.scope >= one.scope);
  const meant = copies.filter((copy) =>
    boardId === 'ALL' ? isNearest(copy) : copy.boardIds.includes(boardId),
  );
  return meant
    .filter((copy) => isChosen(adNow(copy), followed, input) && fits(copy.ad, input.searchQuery ?? ''))
    .toSorted(inOrder(input.sortBy ?? 'recommended'))
    .map((copy) => shownAs(copy, copies));
}

function adNow({ ad, current }: ReferenceCopy): Ad {
  return { ...ad, ...current };
}

function shownAs(copy: ReferenceCopy, copies: readonly ReferenceCopy[]): SavedAd {
  const { ad, savedAt } = copy;
  const boardIds = copies.filter((other) => other.ad.hash === ad.hash).flatMap((other) => other.boardIds);
  const bodies = [...new Set([...ad.bodies, ...ad.cards.flatMap((card) => card.body ?? [])])];
  return {
    ...adNow(copy),
    body: bodies[0] ?? null,
    bodies,
    savedAs: AdMeasurements.strip().parse(ad),
    savedAt: savedAt.toISOString(),
    note: null,
    labels: [],
    stage: null,
    boardIds: boardIds.toSorted((one, other) => one - other),
  };
}

/** Highest first, unknown last, ties by hash. */
function inOrder(
  sortBy: NonNullable<ListInput['sortBy']>,
): (one: ReferenceCopy, other: ReferenceCopy) => number {
  const value = (copy: ReferenceCopy): number | null => {
    const [ad, { savedAt }] = [adNow(copy), copy];
    if (sortBy === 'recommended') {
      return Math.log2(1 + ad.performanceScore) + savedAt.getTime() / 86_400_000 / 30;
    }
    if (sortBy === 'date') return ad.startDate === null ? null : Date.parse(ad.startDate);
    if (sortBy === 'daysRunning') return ad.daysRunning;
    return sortBy === 'views' ? ad.reach.value : ad.engagement[sortBy];
  };
  const unknown = -1;
  return (one, other) =>
    (value(other) ?? unknown) - (value(one) ?? unknown) || (one.ad.hash < other.ad.hash ? -1 : 1);
}

function isChosen(ad: Ad, followed: readonly string[], input: ListInput): boolean {
  const { platforms, formats, adTypes, languages, ctaTypes, companyNames } = input;
  return (
    isAmong(platforms, ad.platforms) &&
    isAmong(formats, [ad.format]) &&
    isAmong(adTypes, [ad.adType]) &&
    isAmong(
      languages?.map((code) => languageOfCode(code) ?? code),
      [ad.language],
    ) &&
    isAmong(ctaTypes, [ad.ctaText, ad.ctaType]) &&
    // Of nobody, no ad is meant; an empty list would mean all.
    isAmong(companyNames === 'FOLLOWED' ? ['nobody', ...followed] : companyNames, [ad.advertiser.name]) &&
    (input.isPartnership !== true || ad.isPartnership) &&
    isWithin(ad.reach.value, input) &&
    startsWithin(ad, input)
  );
}

/** Values of ads that differ in case only do not occur here, so case can be left out of every comparison. */
function isAmong(wanted: readonly string[] | undefined, values: readonly (string | null)[]): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  const lower = new Set(wanted.map((text) => text.toLowerCase()));
  return values.some((value) => value !== null && lower.has(value.toLowerCase()));
}

function isWithin(value: number | null, { viewsMin, viewsMax }: ListInput): boolean {
  if (viewsMin === undefined && viewsMax === undefined) return true;
  return value !== null && value >= (viewsMin ?? 0) && value <= (viewsMax ?? Number.POSITIVE_INFINITY);
}

/** A start that is known to the day lies in every range that touches its day. */
function startsWithin({ startDate, firstSeenAt }: Ad, { dateFrom, dateTo }: ListInput): boolean {
  const start = Date.parse(startDate ?? firstSeenAt);
  const bound = (text: string): number =>
    Date.parse(startDate === null ? text : new Date(text).toISOString().slice(0, 10));
  const end = dateTo?.length === 10 ? `${dateTo}T23:59:59.999Z` : dateTo;
  return (dateFrom === undefined || start >= bound(dateFrom)) && (end === undefined || start <= bound(end));
}

/** Every word and phrase is in one of the texts, and none of those with a minus is in any, unless the whole query is. */
function fits(ad: Ad, searchQuery: string): boolean {
  const inCards = ad.cards.flatMap((card) => [
    card.headline,
    card.body,
    card.description,
    card.landingPageUrl,
  ]);
  const texts = [
    ad.advertiser.name,
    ...ad.headlines,
    ...ad.bodies,
    ad.description,
    ad.landingPageUrl,
    ...inCards,
  ];
  const folded = texts.map((text) => foldText(text ?? '').replace(/\s+/g, ' '));
  const has = (term: string): boolean => folded.some((text) => patternOf(foldText(term)).test(text));
  const terms: string[] = searchQuery.match(/-?"[^"]+"|\S+/g) ?? [];
  const excluded = terms.filter((term) => term.startsWith('-'));
  return (
    terms.filter((term) => !term.startsWith('-')).every(has) &&
    (!excluded.some((term) => has(term.slice(1))) || has(`"${searchQuery}"`))
  );
}

/** A letter of a script that puts spaces between words. */
const spaced = String.raw`[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hangul}]]`;

function patternOf(term: string): RegExp {
  const isPhrase = term.startsWith('"');
  const text = isPhrase ? term.slice(1, -1) : term;
  const letters = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const beginsWord = new RegExp(`^${spaced}`, 'v').test(text) && (isPhrase || Array.from(text).length < 3);
  const endsWord = isPhrase && new RegExp(`${spaced}$`, 'v').test(text);
  return new RegExp(`${beginsWord ? `(?<!${spaced})` : ''}${letters}${endsWord ? `(?!${spaced})` : ''}`, 'v');
}
