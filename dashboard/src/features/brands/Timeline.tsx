import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/api/types.ts';
import { formatDay, formatShortDay } from '../../lib/format.ts';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';
import { Chip } from '../../ui/Chip.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { Loading, Skeleton, Skeletons } from '../../ui/states.tsx';
import { AdThumb, AdTiles } from '../ads/AdThumb.tsx';
import type { BrandFilters } from './search.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.launches;

interface TimelineProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly timeRange: RouterInputs['brandSpy']['getTimeline']['timeRange'];
}

/** Launches as bars by day or week, and the ads below. A click on a bar filters them. */
export function Timeline({ name, filters, timeRange }: TimelineProps) {
  const [selected, setSelected] = useState<Period | null>(null);
  const timeline = useQuery({
    ...api.brandSpy.getTimeline.queryOptions({ companyName: name, ...filters, timeRange, limit: 1 }),
    placeholderData: keepPreviousData,
  });
  const { from = null, to = null, total = 0 } = timeline.data ?? {};
  const isKnown = from !== null && to !== null;
  const period = selected !== null && isKnown && selected.from >= from && selected.to <= to ? selected : null;
  return (
    <Section
      title={copy.title}
      about={isKnown ? copy.about(total, from, to) : undefined}
      actions={
        period !== null && (
          <Chip variant="accent" onRemove={() => setSelected(null)} removeLabel={copy.showAll}>
            {periodTitle(period)}
          </Chip>
        )
      }
    >
      <QueryView
        query={timeline}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-50" />
            <StripSkeleton />
          </Loading>
        }
        isEmpty={({ series }) => total === 0 && series.every(({ active }) => active === 0)}
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {({ series, evidence }) => (
          <>
            <LaunchChart name={name} filters={filters} days={series} onSelect={setSelected} />
            <StartsNote evidence={evidence} />
            {total > 0 && (
              <LaunchStrip name={name} filters={{ ...filters, ...within(period) }} timeRange={timeRange} />
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface StartsNoteProps {
  readonly evidence: Parameters<typeof copy.starts>[0];
}

export function StartsNote({ evidence }: StartsNoteProps) {
  const note = copy.starts(evidence);
  return note !== null && <p className="text-xs text-quiet">{note}</p>;
}

export function within(period: Period | null) {
  return period === null ? {} : { dateFrom: period.from, dateTo: period.to };
}

function periodTitle({ from, to }: Period): string {
  return from === to ? formatDay(from) : `${formatShortDay(from)} – ${formatDay(to)}`;
}

interface LaunchChartProps extends Pick<TimelineProps, 'name' | 'filters'> {
  readonly days: readonly Day[];
  readonly onSelect: (period: Period) => void;
}

function LaunchChart({ name, filters, days, onSelect }: LaunchChartProps) {
  const periods = groupPeriods(days);
  return (
    <BarChart
      label={copy.chart(name, copy.units[getBarLength(days.length).unit])}
      series={[copy.series]}
      points={periods.map((period) => ({
        label: formatShortDay(period.from),
        title: periodTitle(period),
        values: [period.launched],
        more: <PeriodLaunches name={name} filters={filters} period={period} />,
      }))}
      onSelect={(index) => {
        const period = periods[index];
        if (period !== undefined && period.launched > 0) onSelect(period);
      }}
    />
  );
}

interface PeriodLaunchesProps extends Pick<TimelineProps, 'name' | 'filters'> {
  readonly period: Period;
}

/** Thumbnails in the chart tooltip; debounced. */
export function PeriodLaunches({ name, filters, period }: PeriodLaunchesProps) {
  const debounced = useDebounced(period.from);
  const launches = useQuery({
    ...api.brandSpy.getTimeline.queryOptions({ companyName: name, ...filters, ...within(period), limit: 4 }),
    enabled: debounced === period.from && period.launched > 0,
  });
  return (
    <>
      <p className="flex gap-2">
        <span className="flex-1 text-quiet">{copy.runningOnLastDay}</span>
        <span className="font-semibold">{period.active}</span>
      </p>
      {period.launched > 0 && (
        <div className="flex gap-1 pt-1">
          {launches.data === undefined && <Skeleton className="aspect-4/5 w-12 rounded-sm" />}
          {launches.data?.launches.map(({ hash, thumbnailUrl }) => (
            <AdThumb key={hash} url={thumbnailUrl} brand={name} className="aspect-4/5 w-12 rounded-sm" />
          ))}
        </div>
      )}
    </>
  );
}

export function LaunchStrip({ name, filters, timeRange }: TimelineProps) {
  const launches = useInfiniteQuery({
    ...api.brandSpy.getTimeline.infiniteQueryOptions(
      { companyName: name, ...filters, timeRange, limit: 24 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
    select: ({ pages }) =>
      pages.flatMap((page) => page.launches.map(({ launchedAt, ...ad }) => ({ ...ad, at: launchedAt }))),
  });
  return (
    <QueryView query={launches} loading={<StripSkeleton />}>
      {(ads) => (
        <AdTiles label={copy.list} brand={name} ads={ads}>
          {launches.hasNextPage && (
            <li className="flex h-30 items-center px-2">
              <LoadMore pages={launches} isManual />
            </li>
          )}
        </AdTiles>
      )}
    </QueryView>
  );
}

export function StripSkeleton() {
  return (
    <div className="flex h-38 gap-3 overflow-hidden pb-2">
      <Skeletons count={12} className="h-30 w-24 shrink-0 rounded-sm" />
    </div>
  );
}

type Day = RouterOutputs['brandSpy']['getTimeline']['series'][number];

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly launched: number;
  readonly active: number;
}

const barLengths = [
  { unit: 'day', days: 1, max: 45 },
  { unit: 'week', days: 7, max: 400 },
  { unit: 'fourWeeks', days: 28, max: Number.POSITIVE_INFINITY },
] as const;

function getBarLength(days: number) {
  return barLengths.find(({ max }) => days <= max) ?? barLengths[0];
}

/** Groups days into bars from the end, so that the last bar is complete. */
export function groupPeriods(days: readonly Day[]): readonly Period[] {
  const length = getBarLength(days.length).days;
  const periods: Period[] = [];
  for (let end = days.length; end > 0; end -= length) {
    const part = days.slice(Math.max(0, end - length), end);
    const last = part.at(-1);
    const first = part[0];
    if (first === undefined || last === undefined) break;
    const launched = part.reduce((sum, day) => sum + day.launched, 0);
    periods.unshift({ from: first.date, to: last.date, launched, active: last.active });
  }
  return periods;
}
