import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { classes } from '../../ui/classes.ts';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';
import { plural, formatDay, formatShortDay } from '../../lib/format.ts';
import { adsByDay } from './adsByDay.ts';
import { type RuleDraft, missingHint, testInput } from './draft.ts';
import { Firings } from './Firings.tsx';
import { type TestPeriod, testPeriods } from './search.ts';

const route = getRouteApi('/shell/alerts/rules/$ruleId');

type Tried = RouterOutputs['notifications']['testRule'];

/** Past matches of the rule, updated while it is edited. */
export function BackTest({ draft }: { readonly draft: RuleDraft }) {
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Section
      title="Past matches"
      about="Based on stored ads. Nothing is saved or sent."
      actions={
        <Segmented
          label="Period"
          value={String(days)}
          options={testPeriods.map((one) => ({ value: String(one), label: plural(one, 'day') }))}
          onChange={(selected) =>
            void navigate({
              search: { days: testPeriods.find((one) => String(one) === selected) },
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

interface TriedProps {
  readonly draft: RuleDraft;
  readonly days: TestPeriod;
}

function Results({ draft, days }: TriedProps) {
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
    <QueryView query={tried} loading={<TriedSkeleton />}>
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

interface MatchesProps {
  readonly tried: Tried;
  readonly days: TestPeriod;
}

function Matches({ tried, days }: MatchesProps) {
  const { from, to, total, firings } = tried;
  const [open, setOpen] = useState<string | null>(null);
  const byDay = adsByDay(from, to, firings);
  if (firings.length === 0) {
    return <output>No matches in the last {days} days.</output>;
  }
  return (
    <>
      <output className="text-base">
        Matched on{' '}
        <Tip
          className="font-semibold"
          tip="Days with at least one match, as if each day had been imported separately."
        >
          {plural(firings.length, 'day')}
        </Tip>{' '}
        in the last {days} days, with{' '}
        <Tip
          className="font-semibold"
          tip={`From ${formatDay(from)} to ${formatDay(to)}. An ad matches a rule only once.`}
        >
          {plural(total, 'ad')}
        </Tip>
        .
      </output>
      <BarChart
        label="Matching ads by day"
        series={['Ads']}
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

function TriedSkeleton() {
  return (
    <Loading label="Testing rule">
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="h-35" />
      <Skeleton className="h-40" />
    </Loading>
  );
}
