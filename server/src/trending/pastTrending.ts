import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import { libraryOfKey } from '../ads/coverage.ts';
import type { CoveredGroup } from '../ads/coverage.sql.ts';
import type { EnrichedAd } from '../ads/knownAd.ts';
import { createMomentCache, type ReadMoment } from '../ads/past/momentCache.ts';
import { readPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import { type PastLimits, readPastAds } from '../ads/past/pastIndex.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import { trendingRow } from '../ads/rows.ts';
import { firstDayOf, maxWindowDays } from './changedDays.ts';
import { bitOfPlatform, type GroupRow } from './trending.sql.ts';
import { sumDays, type TrendingSums } from './trendingDays.ts';

/** What leaderboards are made of, as it was known at a moment. */
interface PastTrending {
  readonly sums: TrendingSums;
  readonly groups: readonly CoveredGroup[];
  readonly ads: number;
}

export type ReadPastTrending = ReadMoment<PastTrending>;

interface PastTrendingParts extends PastDeps, PastLimits {
  readonly maxBytes: number;
}

/** Of an ad in the sums of its day, at most. */
const bytesPerAd = 300;

/** The ads that were launched in the longest window before the moment, in the form in which those of now are in memory. */
export function createPastTrending(parts: PastTrendingParts): ReadPastTrending {
  return createMomentCache({
    maxBytes: parts.maxBytes,
    bytesOf: ({ ads }) => 10_000 + ads * bytesPerAd,
    read: (at) => readPastTrending(parts, at),
  });
}

type Launch = ReturnType<typeof toLaunch>;

function toLaunch(ad: EnrichedAd) {
  const { firstSeenAt, lastSeenAt, key, facts } = ad;
  return {
    ...trendingRow(ad),
    firstSeenAt,
    lastSeenAt,
    library: libraryOfKey(key),
    countries: facts.countries,
  };
}

async function readPastTrending(parts: PastTrendingParts, at: string): Promise<PastTrending> {
  const today = at.slice(0, 10);
  const launched = { from: firstDayOf(today, maxWindowDays), to: today };
  const launches: Launch[] = [];
  for await (const ads of readPastAds(parts, { at, launched }, parts)) {
    const own = ads.map(toLaunch).filter(({ day }) => day >= launched.from && day <= launched.to);
    launches.push(...own);
  }
  const nameIds = [...new Set(launches.map((launch) => launch.advertiser_id))];
  const { ownerOf, rows } = await readPastAdvertisers(parts.clickhouse, nameIds, at);
  const owners = [...new Set(nameIds.map(ownerOf))];
  const names = new Map(owners.map((id) => [id, listedName(rows.get(id))]));
  const groups = {
    byTag: groupLaunches(launches, ({ tag_ids: tags }) => tags),
    byAdvertiser: groupLaunches(launches, (launch) => [ownerOf(launch.advertiser_id)]),
  };
  return { sums: sumDays(today, groups, names), groups: coverGroups(launches), ads: launches.length };
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
  const found = new Map<string, Omit<GroupRow, 'keys' | 'ads' | 'engagement'> & { sums: Map<number, Sum> }>();
  for (const launch of launches) {
    const { day, rank_country: country, platforms, engagement } = launch;
    const platformBits = platforms.reduce((bits, platform) => bits | bitOfPlatform(platform), 0);
    const id = `${day} ${platformBits} ${country ?? ''}`;
    const group = found.get(id) ?? { day, country, platformBits, sums: new Map<number, Sum>() };
    found.set(id, group);
    for (const key of keysOf(launch)) {
      const sum = group.sums.get(key) ?? { ads: 0, engagement: 0 };
      group.sums.set(key, { ads: sum.ads + 1, engagement: sum.engagement + (engagement ?? 0) });
    }
  }
  return Array.from(found.values(), ({ sums, ...group }) => ({
    ...group,
    keys: [...sums.keys()],
    ads: Array.from(sums.values(), ({ ads }) => ads),
    engagement: Array.from(sums.values(), ({ engagement }) => engagement),
  }));
}

interface Sum {
  readonly ads: number;
  readonly engagement: number;
}

/** As `readCoveredGroups`, of the ads of the window only. */
function coverGroups(launches: readonly Launch[]): CoveredGroup[] {
  const found = new Map<string, CoveredGroup>();
  for (const {
    library,
    day,
    platforms,
    rank_country: rankCountry,
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
