import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import { libraryOfKey } from '../ads/coverage.ts';
import type { CoveredGroup } from '../ads/coverage.sql.ts';
import { sumEngagement } from '../ads/knownAd.ts';
import { createMomentCache, type ReadMoment } from '../ads/past/momentCache.ts';
import { readPastRows } from '../ads/past/pastAd.ts';
import {
  type PastAdvertisers,
  readPastAdvertisers,
  type ReadPastAdvertisers,
} from '../ads/past/pastAdvertisers.ts';
import { type PastLimits, readPastAds } from '../ads/past/pastIndex.ts';
import { pickColumns } from '../ads/past/pastIndex.sql.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import { addQueryColumns, type AdRow, fromRow, type QueryColumns } from '../ads/rows.ts';
import { getStartDate } from '../ads/run.ts';
import { firstDayOf, maxWindowDays } from './changedDays.ts';
import { bitOfPlatform, type GroupRow, type ShownAd } from './trending.sql.ts';
import { sumDays, type TrendingSums } from './trendingDays.ts';

/** The ads that were launched in the longest window before a moment, as they were known then. */
export interface PastLaunches {
  /** `YYYY-MM-DD` of the moment. */
  readonly today: string;
  /** What leaderboards are made of. */
  readonly sums: TrendingSums;
  readonly groups: readonly CoveredGroup[];
  readonly launches: readonly Launch[];
  /** Ads with a start after the moment. */
  readonly planned: readonly Launch[];
  /** Those of these ads. */
  readonly advertisers: PastAdvertisers;
}

export interface PastTrending {
  readonly readLaunches: ReadMoment<PastLaunches>;
  /** The ids of all advertisers of each category, also of those without launches. */
  readonly readCategories: ReadMoment<ReadonlyMap<string, readonly number[]>>;
  /** The advertisers to which these names belonged. */
  readonly resolveIds: (nameIds: readonly number[], at: string) => Promise<number[]>;
  readonly readShownAds: (hashes: readonly string[], at: string) => Promise<ShownAd[]>;
}

interface PastTrendingParts extends PastDeps, PastLimits {
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly maxBytes: number;
}

/** Of an ad and its part in the sums of its day, at most. */
const bytesPerAd = 800;
const bytesPerId = 16;
/** Of the memory, for categories. */
const shareOfCategories = 0.1;

export function createPastTrending(parts: PastTrendingParts): PastTrending {
  const { clickhouse, maxBytes } = parts;
  return {
    readLaunches: createMomentCache({
      maxBytes: Math.floor(maxBytes * (1 - shareOfCategories)),
      bytesOf: ({ launches, planned }) => 10_000 + (launches.length + planned.length) * bytesPerAd,
      read: (at) => readLaunches(parts, at),
    }),
    readCategories: createMomentCache({
      maxBytes: Math.floor(maxBytes * shareOfCategories),
      bytesOf: countCategoryBytes,
      read: async (at, newest) => groupByCategory(await parts.readPastAdvertisers(at, newest)),
    }),
    resolveIds: async (nameIds, at) => {
      const { ownerOf } = await readPastAdvertisers(clickhouse, nameIds, at);
      return nameIds.map(ownerOf);
    },
    readShownAds: async (hashes, at) => (await readPastRows(parts, hashes, at)).map(toShownAd),
  };
}

export type Launch = ReturnType<typeof toLaunch>;

const launchColumns = pickColumns(
  'key',
  'platforms',
  'countries',
  'start_date',
  'first_seen_at',
  'last_seen_at',
  'captured_at',
  'likes',
  'comments',
  'shares',
  'rank_country',
  'tag_ids',
);

/** As `trendingRow`. */
function toLaunch(row: ReturnType<typeof launchColumns.ofFolded>) {
  const { hash, platforms, first_seen_at: firstSeenAt, likes, comments, shares } = row;
  return {
    hash,
    day: getStartDate({ startDate: row.start_date, firstSeenAt }),
    nameId: row.name_id,
    country: row.rank_country,
    platforms,
    platformBits: platforms.reduce((bits, platform) => bits | bitOfPlatform(platform), 0),
    engagement: row.captured_at === null ? null : sumEngagement({ likes, comments, shares }),
    tagIds: row.tag_ids,
    starts: Number(row.start_date !== null),
    firstSeenAt,
    lastSeenAt: row.last_seen_at,
    library: libraryOfKey(row.key),
    countries: row.countries,
  };
}

const lastDay = '2299-12-31';

async function readLaunches(parts: PastTrendingParts, at: string): Promise<PastLaunches> {
  const today = at.slice(0, 10);
  const launched = { from: firstDayOf(today, maxWindowDays), to: lastDay };
  const found: Launch[] = [];
  for await (const rows of readPastAds(parts, { at, launched }, launchColumns, parts)) {
    found.push(...rows.map(toLaunch).filter(({ day }) => day >= launched.from));
  }
  const launches = found.filter(({ day }) => day <= today);
  const nameIds = [...new Set(found.map((launch) => launch.nameId))];
  const advertisers = await readPastAdvertisers(parts.clickhouse, nameIds, at);
  const owners = [...new Set(nameIds.map(advertisers.ownerOf))];
  const names = new Map(owners.map((id) => [id, listedName(advertisers.rows.get(id))]));
  const sums = sumDays(
    today,
    {
      byTag: groupLaunches(launches, ({ tagIds }) => tagIds),
      byAdvertiser: groupLaunches(launches, ({ nameId }) => [advertisers.ownerOf(nameId)]),
    },
    names,
  );
  const planned = found.filter(({ day }) => day > today);
  return { today, sums, groups: coverGroups(launches), launches, planned, advertisers };
}

function groupByCategory({ rows }: PastAdvertisers): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { advertiser_id: id, categories } of rows.values()) {
    for (const category of new Set(categories)) {
      const ids = found.get(category) ?? [];
      ids.push(id);
      found.set(category, ids);
    }
  }
  return found;
}

function countCategoryBytes(categories: ReadonlyMap<string, readonly number[]>): number {
  let bytes = 0;
  for (const [name, ids] of categories) bytes += 200 + 2 * name.length + ids.length * bytesPerId;
  return bytes;
}

function toShownAd(row: AdRow): ShownAd {
  const columns: Partial<QueryColumns> = {};
  addQueryColumns(columns, fromRow(row));
  const [headline = ''] = row.headlines;
  return {
    hash: row.hash,
    headline: headline === '' ? null : headline,
    thumbnailUrl: columns.thumbnail_url ?? null,
  };
}

/** Empty for advertisers that no list contains. */
function listedName(row: AdvertiserRow | undefined): string {
  if (row === undefined) return '';
  const { name, external_ids: ids } = row;
  return isPlaceholderName(name, ids.length === 0 ? 'field' : 'page', ids) ? '' : name;
}

/** As `readGroups`. */
function groupLaunches(
  launches: readonly Launch[],
  keysOf: (launch: Launch) => readonly number[],
): GroupRow[] {
  const found = new Map<string, Omit<GroupRow, 'keys' | keyof Sum> & { sums: Map<number, Sum> }>();
  for (const launch of launches) {
    const { day, country, platformBits, starts, engagement } = launch;
    const id = `${day} ${platformBits} ${country ?? ''}`;
    const group = found.get(id) ?? { day, country, platformBits, sums: new Map<number, Sum>() };
    found.set(id, group);
    for (const key of keysOf(launch)) {
      const sum = group.sums.get(key) ?? { ads: 0, starts: 0, engagement: 0 };
      group.sums.set(key, {
        ads: sum.ads + 1,
        starts: sum.starts + starts,
        engagement: sum.engagement + (engagement ?? 0),
      });
    }
  }
  return Array.from(found.values(), ({ sums, ...group }) => ({
    ...group,
    keys: [...sums.keys()],
    ads: Array.from(sums.values(), ({ ads }) => ads),
    starts: Array.from(sums.values(), ({ starts }) => starts),
    engagement: Array.from(sums.values(), ({ engagement }) => engagement),
  }));
}

interface Sum {
  readonly ads: number;
  readonly starts: number;
  readonly engagement: number;
}

/** As `readCoveredGroups`, of the ads of the window only. */
function coverGroups(launches: readonly Launch[]): CoveredGroup[] {
  const found = new Map<string, CoveredGroup>();
  for (const {
    library,
    day,
    platforms,
    country: rankCountry,
    firstSeenAt,
    lastSeenAt,
    countries,
  } of launches) {
    const sorted = platforms.toSorted(compareUtf8);
    const id = JSON.stringify([library, day, sorted, rankCountry]);
    const known = found.get(id);
    found.set(id, {
      library,
      day,
      platforms: sorted,
      rankCountry,
      ads: (known?.ads ?? 0) + 1,
      firstSeenAt: known !== undefined && known.firstSeenAt < firstSeenAt ? known.firstSeenAt : firstSeenAt,
      lastSeenAt: known !== undefined && known.lastSeenAt > lastSeenAt ? known.lastSeenAt : lastSeenAt,
      countries: [...new Set([...(known?.countries ?? []), ...countries])],
    });
  }
  return [...found.values()];
}
