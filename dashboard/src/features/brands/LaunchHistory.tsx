import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { plusDays, todayInUtc } from '../../lib/days.ts';
import { formatMonth } from '../../lib/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { brandsCopy } from './copy.ts';
import type { BrandFilters } from './search.ts';
import { LaunchStrip, type Period, PeriodLaunches, StartsNote, StripSkeleton, within } from './Timeline.tsx';

const copy = brandsCopy.launches;

type History = RouterOutputs['brandSpy']['getLaunchHistory'];
type Month = History['months'][number];

interface LaunchHistoryProps {
  readonly name: string;
  readonly filters: BrandFilters;
}

/** Launches since the first one as bars by month, and the ads below. A click on a bar filters them. */
export function LaunchHistory({ name, filters }: LaunchHistoryProps) {
  const [selected, setSelected] = useState<Span | null>(null);
  const query = api.brandSpy.getLaunchHistory.queryOptions({ companyName: name, ...filters });
  const history = useQuery({ ...query, placeholderData: keepPreviousData });
  return (
    <Section
      title={copy.title}
      about={history.data && describe(history.data)}
      actions={
        selected !== null && (
          <Chip variant="accent" onRemove={() => setSelected(null)} removeLabel={copy.showAll}>
            {selected.title}
          </Chip>
        )
      }
    >
      <QueryView
        query={history}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-50" />
            <StripSkeleton />
          </Loading>
        }
        isEmpty={({ months }) => months.length === 0}
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {({ months, evidence, planned }) => {
          if (areStartsUnknown(months, evidence.publishedStarts))
            return <UnknownStarts ads={evidence.ads - planned} />;
          const spans = groupMonths(months, todayInUtc());
          return (
            <>
              <BarChart
                label={copy.chart(name, copy.units[months.length > maxMonths ? 'year' : 'month'])}
                series={[copy.series]}
                points={spans.map((span) => ({
                  label: span.title,
                  values: [span.launched],
                  more: <PeriodLaunches name={name} filters={filters} period={span} />,
                }))}
                onSelect={(index) => {
                  const span = spans[index];
                  if (span !== undefined && span.launched > 0) setSelected(span);
                }}
              />
              <StartsNote evidence={evidence} />
              <LaunchStrip
                name={name}
                filters={{ ...filters, ...within(selected ?? newestLaunches(spans)) }}
                timeRange={undefined}
              />
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

function UnknownStarts({ ads }: { readonly ads: number }) {
  return <p className="text-quiet">{copy.unknownStarts(ads)}</p>;
}

/** Ads that were first seen together, as in one import, may have started in any month before. */
export function areStartsUnknown(months: readonly Month[], publishedStarts: number): boolean {
  return publishedStarts === 0 && months.filter(({ launched }) => launched > 0).length === 1;
}

function describe({ months, planned, evidence }: History): string | undefined {
  const [first] = months;
  if (areStartsUnknown(months, evidence.publishedStarts)) return copy.unknown;
  return first && copy.aboutAll(evidence.ads - planned, formatMonth(first.month), planned);
}

interface Span extends Period {
  readonly title: string;
}

/** More become years, whose bars are wide enough to be selected. */
const maxMonths = 144;

export function groupMonths(months: readonly Month[], today: string): readonly Span[] {
  const isByYear = months.length > maxMonths;
  const groups = new Map<string, Month[]>();
  for (const month of months) {
    const title = isByYear ? month.month.slice(0, 4) : formatMonth(month.month);
    groups.set(title, [...(groups.get(title) ?? []), month]);
  }
  return Array.from(groups, ([title, group]) => {
    const last = group.at(-1);
    const end = lastDayOf(last?.month ?? '');
    return {
      title,
      from: `${group[0]?.month ?? ''}-01`,
      to: end < today ? end : today,
      launched: group.reduce((sum, { launched }) => sum + launched, 0),
      active: last?.active ?? 0,
    };
  });
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return plusDays(new Date(Date.UTC(year, number)).toISOString().slice(0, 10), -1);
}

const stripAds = 24;

/** The last spans that fill the strip: the response has one element for each of their days. */
function newestLaunches(spans: readonly Span[]): Span | null {
  let launched = 0;
  let first = spans.length;
  while (first > 0 && launched < stripAds) {
    first -= 1;
    launched += spans[first]?.launched ?? 0;
  }
  const [from, to] = [spans[first], spans.findLast((span) => span.launched > 0)];
  return from === undefined || to === undefined ? null : { ...to, from: from.from, launched };
}
