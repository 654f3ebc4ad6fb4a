import type { Ad } from '@magpie/contract';
import type { ClickHouse, Parameters } from '../kernel/clickhouse/clickhouse.ts';
import type { Pairs, Sought } from './sought.ts';

/** An advertiser with what its ads come to. */
export interface CountedAdvertiser {
  readonly advertiser_id: number;
  readonly name: string;
  readonly brand_logo: string | null;
  readonly ads: number;
  readonly reach: number;
  readonly platforms: Ad['platforms'];
}

/** How well a name fits what was typed, as it is spelt: the smaller the number, the better. */
export const closeness = { sameName: 0, sameWords: 1, domain: 2, prefix: 3, words: 4, notFound: 5 } as const;

/** An advertiser whose name may be what was typed. */
export interface Candidate {
  readonly advertiser_id: number;
  readonly name: string;
  readonly name_words: string;
  readonly ads: number;
  readonly closeness: number;
  /** Of the rows that wait for their merge the one of the highest number counts. */
  readonly counted_at: number;
}

const candidate = 'advertiser_id, name, name_words, ads, toUnixTimestamp64Milli(built_at) AS counted_at';

/**
 * The advertisers whose names fit best as they are spelt. Not read FINAL, which would merge all of the table: a name never
 * changes, so that all rows of an advertiser fit or none, and the newest of them is found among them. Only a domain may
 * fit an older row, which `countedAdvertisers` tells.
 */
export function advertisersSpelt(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<Candidate[]> {
  return clickhouse.read<Candidate>(
    `SELECT *
     FROM (
       SELECT ${candidate}, ${closenessOf(sought)} AS closeness
       FROM advertiser_totals
       WHERE closeness < ${closeness.notFound}
       ORDER BY counted_at DESC
       LIMIT 1 BY advertiser_id
     )
     ORDER BY closeness, ads DESC, name
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), limit },
  );
}

/** Whether a name fits as it is spelt. */
export function isSpelt(sought: Sought): string {
  return `${closenessOf(sought)} < ${closeness.notFound}`;
}

function closenessOf({ letters, beginnings, domains }: Sought): string {
  const ways: (readonly [condition: string, closeness: number])[] = [
    ['advertiser_id = {advertiserId:UInt64}', closeness.sameName],
  ];
  if (letters !== '') ways.push(['name_words = {words:String}', closeness.sameWords]);
  if (domains.length > 0) ways.push([hasDomain, closeness.domain]);
  if (letters !== '') {
    ways.push([beginsWithLetters, closeness.prefix]);
    ways.push([beginnings.length === 1 ? hasBeginning : hasBeginnings, closeness.words]);
  }
  return `multiIf(${ways.flat().join(', ')}, ${closeness.notFound})`;
}

const hasDomain = 'hasAny(domains, {domains:Array(String)})';

/** `name_letters` without reading it: the first letter alone rules most names out. */
const beginsWithLetters = `startsWith(name_words, {firstLetter:String})
  AND startsWith(replaceAll(name_words, ' ', ''), {letters:String})`;

/** One word is by far the most frequent, and found in half the time. */
const hasBeginning = 'position(name_words, {beginnings:Array(String)}[1]) > 0';
const hasBeginnings = 'NOT has(multiSearchAllPositions(name_words, {beginnings:Array(String)}), 0)';

export function speltParameters({ advertiserId, words, letters, beginnings, domains }: Sought): Parameters {
  const firstLetter = Array.from(words).slice(0, 2).join('');
  return { advertiserId, words, letters, firstLetter, beginnings, domains };
}

/**
 * The advertisers whose names fit, and others that share as many pairs of letters and may fit with mistakes. In no order,
 * and one again where rows of it wait for their merge.
 */
export function candidatesFor(
  clickhouse: ClickHouse,
  sought: Sought,
  { all, missing, sure }: Pairs,
  limit: number,
): Promise<Candidate[]> {
  const sharesPairs = `bitAnd(name_pairs, {sure:UInt256}) = {sure:UInt256}
    AND bitCount(bitAnd({all:UInt256}, bitNot(name_pairs))) <= {missing:UInt16}`;
  return clickhouse.read<Candidate>(
    `SELECT ${candidate}, ${closenessOf(sought)} AS closeness
     FROM advertiser_totals
     PREWHERE ${sought.domains.length > 0 ? `(${sharesPairs}) OR ${hasDomain}` : sharesPairs}
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), all, missing, sure, limit },
  );
}

export interface FoundAdvertiser extends CountedAdvertiser {
  readonly closeness: number;
}

/** What each of these comes to now, and how well it fits as it is spelt; in no order. */
export function countedAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought,
  ids: readonly number[],
): Promise<FoundAdvertiser[]> {
  return clickhouse.read<FoundAdvertiser>(
    `SELECT advertiser_id, name, brand_logo, ads, reach, platforms, ${closenessOf(sought)} AS closeness
     FROM advertiser_totals FINAL
     WHERE advertiser_id IN {ids:Array(UInt64)}`,
    { ...speltParameters(sought), ids },
  );
}

/** Names by how many letters they share with what was typed, and how few others they have; none that shares nothing. */
export async function namesAlike(clickhouse: ClickHouse, letters: string, limit: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT DISTINCT name, ngramDistanceUTF8(name_letters, {letters:String}) AS distance,
       editDistanceUTF8(name_letters, {letters:String}) AS mistakes
     FROM advertiser_totals
     WHERE distance < 1 OR mistakes < lengthUTF8({letters:String})
     ORDER BY distance, mistakes, name
     LIMIT {limit:UInt32}`,
    { letters, limit },
  );
  return rows.map((row) => row.name);
}
