import type { MeasuredAds } from '../../ads/coverage.sql.ts';
import { toDaysKind } from '../../ads/run.ts';
import { scoreOfAd } from '../../ads/score.ts';
import { compareUtf8 } from '../../ads/textOrder.ts';
import {
  priorAds,
  type AdCounts,
  type Breakdown,
  type LandingPageRow,
  type OverviewRow,
  type RankedTagRow,
  type Totals,
} from '../stats.sql.ts';
import type { PagesPage, TagChoice } from '../selectedAds.ts';
import { hashAt, listStart, textAt, type AdColumns, type ListColumn } from './adColumns.ts';
import { createSeenRange, sumReach, toTime } from './sums.ts';
import type { Selection } from './selection.ts';
import { selectPage } from './top.ts';

function readStats({ columns, rows, isActive, daysRunning, areDaysExact }: Selection) {
  const { mediaType, texts } = columns;
  const [image, video] = [texts.indexOf('image'), texts.indexOf('video')];
  let [imageAds, videoAds, activeAds, days] = [0, 0, 0, 0];
  for (const row of rows) {
    if (mediaType[row] === image) imageAds += 1;
    if (mediaType[row] === video) videoAds += 1;
    if (isActive(row)) activeAds += 1;
    days += daysRunning(row);
  }
  return {
    totalAds: rows.length,
    totalReach: clip(sumReach(columns, rows)),
    imageAds,
    videoAds,
    activeAds,
    avgDaysRunning: rows.length === 0 ? null : days / rows.length,
    avgDaysRunningKind: rows.length === 0 ? null : toDaysKind(rows.every(areDaysExact)),
  };
}

/** The sum for responses, limited to what JSON represents exactly. */
function clip(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

export function readOverview(selection: Selection): OverviewRow {
  const { genders, countries, ages } = selection.columns;
  return {
    ...readStats(selection),
    genders: sumGroups(selection, genders),
    countries: sumGroups(selection, countries),
    ages: sumGroups(selection, ages),
  };
}

export function readCoverage({ columns, rows }: Selection): MeasuredAds[] {
  const groups = new Map<string, ReturnType<typeof createCoveredGroup>>();
  for (const row of rows) {
    const key = `${columns.library[row]} ${columns.coverage[row]}`;
    const group = groups.get(key) ?? createCoveredGroup(columns, row);
    groups.set(key, group);
    group.ads += 1;
    group.seen.add(row);
    group.places.add(columns.places[row] ?? -1);
  }
  return Array.from(groups.values(), ({ library, coverage, ads, seen, places }) => ({
    library,
    coverage,
    ads,
    firstSeenAt: toTime(seen.first),
    lastSeenAt: toTime(seen.last),
    countries: Array.from(places, (code) => textAt(columns, code) ?? '')
      .flatMap((codes) => codes.split(','))
      .filter((code) => code !== ''),
  }));
}

function createCoveredGroup(columns: AdColumns, row: number) {
  return {
    library: textAt(columns, columns.library[row]) ?? '',
    coverage: textAt(columns, columns.coverage[row]),
    ads: 0,
    seen: createSeenRange(columns),
    places: new Set<number>(),
  };
}

function sumGroups({ columns, rows }: Selection, list: AdColumns['genders']): Breakdown {
  const sums = new Float64Array(columns.texts.length);
  const groups = new Set<number>();
  for (const row of rows) {
    for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
      const group = list.values[at] ?? 0;
      groups.add(group);
      sums[group] = (sums[group] ?? 0) + (list.reach[at] ?? 0);
    }
  }
  return Array.from(groups, (group): [string, number] => [
    columns.texts[group] ?? '',
    sums[group] ?? 0,
  ]).toSorted(([one], [other]) => compareUtf8(one, other));
}

export function readTotals(selection: Selection): Totals {
  const { columns, rows } = selection;
  const { totalAds, totalReach, activeAds } = readStats(selection);
  const seen = createSeenRange(columns);
  for (const row of rows) seen.add(row);
  return {
    totalAds,
    totalReach,
    activeAds,
    platforms: countTexts(selection, columns.platforms)
      .map(([platform]) => platform as Totals['platforms'][number])
      .toSorted(compareUtf8),
    firstSeenAt: rows.length === 0 ? null : toTime(seen.first),
    lastSeenAt: rows.length === 0 ? null : toTime(seen.last),
  };
}

/** The number of ads by value. */
function countTexts({ columns, rows }: Selection, list: ListColumn): [string, number][] {
  return [...countValues(rows, list)].map(([code, ads]) => [columns.texts[code] ?? '', ads]);
}

function countValues(rows: Int32Array, list: ListColumn): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
      const value = list.values[at] ?? -1;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

function countCodes({ columns, rows }: Selection, codes: Int32Array): [string, number][] {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row] ?? -1, (counts.get(codes[row] ?? -1) ?? 0) + 1);
  counts.delete(-1);
  return [...counts].map(([code, ads]) => [columns.texts[code] ?? '', ads]);
}

export function countAds(selection: Selection): AdCounts {
  const { columns, rows, daysRunning, today } = selection;
  const published = rows.filter((row) => columns.hasStart[row] === 1);
  const launchedWithin = (days: number, of = rows): number =>
    of.reduce((count, row) => {
      const first = columns.firstDay[row] ?? 0;
      return first > today - days && first <= today ? count + 1 : count;
    }, 0);
  const days = rows.map(daysRunning).toSorted();
  const middle = (rows.length - 1) / 2;
  return {
    ...readStats(selection),
    medianDaysRunning: ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2,
    launchedLast7Days: launchedWithin(7),
    launchedLast30Days: launchedWithin(30),
    launchedLast90Days: launchedWithin(90),
    publishedStarts: published.length,
    publishedLast90Days: launchedWithin(90, published),
    formats: Object.fromEntries(countCodes(selection, columns.format)),
    platforms: Object.fromEntries(countTexts(selection, columns.platforms)),
    languages: Object.fromEntries(countCodes(selection, columns.language)),
    tags: Object.fromEntries(countValues(rows, columns.tags)),
  };
}

export function listLandingPages(
  { columns, rows, isActive }: Selection,
  { sortBy, limit, offset }: PagesPage,
): { rows: LandingPageRow[]; total: number } {
  const groups = new Map<number, PageGroup>();
  let [allAds, allReach] = [0, 0];
  for (const row of rows) {
    const code = columns.page[row] ?? -1;
    if (code === -1) continue;
    const group = groups.get(code) ?? createPageGroup(columns, row);
    groups.set(code, group);
    const reach = columns.reach[row] ?? 0;
    group.adCount += 1;
    if (isActive(row)) group.activeAds += 1;
    if (!Number.isNaN(reach)) group.pageReach += reach;
    group.seen.add(row);
    allAds += 1;
    allReach += Number.isNaN(reach) ? 0 : reach;
  }
  const byCount = sortBy === 'adCount' || allReach === 0;
  const pages = [...groups.values()];
  const ranks = Float64Array.from(pages, ({ adCount, pageReach }) => (byCount ? adCount : pageReach));
  const page = selectPage(
    pages,
    { limit, offset },
    (one, other) =>
      (ranks[other] ?? 0) - (ranks[one] ?? 0) ||
      compareUtf8(pages[one]?.page ?? '', pages[other]?.page ?? ''),
  );
  return {
    rows: page.map(({ seen, ...group }) => {
      const range = { firstSeenAt: toTime(seen.first), lastSeenAt: toTime(seen.last) };
      return Object.assign(group, range, { allAds, allReach });
    }),
    total: pages.length,
  };
}

function createPageGroup(columns: AdColumns, row: number) {
  return {
    page: textAt(columns, columns.page[row]) ?? '',
    domain: textAt(columns, columns.domain[row]) ?? '',
    adCount: 0,
    activeAds: 0,
    pageReach: 0,
    seen: createSeenRange(columns),
  };
}

type PageGroup = ReturnType<typeof createPageGroup>;

interface Scores {
  readonly today: number;
  readonly scores: Float64Array;
}

const scoresOfColumns = new WeakMap<AdColumns, Scores>();

/** Of all ads, in hundredths, so that sums are exact. They change with the day. */
function readScores({ columns, daysRunning, today }: Selection): Float64Array {
  const known = scoresOfColumns.get(columns);
  if (known?.today === today) return known.scores;
  const { count, reach, engagement } = columns;
  const scores = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    const scored = scoreOfAd(daysRunning(row), nullIfUnknown(reach[row]), nullIfUnknown(engagement[row]));
    scores[row] = Math.round(scored.performanceScore * 100);
  }
  scoresOfColumns.set(columns, { today, scores });
  return scores;
}

function nullIfUnknown(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

export function averageScore(selection: Selection) {
  const { rows } = selection;
  const scores = readScores(selection);
  let sum = 0;
  for (const row of rows) sum += scores[row] ?? 0;
  return { totalAds: rows.length, averageScore: rows.length === 0 ? null : round(sum / rows.length / 100) };
}

/** To two decimals, halves to the even one, as ClickHouse rounds. */
function round(value: number): number {
  const hundredths = value * 100;
  const lower = Math.floor(hundredths);
  const rest = hundredths - lower;
  const isUp = rest > 0.5 || (rest === 0.5 && lower % 2 !== 0);
  return (isUp ? lower + 1 : lower) / 100;
}

const maxSamples = 3;

export function rankTags(
  selection: Selection,
  { averageScore: mean, tagIds, limit }: TagChoice,
): { rows: RankedTagRow[]; total: number } {
  const { columns, rows, isActive, daysRunning, areDaysExact } = selection;
  const chosen = new Set(tagIds);
  const groups = new Map<number, { rows: number[]; score: number }>();
  const scores = readScores(selection);
  const { tags } = columns;
  for (const row of rows) {
    const score = scores[row] ?? 0;
    for (let at = listStart(tags, row); at < (tags.ends[row] ?? 0); at += 1) {
      const tag = tags.values[at] ?? -1;
      if (!chosen.has(tag)) continue;
      const group = groups.get(tag) ?? { rows: [], score: 0 };
      groups.set(tag, group);
      group.rows.push(row);
      group.score += score;
    }
  }
  const ranked = Array.from(groups, ([tagDefinitionId, { rows: own, score }]): RankedTagRow => {
    const count = own.length;
    return {
      tagDefinitionId,
      adCount: count,
      activeAds: own.filter(isActive).length,
      totalReach: clip(sumReach(columns, own)),
      avgDaysRunning: own.reduce((sum, row) => sum + daysRunning(row), 0) / count,
      avgDaysRunningKind: toDaysKind(own.every(areDaysExact)),
      avgScore: round(score / count / 100),
      adjustedScore: round((score / 100 + priorAds * mean) / (count + priorAds)),
      sampleAds: bestRows(own, scores).map((row) => hashAt(columns, row)),
    };
  }).toSorted(
    (one, other) =>
      other.adjustedScore - one.adjustedScore ||
      other.adCount - one.adCount ||
      one.tagDefinitionId - other.tagDefinitionId,
  );
  return { rows: ranked.slice(0, limit), total: ranked.length };
}

/** The rows with the highest scores; of equal ones those that come first. */
function bestRows(rows: readonly number[], scores: Float64Array): number[] {
  const best: number[] = [];
  for (const row of rows) {
    const score = scores[row] ?? 0;
    const place = best.findIndex((each) => score > (scores[each] ?? 0));
    if (place === -1 && best.length >= maxSamples) continue;
    best.splice(place === -1 ? best.length : place, 0, row);
    best.length = Math.min(best.length, maxSamples);
  }
  return best;
}
