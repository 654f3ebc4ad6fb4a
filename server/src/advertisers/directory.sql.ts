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

/**
 * The advertisers whose names fit, with what they come to. Nothing is read FINAL, which would merge all of both tables: a
 * name never changes, and of the rest the newest row of the few that are found counts.
 */
export function speltLike(sought: Sought): string {
  return `SELECT advertiser_id, any(names.name) AS name, argMax(names.brand_logo, names.version) AS brand_logo,
       argMax(totals.ads, totals.built_at) AS ads, argMax(totals.reach, totals.built_at) AS reach,
       argMax(totals.platforms, totals.built_at) AS platforms, any(names.closeness) AS closeness
     FROM advertiser_totals AS totals
     GLOBAL RIGHT JOIN (
       SELECT advertiser_id, name, brand_logo, version, ${closenessOf(sought)} AS closeness
       FROM advertisers
       WHERE closeness < ${closeness.notFound}
     ) AS names USING (advertiser_id)
     GROUP BY advertiser_id`;
}

function closenessOf({ letters, domains }: Sought): string {
  const ways: (readonly [condition: string, closeness: number])[] = [
    ['advertiser_id = {advertiserId:UInt64}', closeness.sameName],
  ];
  if (letters !== '') ways.push(['name_words = {words:String}', closeness.sameWords]);
  if (domains.length > 0) ways.push([hasDomain, closeness.domain]);
  if (letters !== '') {
    ways.push([beginsWithLetters, closeness.prefix]);
    ways.push([hasBeginnings, closeness.words]);
  }
  return `multiIf(${ways.flat().join(', ')}, ${closeness.notFound})`;
}

const hasDomain = `advertiser_id GLOBAL IN (
  SELECT advertiser_id FROM advertiser_totals FINAL WHERE hasAny(domains, {domains:Array(String)})
)`;

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
    `SELECT advertiser_id, name_words, ${closenessOf(sought)} AS closeness
     FROM advertisers
     PREWHERE ${sought.domains.length > 0 ? `(${sharesPairs}) OR ${hasDomain}` : sharesPairs}
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), all, missing, sure, limit },
  );
}

type Named = Pick<CountedAdvertiser, 'advertiser_id' | 'name' | 'brand_logo'>;
type Totals = Pick<CountedAdvertiser, 'ads' | 'reach' | 'platforms'>;

/** Each of these, in no order. Two statements at once take half as long as one that joins. */
export async function countedAdvertisers(
  clickhouse: ClickHouse,
  ids: readonly number[],
): Promise<CountedAdvertiser[]> {
  const [named, totals] = await Promise.all([
    clickhouse.read<Named>(
      `SELECT advertiser_id, any(name) AS name, argMax(brand_logo, version) AS brand_logo
       FROM advertisers
       WHERE advertiser_id IN {ids:Array(UInt64)}
       GROUP BY advertiser_id`,
      { ids },
    ),
    clickhouse.read<Totals & { advertiser_id: number }>(
      `SELECT advertiser_id, argMax(advertiser_totals.ads, built_at) AS ads,
         argMax(advertiser_totals.reach, built_at) AS reach,
         argMax(advertiser_totals.platforms, built_at) AS platforms
       FROM advertiser_totals
       WHERE advertiser_id IN {ids:Array(UInt64)}
       GROUP BY advertiser_id`,
      { ids },
    ),
  ]);
  const totalsOf = new Map(totals.map((each) => [each.advertiser_id, each]));
  return named.map((each) => Object.assign(each, totalsOf.get(each.advertiser_id) ?? withoutAds()));
}

function withoutAds(): Totals {
  return { ads: 0, reach: 0, platforms: [] };
}

/** Names by how many letters they share with what was typed, and how few others they have; none that shares nothing. */
export async function namesAlike(clickhouse: ClickHouse, letters: string, limit: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT DISTINCT name, ngramDistanceUTF8(name_letters, {letters:String}) AS distance,
       editDistanceUTF8(name_letters, {letters:String}) AS mistakes
     FROM advertisers
     WHERE distance < 1 OR mistakes < lengthUTF8({letters:String})
     ORDER BY distance, mistakes, name
     LIMIT {limit:UInt32}`,
    { letters, limit },
  );
  return rows.map((row) => row.name);
}
