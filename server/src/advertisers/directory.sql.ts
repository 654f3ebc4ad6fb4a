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

export interface FoundAdvertiser extends CountedAdvertiser {
  readonly closeness: number;
}

/** The advertisers whose names fit best as they are spelt. */
export function advertisersSpelt(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<FoundAdvertiser[]> {
  return clickhouse.read<FoundAdvertiser>(
    `${speltLike(sought)}
     ORDER BY closeness, ads DESC, name
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), limit },
  );
}

/** The advertisers whose names fit, with what they come to. */
export function speltLike(sought: Sought): string {
  return counted(
    'advertiser_totals',
    `SELECT advertiser_id, name, brand_logo, version, ${closenessOf(sought)} AS closeness
     FROM advertisers
     WHERE closeness < ${closeness.notFound}`,
  );
}

/**
 * Some advertisers with their totals. Nothing is read FINAL, which would merge all of both tables: a name never changes,
 * and of the rest the newest row of the few that are found counts.
 */
function counted(totals: string, names: string): string {
  return `SELECT advertiser_id, any(names.name) AS name, argMax(names.brand_logo, names.version) AS brand_logo,
       argMax(totals.ads, totals.built_at) AS ads, argMax(totals.reach, totals.built_at) AS reach,
       argMax(totals.platforms, totals.built_at) AS platforms, any(names.closeness) AS closeness
     FROM ${totals} AS totals
     GLOBAL RIGHT JOIN (${names}) AS names USING (advertiser_id)
     GROUP BY advertiser_id`;
}

function closenessOf({ letters, domains }: Sought): string {
  const ways: (readonly [condition: string, closeness: number])[] = [
    ['advertiser_id = {advertiserId:UInt64}', closeness.sameName],
  ];
  if (letters !== '') ways.push(['name_words = {words:String}', closeness.sameWords]);
  if (domains.length > 0) ways.push([`advertiser_id GLOBAL IN (${ownersOfDomains})`, closeness.domain]);
  if (letters !== '') {
    ways.push([beginsWithLetters, closeness.prefix]);
    ways.push([hasBeginnings, closeness.words]);
  }
  return `multiIf(${ways.flat().join(', ')}, ${closeness.notFound})`;
}

const ownersOfDomains =
  'SELECT advertiser_id FROM advertiser_totals FINAL WHERE hasAny(domains, {domains:Array(String)})';

/** `name_letters` without reading it: the first letter alone rules most names out. */
const beginsWithLetters = `startsWith(name_words, {firstLetter:String})
  AND startsWith(replaceAll(name_words, ' ', ''), {letters:String})`;

const hasBeginnings = 'NOT has(multiSearchAllPositions(name_words, {beginnings:Array(String)}), 0)';

export function speltParameters({ advertiserId, words, letters, beginnings, domains }: Sought): Parameters {
  const firstLetter = Array.from(words).slice(0, 2).join('');
  return { advertiserId, words, letters, firstLetter, beginnings, domains };
}

export interface Candidate {
  readonly advertiser_id: number;
  readonly name_words: string;
  readonly closeness: number;
}

/** In no order, and again where rows wait for their merge: the advertisers whose names fit, and those that share enough pairs of letters to fit with mistakes. */
export function candidatesFor(
  clickhouse: ClickHouse,
  sought: Sought,
  { all, missing, sure }: Pairs,
  limit: number,
): Promise<Candidate[]> {
  return clickhouse.read<Candidate>(
    `SELECT advertiser_id, name_words, ${closenessOf(sought)} AS closeness
     FROM advertisers
     WHERE closeness < ${closeness.notFound}
       OR (bitAnd(name_pairs, {sure:UInt256}) = {sure:UInt256}
         AND bitCount(bitAnd({all:UInt256}, bitNot(name_pairs))) <= {missing:UInt16})
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), all, missing, sure, limit },
  );
}

/** Each of these, in no order. */
export function countedAdvertisers(
  clickhouse: ClickHouse,
  ids: readonly number[],
): Promise<CountedAdvertiser[]> {
  const these = 'advertiser_id IN {ids:Array(UInt64)}';
  return clickhouse.read<CountedAdvertiser>(
    counted(
      `(SELECT advertiser_id, ads, reach, platforms, built_at FROM advertiser_totals WHERE ${these})`,
      `SELECT advertiser_id, name, brand_logo, version, 0 AS closeness FROM advertisers WHERE ${these}`,
    ),
    { ids },
  );
}

/** Names that share letters with what was typed or stand at its beginning, the most alike first. */
export async function namesAlike(clickhouse: ClickHouse, letters: string, limit: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT DISTINCT name, ngramDistanceUTF8(name_letters, {letters:String}) AS distance
     FROM advertisers
     WHERE distance < 0.75 OR (lengthUTF8(name_letters) >= 3 AND startsWith({letters:String}, name_letters))
     ORDER BY distance, name
     LIMIT {limit:UInt32}`,
    { letters, limit },
  );
  return rows.map((row) => row.name);
}
