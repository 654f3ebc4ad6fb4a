import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { writeTables } from '../writeTables.ts';
import { listBands, similarityOf, type Creative } from './creatives.ts';
import * as sql from './families.sql.ts';

export interface AdCreatives {
  readonly hash: string;
  /** All of them. */
  readonly ids: readonly number[];
  /** Those that the ad did not have before. */
  readonly added: readonly Creative[];
}

/** Of two nearly equal creatives, the one with the lower id first. */
interface Edge {
  readonly one: number;
  readonly other: number;
  readonly similarity: number;
}

/**
 * Joins the families of ads. A family is a set of creatives that ads or similarity connect, and has the number of its
 * lowest one. So it does not depend on the order of recordings, and a repeated one writes the same rows. The row of a creative is
 * written last: without it, it is compared again. No other process joins families meanwhile.
 */
export async function joinFamilies(clickhouse: ClickHouse, ads: readonly AdCreatives[]): Promise<void> {
  const added = new Map(ads.flatMap((ad) => ad.added.map((creative) => [creative.id, creative] as const)));
  if (added.size === 0) return;
  const ids = [...new Set(ads.flatMap((ad) => ad.ids))];
  const stored = new Map((await sql.creativesById(clickhouse, ids)).map((row) => [row.creative, row]));
  const created = [...added.values()].filter(({ id }) => !stored.has(id));
  const edges = await compareWithStored(clickhouse, created, stored);
  const families = createUnion();
  const join = (one: number, other: number): void =>
    families.join(stored.get(one)?.family ?? one, stored.get(other)?.family ?? other);
  for (const { ids: own } of ads) for (const id of own) join(own[0] ?? id, id);
  for (const { one, other } of edges) join(one, other);
  const known = new Set(Array.from(stored.values(), ({ family }) => family));
  const moved = await readMoved(
    clickhouse,
    families.losers().filter((family) => known.has(family)),
  );
  const rows = [
    ...created.map(({ id, kind, text }) => ({ creative: id, kind, text, family: id })),
    ...moved,
  ].map(({ creative, kind, text, family }) => ({ creative, kind, text, family: families.find(family) }));
  await writeTables(clickhouse, [
    ['creative_edges', edges.map(withVersion)],
    ['creative_ads', ads.flatMap(toAdRows)],
    ['family_creatives', rows.filter(hasOtherNumber).map(toMemberRow)],
    ['picture_hashes', created.flatMap(toPictureRows)],
  ]);
  await writeTables(clickhouse, [['creatives', rows.map(toCreativeRow)]]);
}

/** Writes the bands of new creatives. Returns which of these are nearly equal to one another and to stored ones. */
async function compareWithStored(
  clickhouse: ClickHouse,
  created: readonly Creative[],
  stored: Map<number, sql.CreativeRow>,
) {
  const compared = created.filter(({ text }) => text !== '');
  const bands = compared.flatMap((creative) =>
    listBands(creative).map((band) => ({ band, creative: creative.id, version: 1 })),
  );
  await writeTables(clickhouse, [['creative_bands', bands]]);
  const found = await sql.creativesWithBandsOf(
    clickhouse,
    compared.map(({ id }) => id),
  );
  const isCreated = new Set(created.map(({ id }) => id));
  const unread = new Set(
    found.map(({ creative }) => creative).filter((id) => !isCreated.has(id) && !stored.has(id)),
  );
  for (const row of await sql.creativesById(clickhouse, [...unread])) stored.set(row.creative, row);
  const known = new Map<number, Pick<Creative, 'kind' | 'text'>>([
    ...stored,
    ...created.map((creative) => [creative.id, creative] as const),
  ]);
  return candidatePairs(bands, found).flatMap(([one, other]): Edge[] => {
    const [first, second] = [known.get(one), known.get(other)];
    const similarity = first === undefined || second === undefined ? null : similarityOf(first, second);
    return similarity === null ? [] : [{ one, other, similarity }];
  });
}

/** Pairs with a common band, of which at least one is new, each once. */
function candidatePairs(bands: readonly sql.BandRow[], found: readonly sql.BandRow[]): [number, number][] {
  const byBand = new Map<number, Set<number>>();
  for (const { band, creative } of [...found, ...bands]) {
    byBand.set(band, (byBand.get(band) ?? new Set()).add(creative));
  }
  const pairs = new Map<string, [number, number]>();
  for (const { band, creative } of bands) {
    for (const candidate of byBand.get(band) ?? []) {
      if (candidate === creative) continue;
      const pair: [number, number] = creative < candidate ? [creative, candidate] : [candidate, creative];
      pairs.set(pair.join(' '), pair);
    }
  }
  return [...pairs.values()];
}

/** The stored creatives of families that are parts of others now. */
async function readMoved(clickhouse: ClickHouse, families: readonly number[]): Promise<sql.CreativeRow[]> {
  if (families.length === 0) return [];
  const others = await sql.creativesOfFamilies(clickhouse, families);
  return sql.creativesById(clickhouse, [...new Set([...families, ...others])]);
}

/** Disjoint sets of families; the lowest number represents its set. */
export function createUnion() {
  const parents = new Map<number, number>();
  const find = (family: number): number => {
    let root = family;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== family) parents.set(family, root);
    return root;
  };
  return {
    find,
    join: (one: number, other: number): void => {
      const [first, second] = [find(one), find(other)];
      if (first !== second) parents.set(Math.max(first, second), Math.min(first, second));
    },
    /** Families that are part of another. */
    losers: (): number[] => [...parents.keys()],
  };
}

function toAdRows({ hash, added }: AdCreatives): object[] {
  return added.map(({ id }) => ({ creative: id, hash, version: 1 }));
}

function toPictureRows({ id, kind, text }: Creative): object[] {
  return kind === 'picture' ? [{ creative: id, pdq: text, version: 1 }] : [];
}

interface FamilyOfCreative {
  readonly creative: number;
  readonly family: number;
}

function hasOtherNumber({ creative, family }: FamilyOfCreative): boolean {
  return creative !== family;
}

function toMemberRow({ creative, family }: FamilyOfCreative): object {
  return { family, creative, version: 1 };
}

/** The number of a family only becomes lower. */
function toCreativeRow(row: FamilyOfCreative): object {
  return { ...row, version: Number.MAX_SAFE_INTEGER - row.family };
}

function withVersion(row: object): object {
  return { ...row, version: 1 };
}
