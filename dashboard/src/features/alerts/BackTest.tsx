import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { plusDays } from '../../lib/days.ts';
import { formatDay, formatShortDay } from '../../lib/format.ts';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';
import { Button } from '../../ui/Button.tsx';
import { ExpandIcon } from '../../ui/ExpandIcon.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel, Loading, Skeleton } from '../../ui/states.tsx';
import { AdStrip, AdStripSkeleton } from '../ads/AdWall.tsx';
import { missingHint, type RuleDraft, testInput } from './draft.ts';
import { type TestPeriod, testPeriods } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { alertsCopy } from './copy.ts';

const copy = alertsCopy.pastMatches;

const route = getRouteApi('/shell/alerts/rules/$ruleId');

type Tried = RouterOutputs['notifications']['testRule'];

export function BackTest({ draft }: { readonly draft: RuleDraft }) {
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Section
      title={copy.title}
      about={copy.about}
      actions={
        <Segmented
          label={copy.period}
          value={String(days)}
          options={testPeriods.map((one) => ({ value: String(one), label: adsCopy.days(one) }))}
          onChange={(selected) =>
            void navigate({
              search: (before) => ({
                ...before,
                days: testPeriods.find((one) => String(one) === selected),
              }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Results draft={draft} days={days} />
    </Section>
  );
}

function Results({ draft, days }: { readonly draft: RuleDraft; readonly days: TestPeriod }) {
  const debounced = useDebounced(draft, 400);
  const missing = missingHint(draft);
  const tried = useQuery({
    ...api.notifications.testRule.queryOptions(testInput(debounced, days)),
    enabled: missingHint(debounced) === null,
    placeholderData: keepPreviousData,
  });
  if (missing !== null) return <p className="text-quiet">{missing}</p>;
  const isStale = tried.isPlaceholderData;
  return (
    <QueryView
      query={tried}
      loading={
        <Loading label={copy.loading}>
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="h-35" />
          <Skeleton className="h-40" />
        </Loading>
      }
    >
      {(loaded) => (
        <div
          aria-busy={isStale}
          className={classes('flex min-w-0 flex-col gap-4 transition-opacity', isStale && 'opacity-60')}
        >
          <Matches tried={loaded} days={days} />
        </div>
      )}
    </QueryView>
  );
}

function Matches({ tried, days }: { readonly tried: Tried; readonly days: TestPeriod }) {
  const { from, to, total, firings } = tried;
  const [open, setOpen] = useState<string | null>(null);
  const byDay = adsByDay(from, to, firings);
  if (firings.length === 0) {
    return <output>{copy.none(days)}</output>;
  }
  return (
    <>
      <output className="text-base">
        {copy.matched(
          <Tip key="days" className="font-semibold" tip={copy.daysTip}>
            {adsCopy.days(firings.length)}
          </Tip>,
          days,
          <Tip key="ads" className="font-semibold" tip={copy.adsTip(from, to)}>
            {adsCopy.ads(total)}
          </Tip>,
        )}
      </output>
      <BarChart
        label={copy.chart}
        series={[copy.series]}
        height={140}
        points={byDay.map(({ date, adCount }) => ({
          label: formatShortDay(date),
          title: formatDay(date),
          values: [adCount],
        }))}
        onSelect={(index) => setOpen(byDay[index]?.date ?? null)}
      />
      <Firings firings={firings} open={open ?? firings[0]?.date ?? null} onOpen={setOpen} />
    </>
  );
}

/** More are shown on request. */
const firstFirings = 7;
const maxAds = 8;

interface FiringsProps {
  /** Newest first. */
  readonly firings: Tried['firings'];
  /** The expanded day; an empty string for none. */
  readonly open: string | null;
  readonly onOpen: (date: string) => void;
}

function Firings({ firings, open, onOpen }: FiringsProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded
    ? firings
    : firings.filter(({ date }, index) => index < firstFirings || date === open);
  return (
    <>
      <ul aria-label={copy.byDay} className="flex flex-col divide-y rounded-md border">
        {shown.map(({ date, title, adHashes, adCount }) => (
          <li key={date} className="flex min-w-0 flex-col">
            <button
              type="button"
              aria-expanded={date === open}
              onClick={() => onOpen(date === open ? '' : date)}
              className="flex items-center gap-3 rounded-md px-3 py-2 text-left -outline-offset-2 hover:bg-sunk"
            >
              <ExpandIcon isOpen={date === open} />
              <span className="w-24 shrink-0 text-quiet">{formatDay(date)}</span>
              <span dir="auto" className="min-w-0 flex-1">
                {title}
              </span>
            </button>
            {date === open && (
              <div className="flex min-w-0 flex-col gap-3 p-3 pt-1">
                <FiredAds hashes={adHashes.slice(0, maxAds)} label={title} />
                {adCount > maxAds && <p className="text-quiet">{copy.moreAds(adCount - maxAds)}</p>}
              </div>
            )}
          </li>
        ))}
      </ul>
      {shown.length < firings.length && (
        <Button className="self-start" onClick={() => setIsExpanded(true)}>
          {adsCopy.showAll(firings.length)}
        </Button>
      )}
    </>
  );
}

function FiredAds({ hashes, label }: { readonly hashes: readonly string[]; readonly label: string }) {
  const queries = useQueries({ queries: hashes.map((hash) => api.ads.getDetails.queryOptions({ hash })) });
  const ads = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ isError }) => isError);
  if (queries.some(({ isPending }) => isPending)) return <AdStripSkeleton count={hashes.length} />;
  if (ads.length === 0 && failed !== undefined)
    return <ErrorPanel error={failed.error} onRetry={() => queries.forEach((one) => void one.refetch())} />;
  return <AdStrip ads={ads} label={label} />;
}

interface DayCount {
  readonly date: string;
  readonly adCount: number;
}

export function adsByDay(from: string, to: string, firings: readonly DayCount[]): readonly DayCount[] {
  const counts = new Map(firings.map(({ date, adCount }) => [date, adCount]));
  const days: DayCount[] = [];
  for (let date = from; date <= to; date = plusDays(date, 1))
    days.push({ date, adCount: counts.get(date) ?? 0 });
  return days;
}
