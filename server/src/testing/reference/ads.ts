import { languageOfCode } from '@magpie/contract';
import type { Derived } from '../../ads/enrichment.ts';
import type { KnownAd } from '../../ads/knownAd.ts';

/**
 * A second opinion on what the research procedures answer: plain loops over arrays of ads, written from the words of the
 * specification and not from the statements, so that a mistake would have to be made twice to go unseen.
 */

/** An ad as it is known, and what was found out about it. */
export interface IndexedAd extends KnownAd {
  readonly derived: Derived;
}

export interface StoredAdvertiser {
  readonly advertiserId: number;
  /** In the casing first seen. */
  readonly name: string;
  readonly logoUrl: string | null;
  readonly categories: readonly string[];
}

/** All that is known, at one time. */
export interface World {
  readonly ads: readonly IndexedAd[];
  readonly advertisers: readonly StoredAdvertiser[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** What every question about one advertiser is narrowed by. */
export interface Filters {
  readonly companyName: string;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly status: 'active' | 'inactive' | 'all';
  readonly mediaType: 'image' | 'video' | 'all';
  readonly language?: string | undefined;
}

/** Whatever the case: `straße` is `STRASSE`. */
export function caseless(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

export function advertiserNamed(world: World, name: string): StoredAdvertiser | undefined {
  return world.advertisers.find((each) => caseless(each.name) === caseless(name));
}

/** The ads that a question is about. */
export function adsMeant(world: World, filters: Filters): IndexedAd[] {
  const advertiser = advertiserNamed(world, filters.companyName);
  return world.ads.filter((ad) => {
    if (ad.advertiserId !== advertiser?.advertiserId) return false;
    if (filters.status !== 'all' && statusOf(ad, world.today) !== filters.status) return false;
    if (filters.mediaType !== 'all' && ad.derived.mediaType !== filters.mediaType) return false;
    return isIn(filters.language, ad) && isWithin(ad, filters);
  });
}

function isIn(language: string | undefined, ad: IndexedAd): boolean {
  return language === undefined || ad.derived.language === languageOfCode(language);
}

/** By the day it started, or by the instant it was first seen where that is not known. */
function isWithin(ad: IndexedAd, { dateFrom, dateTo }: Filters): boolean {
  const start = ad.facts.startDate;
  const from = dateFrom === undefined ? -Infinity : Date.parse(dateFrom);
  const to = dateTo === undefined ? Infinity : Date.parse(dateTo);
  if (start === null) {
    const seen = Date.parse(ad.firstSeenAt);
    const last = dateTo?.length === 10 ? to + oneDay - 1 : to;
    return from <= seen && seen <= last;
  }
  // A day counts as soon as any of it lies in the range.
  return Date.parse(start) + oneDay > from && Date.parse(start) <= to;
}

export const oneDay = 86_400_000;

/** One that nobody said has ended runs for some days after a source last showed it. */
export function statusOf(ad: IndexedAd, today: string): 'active' | 'inactive' {
  return firstDay(ad) <= today && isExpected(ad, today) ? 'active' : 'inactive';
}

/** Also for one that a source announced not long ago. */
export function isExpected(ad: IndexedAd, today: string): boolean {
  if (ad.facts.status === 'inactive') return false;
  if (ad.facts.endDate !== null && ad.facts.endDate < today) return false;
  return dayBefore(today, ad.freshnessDays) <= confirmedDay(ad);
}

function confirmedDay(ad: IndexedAd): string {
  if (ad.lastConfirmedAt !== null) return ad.lastConfirmedAt.slice(0, 10);
  if (ad.freshnessDays > 0) return firstDay(ad);
  const [first = ''] = [firstDay(ad), ad.firstSeenAt.slice(0, 10)].toSorted();
  return dayBefore(first, 1);
}

export function firstDay(ad: IndexedAd): string {
  return ad.facts.startDate ?? ad.firstSeenAt.slice(0, 10);
}

/** The last day that it ran on, as far as is known. */
export function lastDay(ad: IndexedAd, today: string): string {
  if (statusOf(ad, today) === 'active') return today;
  const { endDate } = ad.facts;
  const end = endDate !== null && endDate < today ? endDate : confirmedDay(ad);
  return end < today ? end : today;
}

export function daysRunning(ad: IndexedAd, today: string): number {
  const days = (Date.parse(lastDay(ad, today)) - Date.parse(firstDay(ad))) / oneDay;
  return days < 1 ? 1 : days;
}

/** Exact if its source states the start, and the end or that it runs. */
export function daysRunningKind(ad: IndexedAd, today: string): 'exact' | 'atLeast' {
  const { startDate, endDate, status } = ad.facts;
  const isRunning = statusOf(ad, today) === 'active';
  const isEndKnown = endDate === null ? isRunning && status === 'active' : isRunning || endDate < today;
  return startDate !== null && isEndKnown ? 'exact' : 'atLeast';
}

export function dayBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * oneDay).toISOString().slice(0, 10);
}

export function reachOf(ad: IndexedAd): number | null {
  return ad.facts.reach?.value ?? null;
}

/** Likes, comments and shares of the newest snapshot; null when none of them is known. */
export function engagementOf({ latest }: IndexedAd): number | null {
  const counted = [latest?.likes, latest?.comments, latest?.shares].filter(isKnown);
  return counted.length === 0 ? null : wholeSum(counted);
}

function isKnown<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Unknown values are left out, and no number exceeds what JSON carries exactly. */
export function sum(values: readonly (number | null)[]): number {
  const total = values.reduce<bigint>((all, value) => all + BigInt(value ?? 0), 0n);
  return total > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(total);
}

/** Without a limit, for shares of it. */
export function wholeSum(values: readonly (number | null)[]): number {
  return values.reduce<number>((all, value) => all + (value ?? 0), 0);
}

/** Of nothing there is none. */
export function averageOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : wholeSum(values) / values.length;
}

/** Dates and times of one form are in the order of their text. */
export function earliest(times: readonly [string, ...string[]]): string;
export function earliest(times: readonly string[]): string | null;
export function earliest(times: readonly string[]): string | null {
  return times.toSorted()[0] ?? null;
}

export function latest(times: readonly [string, ...string[]]): string;
export function latest(times: readonly string[]): string | null;
export function latest(times: readonly string[]): string | null {
  return times.toSorted().at(-1) ?? null;
}

/** By the bytes of UTF-8, which for characters beyond U+FFFF is not the order of JavaScript. */
export function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Highest first, ties by what the entries are called. */
export function ranked<Entry>(
  entries: Iterable<Entry>,
  value: (entry: Entry) => number,
  nameOf: (entry: Entry) => string | number,
): Entry[] {
  return [...entries].toSorted(
    (one, other) => value(other) - value(one) || inOrder(nameOf(one), nameOf(other)),
  );
}

function inOrder(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : byBytes(String(one), String(other));
}

/** The ads by something that each of them has any number of. */
export function groupedBy<Key>(
  ads: readonly IndexedAd[],
  keysOf: (ad: IndexedAd) => Iterable<Key>,
): Map<Key, IndexedAd[]> {
  const groups = new Map<Key, IndexedAd[]>();
  for (const ad of ads) {
    for (const key of new Set(keysOf(ad))) groups.set(key, [...(groups.get(key) ?? []), ad]);
  }
  return groups;
}

/** In the order of the alphabet, each once. */
export function platformsOf(ads: readonly IndexedAd[]): IndexedAd['facts']['platforms'] {
  return [...new Set(ads.flatMap((ad) => ad.facts.platforms))].toSorted();
}

/** The first thumbnail of its media and cards; an image may stand for itself. */
export function pictureOf({ facts }: IndexedAd): string | null {
  for (const each of [...facts.media, ...facts.cards.flatMap((card) => card.media)]) {
    if (each.thumbnailUrl !== null) return each.thumbnailUrl;
    if (each.type === 'image') return each.url;
  }
  return null;
}
