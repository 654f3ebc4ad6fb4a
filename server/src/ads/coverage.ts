import { performance } from 'node:perf_hooks';
import type { BrandCoverage, Coverage, OpenAd } from '@magpie/contract';
import { otherKeyPrefixes, type Platform } from '@magpie/contract/platforms';
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import {
  type CeilingRow,
  type CoveredAds,
  type CoveredGroup,
  type LibraryCount,
  type MeasuredAds,
  readCeilings,
  readCoveredGroups,
} from './coverage.sql.ts';
import { buildAdKey } from './identity.ts';
import { compareUtf8 } from './textOrder.ts';

/** Joins groups of ads. */
export function toCoverage(groups: Iterable<CoveredAds>): Coverage {
  const libraries = new Map<string, Coverage['libraries'][number]>();
  const countries = new Set<string>();
  for (const { library, ads, firstSeenAt, lastSeenAt, countries: own } of groups) {
    const known = libraries.get(library) ?? { library, ads: 0, firstSeenAt, lastSeenAt };
    libraries.set(library, {
      library,
      ads: known.ads + ads,
      firstSeenAt: firstSeenAt < known.firstSeenAt ? firstSeenAt : known.firstSeenAt,
      lastSeenAt: lastSeenAt > known.lastSeenAt ? lastSeenAt : known.lastSeenAt,
    });
    for (const country of own) countries.add(country);
  }
  return {
    libraries: [...libraries.values()].toSorted(
      (one, other) => other.ads - one.ads || compareUtf8(one.library, other.library),
    ),
    countries: [...countries].toSorted(compareUtf8),
    ceilings: [],
  };
}

/** Those with the most ads first. */
export function listLibraries(groups: Iterable<LibraryCount>): string[] {
  return sortLibraries(Array.from(groups, ({ library, ads }) => ({ [library]: ads })));
}

/** The evidence of a count of ads. */
export function describeCounted(ads: number, groups: Iterable<LibraryCount>) {
  return { kind: 'measured' as const, ads, libraries: listLibraries(groups) };
}

/** The number of ads of each library. */
export type LibraryAds = Readonly<Record<string, number>>;

/** Those with the most ads first. */
export function sortLibraries(groups: Iterable<LibraryAds>): string[] {
  const sums = new Map<string, number>();
  for (const group of groups) {
    for (const [library, ads] of Object.entries(group)) sums.set(library, (sums.get(library) ?? 0) + ads);
  }
  return [...sums]
    .toSorted(([one, ads], [other, others]) => others - ads || compareUtf8(one, other))
    .map(([library]) => library);
}

/** Ceilings are those of the searches that listed these ads: the ads of another brand may all be known. */
export function toBrandCoverage(groups: readonly MeasuredAds[]): BrandCoverage {
  const measured = new Map<string, BrandCoverage['measured'][number]>();
  const ceilings = new Map<string, Coverage['ceilings'][number]>();
  for (const { library, lastSeenAt, coverage } of groups) {
    if (coverage === null) continue;
    const {
      regions = [],
      from = null,
      until = null,
      ceiling = null,
    } = JSON.parse(coverage) as StatedCoverage;
    if (ceiling !== null) {
      const { at = lastSeenAt, limit = ceiling } = ceilings.get(library) ?? {};
      ceilings.set(library, {
        library,
        at: at > lastSeenAt ? at : lastSeenAt,
        limit: Math.max(limit, ceiling),
      });
    }
    if (regions.length === 0 && from === null && until === null) continue;
    const known = measured.get(library) ?? { library, regions: [], from: null, until: null };
    measured.set(library, {
      library,
      regions: [...new Set([...known.regions, ...regions])].toSorted(compareUtf8),
      from: knownDays(known.from, from)[0] ?? null,
      until: knownDays(known.until, until).at(-1) ?? null,
    });
  }
  return {
    ...toCoverage(groups),
    ceilings: [...ceilings.values()].toSorted(byLibrary),
    measured: [...measured.values()].toSorted(byLibrary),
  };
}

function knownDays(...days: readonly (string | null)[]): string[] {
  return days.filter((day) => day !== null).toSorted();
}

function byLibrary(one: { readonly library: string }, other: { readonly library: string }): number {
  return compareUtf8(one.library, other.library);
}

type StatedCoverage = Partial<NonNullable<OpenAd['coverage']>>;

/** Those of the libraries of these ads. */
export function addCeilings(coverage: Coverage, ceilings: Coverage['ceilings'] = []): Coverage {
  const counted = new Set(coverage.libraries.map(({ library }) => library));
  return { ...coverage, ceilings: ceilings.filter(({ library }) => counted.has(library)) };
}

/** As `libraryOfAd`. */
export function libraryOfKey(key: string): string {
  const prefix = key.slice(0, Math.max(0, key.indexOf(':')));
  return otherKeyPrefixes.some((other) => other === prefix) ? 'none' : prefix;
}

/** That libraries reached when they listed these ads, one of each library with its newest time. */
export function findCeilings(ads: readonly OpenAd[], seenAt: Date): CeilingRow[] {
  const found = new Map<string, CeilingRow>();
  for (const ad of ads) {
    const limit = ad.coverage?.ceiling ?? null;
    if (limit === null) continue;
    const library = libraryOfKey(buildAdKey(ad));
    if (library === 'none') continue;
    const at = ad.capturedAt === null ? seenAt : new Date(ad.capturedAt);
    const known = found.get(library);
    if (known === undefined || known.at < at) found.set(library, { library, at, limit });
  }
  return [...found.values()];
}

/** Of the ads that a leaderboard counts. */
export function coverLaunched(
  groups: readonly CoveredGroup[],
  today: string,
  { windowDays, platform, country }: CoverageWindow,
): Coverage {
  const from = new Date(Date.parse(today) - (windowDays - 1) * dayMilliseconds);
  const firstDay = from.toISOString().slice(0, 10);
  const counted = groups.filter(
    ({ day, platforms, rankCountry }) =>
      day !== null &&
      day >= firstDay &&
      (platform === undefined || platforms.includes(platform)) &&
      (country === undefined || rankCountry === country),
  );
  return toCoverage(counted);
}

/** The largest window of the trending procedures. */
const maxWindowDays = 90;
const dayMilliseconds = 86_400_000;
/** Older groups are used so long that reading them takes at most this share of the time. */
const refreshShare = 0.1;
const ceilingsMilliseconds = 5000;

interface Read {
  readonly recording: number;
  readonly today: string;
  readonly groups: readonly CoveredGroup[];
  /** Of recently requested windows: joining the groups takes longer than ranking. */
  readonly windows: LRUCache<string, Coverage>;
  readonly until: number;
}

const maxWindows = 200;

export interface CoverageWindow {
  readonly windowDays: number;
  readonly platform?: Platform | undefined;
  readonly country?: string | undefined;
}

export type IndexCoverage = ReturnType<typeof createIndexCoverage>;

/** Of all ads, held in memory as a few rows for each library and day, since reading them takes a scan. */
export function createIndexCoverage(clickhouse: ClickHouse, db: Postgres) {
  const ceilings = createCeilingCache(db);
  let read: Read | null = null;
  let reading: Promise<void> | null = null;

  const refresh = async (recording: number, today: string): Promise<void> => {
    const startedAt = performance.now();
    const groups = await readCoveredGroups(clickhouse, today, maxWindowDays);
    const endedAt = performance.now();
    const windows = new LRUCache<string, Coverage>({ max: maxWindows });
    read = { recording, today, groups, windows, until: endedAt + (endedAt - startedAt) / refreshShare };
  };

  const readAt = async (recording: number, today: string, allowsOlder: boolean): Promise<Read> => {
    const isUsable =
      read?.today === today &&
      (read.recording >= recording || (allowsOlder && performance.now() < read.until));
    if (read !== null && isUsable) return read;
    reading ??= refresh(recording, today).finally(() => {
      reading = null;
    });
    await reading;
    // The awaited read may have started before this recording.
    return readAt(recording, today, allowsOlder);
  };

  return {
    ceilings,
    all: async (recording: number, today: string): Promise<Coverage> =>
      addCeilings(toCoverage((await readAt(recording, today, false)).groups), await ceilings()),
    /** Of the ads that a leaderboard counts; may be some seconds older than the recording. */
    launched: async (recording: number, today: string, window: CoverageWindow): Promise<Coverage> => {
      const { groups, windows } = await readAt(recording, today, true);
      const key = JSON.stringify([window.windowDays, window.platform, window.country]);
      const coverage = windows.get(key) ?? coverLaunched(groups, today, window);
      windows.set(key, coverage);
      return addCeilings(coverage, await ceilings());
    },
  };
}

function createCeilingCache(db: Postgres): () => Promise<Coverage['ceilings']> {
  let rows: Promise<Coverage['ceilings']> | null = null;
  let until = 0;
  return () => {
    if (rows !== null && performance.now() < until) return rows;
    const read = readCeilings(db);
    [rows, until] = [read, performance.now() + ceilingsMilliseconds];
    read.catch(() => {
      if (rows === read) rows = null;
    });
    return read;
  };
}
