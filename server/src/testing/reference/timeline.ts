import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import {
  adsMeant,
  byBytes,
  dayBefore,
  daysRunning,
  earliest,
  type Filters,
  firstDay,
  type IndexedAd,
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

const daysIn: Readonly<Record<TimeRange, number>> = {
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
): Pick<Timeline, 'timeRange' | 'from' | 'to' | 'series' | 'launches'> {
  // A day that is asked for in part is told as a whole.
  const from = latest([
    dayBefore(world.today, daysIn[timeRange] - 1),
    dayOf(filters.dateFrom ?? '1900-01-01'),
  ]);
  const to = earliest([world.today, dayOf(filters.dateTo ?? world.today)]);
  const ads = adsMeant(world, filters);
  const launched = ads.filter((ad) => from <= firstDay(ad) && firstDay(ad) <= to);
  return {
    timeRange,
    from,
    to,
    series: daysBetween(from, to).map((date) => ({
      date,
      launched: launched.filter((ad) => firstDay(ad) === date).length,
      active: ads.filter((ad) => firstDay(ad) <= date && date <= lastDay(ad, world.today)).length,
    })),
    launches: launched.toSorted(newestFirst).map((ad) => launchOf(ad, world.today)),
  };
}

/** Ads lie within these four centuries, and what is told of a range is cut to them. */
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

function launchOf(ad: IndexedAd, today: string): Launch {
  return {
    hash: ad.hash,
    launchedAt: firstDay(ad),
    thumbnailUrl: pictureOf(ad),
    format: ad.derived.format,
    headline: ad.facts.headlines[0] ?? null,
    status: statusOf(ad, today),
    daysRunning: daysRunning(ad, today),
    platforms: ad.facts.platforms,
  };
}
