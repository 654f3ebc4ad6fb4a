import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import {
  adsMeant,
  byBytes,
  dayBefore,
  daysRunning,
  daysRunningKind,
  earliest,
  type Filters,
  firstDay,
  type IndexedAd,
  isExpected,
  lastDay,
  latest,
  oneDay,
  pictureOf,
  statusOf,
  type World,
} from './ads.ts';

type Timeline = OutputOf<typeof contract.brandSpy.getTimeline>;
export type TimeRange = ParsedInputOf<typeof contract.brandSpy.getTimeline>['timeRange'];

type Launch = Timeline['launches'][number];

const daysIn: Readonly<Record<Exclude<TimeRange, 'all' | undefined>, number>> = {
  '1week': 7,
  '1month': 30,
  '3months': 90,
  '6months': 180,
  '1year': 365,
};

export function timeline(
  world: World,
  filters: Filters,
  timeRange: TimeRange,
): Pick<Timeline, 'timeRange' | 'from' | 'to' | 'series' | 'launches' | 'evidence'> {
  const ads = adsMeant(world, filters);
  const isDated = filters.dateFrom !== undefined || filters.dateTo !== undefined;
  const effective = timeRange ?? (isDated ? null : '3months');
  const days = daysOf(world, filters, effective, ads.map(firstDay));
  if (days === null) {
    const evidence = evidenceOf([]);
    return { timeRange: effective, from: null, to: null, series: [], launches: [], evidence };
  }
  const { from, to } = days;
  const launched = ads.filter((ad) => from <= firstDay(ad) && firstDay(ad) <= to);
  return {
    timeRange: effective,
    from,
    to,
    series: seriesDays(from, to, world.today).map((date) => ({
      date,
      launched: launched.filter((ad) => firstDay(ad) === date).length,
      active: ads.filter((ad) => firstDay(ad) <= date && date <= lastPlannedDay(ad, world.today)).length,
    })),
    launches: launched.toSorted(newestFirst).map((ad) => launchOf(ad, world.today)),
    evidence: evidenceOf(launched),
  };
}

function evidenceOf(ads: readonly IndexedAd[]): Timeline['evidence'] {
  const isPublished = ({ facts }: IndexedAd): boolean => facts.startDate !== null;
  return {
    kind: ads.every(isPublished) ? 'measured' : 'estimated',
    ads: ads.length,
    publishedStarts: ads.filter(isPublished).length,
  };
}

/** A partial day counts as a whole day. Null if no day is left. */
function daysOf(
  { today }: World,
  { dateFrom, dateTo }: Filters,
  timeRange: Timeline['timeRange'],
  firstDays: readonly string[],
): { from: string; to: string } | null {
  if ((dateFrom ?? '') >= '2300' || (dateTo ?? '2000') < '1900') return null;
  const isRange = timeRange !== null && timeRange !== 'all';
  const rangeStart = isRange ? dayBefore(today, daysIn[timeRange] - 1) : '1900-01-01';
  const from =
    dateFrom === undefined && !isRange
      ? firstDays.toSorted()[0]
      : latest([rangeStart, dayOf(dateFrom ?? '1900-01-01')]);
  const end = dayOf(dateTo ?? today);
  const to = timeRange === null ? end : earliest([end, today]);
  return from === undefined || from > to ? null : { from, to };
}

/** At most ten years: the last ones up to today; the first ones of what is all to come. */
function seriesDays(from: string, to: string, today: string): string[] {
  const most = 3660;
  const days = daysBetween(from, to);
  if (days.length <= most) return days;
  const past = days.filter((day) => day <= today);
  return past.length === 0 ? days.slice(0, most) : past.slice(-most);
}

/** An ad that runs today or is announced goes on until its end, as far as that is known. */
function lastPlannedDay(ad: IndexedAd, today: string): string {
  return isExpected(ad, today) ? (ad.facts.endDate ?? '2299-12-31') : lastDay(ad, today);
}

/** Ranges are clamped to these four centuries, which contain all ads. */
function dayOf(dateOrTime: string): string {
  const day = new Date(dateOrTime).toISOString().slice(0, 10);
  return latest(['1900-01-01', earliest(['2299-12-31', day])]);
}

/** None when the last is before the first. */
function daysBetween(from: string, to: string): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / oneDay + 1;
  return Array.from({ length: Math.max(0, days) }, (_, index) => dayBefore(from, -index));
}

function newestFirst(one: IndexedAd, other: IndexedAd): number {
  return byBytes(firstDay(other), firstDay(one)) || byBytes(one.hash, other.hash);
}

/** Of the ad or a card. */
function headlineOf({ facts }: IndexedAd): string | null {
  const all = [...facts.headlines, ...facts.cards.map((card) => card.headline)].filter(
    (text) => text !== null,
  );
  return all.find((text) => !text.includes('{{')) ?? null;
}

function launchOf(ad: IndexedAd, today: string): Launch {
  return {
    hash: ad.hash,
    launchedAt: firstDay(ad),
    thumbnailUrl: pictureOf(ad),
    format: ad.derived.format,
    headline: headlineOf(ad),
    status: statusOf(ad, today),
    daysRunning: daysRunning(ad, today),
    daysRunningKind: daysRunningKind(ad, today),
    platforms: ad.facts.platforms,
  };
}
