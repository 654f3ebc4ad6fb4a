import type { Ad } from '@magpie/contract';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import { advertiserId } from '../ads/identity.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import { listStart, listTexts } from './memory/adColumns.ts';
import { type Selection, selectRows } from './memory/selection.ts';
import type { PastDirectory } from './pastDirectory.ts';
import { type PastVectors, scoreVectors } from './pastVectors.ts';
import { readPastDirectory, requirePastBrands, type ResearchParts } from './research.ts';
import type { CommonFilters } from './selectedAds.ts';
import { type Figures, maxTags, type Similar } from './similar.sql.ts';
import type { Ranking, SimilarSource } from './similar.ts';

/** As the statements of `similar.sql.ts`, of the ads of a moment. Undefined if the name was not known yet. */
export async function openPast(
  parts: ResearchParts,
  companyName: string,
  filters: CommonFilters,
): Promise<SimilarSource | undefined> {
  const directory = await readPastDirectory(parts);
  const { advertisers, columns } = directory;
  const target = advertisers.rows.get(advertisers.ownerOf(advertiserId(companyName)));
  if (target === undefined) return undefined;
  const { readVectors } = requirePastBrands(parts);
  const vectors = await readVectors?.(parts.at ?? '', await parts.newestRecording());
  const selection = selectRows(columns, filters, Number.MAX_SAFE_INTEGER, directory.today);
  const rowsOf = groupByOwner(directory, selection);
  return {
    target,
    rankByVector: rankByVector(directory, target, vectors),
    rankByCategory: rankByCategory(directory, target),
    findMatching: (ids) => ids.filter((id) => rowsOf.has(id)),
    readFigures: (ids) => [...new Set(ids)].flatMap((id) => countFigures(selection, id, rowsOf.get(id))),
    readAdvertisers: (ids) => ids.flatMap((id) => advertisers.rows.get(id) ?? []),
  };
}

/** The matching ads of each advertiser that has some. */
function groupByOwner(
  { owners }: PastDirectory,
  { rows }: Selection,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const row of rows) {
    const owner = owners[row] ?? 0;
    const own = found.get(owner) ?? [];
    own.push(row);
    found.set(owner, own);
  }
  return found;
}

/** As `readFigures`. */
function countFigures({ columns }: Selection, id: number, rows: readonly number[] = []): Figures[] {
  if (rows.length === 0) return [];
  let totalReach = 0;
  const platforms = new Set<string>();
  const tags = new Map<number, number>();
  for (const row of rows) {
    const reach = columns.reach[row] ?? Number.NaN;
    totalReach += Number.isNaN(reach) ? 0 : reach;
    for (const platform of listTexts(columns, columns.platforms, row)) platforms.add(platform);
    for (let at = listStart(columns.tags, row); at < (columns.tags.ends[row] ?? 0); at += 1) {
      const tag = columns.tags.values[at] ?? 0;
      tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
  }
  const frequent = [...tags].toSorted(([one, ads], [other, others]) => others - ads || one - other);
  return [
    {
      advertiserId: id,
      adCount: rows.length,
      totalReach: Math.min(totalReach, Number.MAX_SAFE_INTEGER),
      platforms: [...platforms].toSorted(compareUtf8) as Ad['platforms'],
      tagIds: frequent.slice(0, maxTags).map(([tag]) => tag),
    },
  ];
}

function rankByVector(
  { totals, advertisers }: PastDirectory,
  { advertiser_id: id }: AdvertiserRow,
  vectors: PastVectors | undefined,
): Ranking {
  const isListed = (each: number): boolean => {
    const own = totals.get(each);
    return own !== undefined && own.ads > 0 && own.alias_of === 0;
  };
  const nameOf = ({ advertiserId: each }: Similar): string => advertisers.rows.get(each)?.name ?? '';
  const scored = vectors === undefined ? [] : scoreVectors(vectors, id);
  const ranked = scored
    .filter(({ advertiserId: each }) => isListed(each))
    .toSorted((one, other) => other.similarity - one.similarity || compareUtf8(nameOf(one), nameOf(other)));
  return (limit) => Promise.resolve(ranked.slice(0, limit));
}

/** As `findSimilarByCategory`. */
function rankByCategory({ totals, advertisers }: PastDirectory, target: AdvertiserRow): Ranking {
  const wanted = new Set(target.categories);
  const ranked = [...advertisers.rows.values()]
    .flatMap(({ advertiser_id: id, name, categories }) => {
      const shared = categories.filter((each) => wanted.has(each)).length;
      const ads = totals.get(id)?.ads ?? 0;
      if (shared === 0 || ads === 0 || id === target.advertiser_id) return [];
      const all = new Set([...categories, ...wanted]).size;
      return [{ advertiserId: id, similarity: round(shared / all), ads, name }];
    })
    .toSorted(
      (one, other) =>
        other.similarity - one.similarity || other.ads - one.ads || compareUtf8(one.name, other.name),
    );
  return (limit) =>
    Promise.resolve(
      ranked.slice(0, limit).map(({ advertiserId: id, similarity }) => ({ advertiserId: id, similarity })),
    );
}

function round(similarity: number): number {
  return Math.round(similarity * 1e4) / 1e4;
}
