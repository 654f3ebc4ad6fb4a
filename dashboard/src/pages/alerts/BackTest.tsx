import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { BarChart } from '../../charts/BarChart.tsx';
import { classes } from '../../parts/classes.ts';
import { Section } from '../../parts/Page.tsx';
import { Segmented } from '../../parts/Segmented.tsx';
import { Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { useSettled } from '../../parts/useSettled.ts';
import { counted, formatDay, formatNumber, formatShortDay } from '../../words/format.ts';
import { adsByDay } from './adsByDay.ts';
import { type Draft, missingIn, triedInput } from './draft.ts';
import { Firings } from './Firings.tsx';
import { type TriedDays, triedDays } from './search.ts';

const route = getRouteApi('/frame/alerts/rules/$ruleId');

type Tried = Answers['notifications']['testRule'];

/** What the rule would have told, asked for anew as it is written. */
export function BackTest({ draft }: { readonly draft: Draft }) {
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Section
      title="What it would have told"
      about="From the history of the ads known here; nothing is saved or sent"
      actions={
        <Segmented
          label="How far back"
          value={String(days)}
          options={triedDays.map((one) => ({ value: String(one), label: counted(one, 'day') }))}
          onChange={(chosen) =>
            void navigate({
              search: { days: triedDays.find((one) => String(one) === chosen) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Tried draft={draft} days={days} />
    </Section>
  );
}

interface TriedProps {
  readonly draft: Draft;
  readonly days: TriedDays;
}

function Tried({ draft, days }: TriedProps) {
  const settled = useSettled(draft, 400);
  const missing = missingIn(draft);
  const tried = useQuery({
    ...api.notifications.testRule.queryOptions(triedInput(settled, days)),
    enabled: missingIn(settled) === null,
    placeholderData: keepPreviousData,
  });
  if (missing !== null) return <p className="text-quiet">{missing}</p>;
  if (tried.isError) return <Failure error={tried.error} onRetry={() => void tried.refetch()} />;
  if (tried.data === undefined) return <TriedSkeleton />;
  const isOld = tried.isPlaceholderData;
  return (
    <div
      aria-busy={isOld}
      className={classes('flex min-w-0 flex-col gap-4 transition-opacity', isOld && 'opacity-60')}
    >
      <Answer tried={tried.data} days={days} />
    </div>
  );
}

interface AnswerProps {
  readonly tried: Tried;
  readonly days: TriedDays;
}

function Answer({ tried, days }: AnswerProps) {
  const { from, to, total, firings } = tried;
  const [open, setOpen] = useState<string | null>(null);
  const byDay = adsByDay(from, to, firings);
  if (firings.length === 0) {
    return (
      <output>
        Would not have fired in the last {days} days: nothing of the kind is known from {formatDay(from)} on.
      </output>
    );
  }
  return (
    <>
      <output className="text-base">
        Would have fired{' '}
        <Tip
          className="font-semibold"
          tip="On so many days something would have been told, as if each day had been imported on its own."
        >
          {firings.length === 1 ? 'once' : `${formatNumber(firings.length)} times`}
        </Tip>{' '}
        in the last {days} days, on{' '}
        <Tip
          className="font-semibold"
          tip={`From ${formatDay(from)} to ${formatDay(to)}. An ad fires a rule once.`}
        >
          {counted(total, 'ad')}
        </Tip>
        .
      </output>
      <BarChart
        label="Ads that would have been told, by day"
        series={['Ads']}
        height={140}
        points={byDay.map(({ date, adCount }) => ({
          label: formatShortDay(date),
          title: formatDay(date),
          values: [adCount],
        }))}
        onSelect={(place) => setOpen(byDay[place]?.date ?? null)}
      />
      <Firings firings={firings} open={open ?? firings[0]?.date ?? null} onOpen={setOpen} />
    </>
  );
}

function TriedSkeleton() {
  return (
    <Loading label="The rule is being tried">
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="h-35" />
      <Skeleton className="h-40" />
    </Loading>
  );
}
