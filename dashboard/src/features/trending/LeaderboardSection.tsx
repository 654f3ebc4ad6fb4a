import type { UseQueryResult } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { retryAfter } from '../../lib/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { Leaderboard, type RankedRow } from './Leaderboard.tsx';
import type { TrendingSearch } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { trendingCopy } from './copy.ts';

const copy = trendingCopy.ranking;

export interface LeaderboardSectionProps {
  readonly title: string;
  readonly about: string;
  readonly actions?: ReactNode;
  readonly query: UseQueryResult<unknown, unknown>;
  readonly rows: readonly RankedRow[];
  readonly open: string | number | undefined;
  readonly onOpen: (key: string | number | undefined) => void;
  readonly search: TrendingSearch;
  readonly onChange: (change: TrendingSearch) => void;
}

export function LeaderboardSection({
  title,
  about,
  actions,
  query,
  rows,
  open,
  onOpen,
  search,
  onChange,
}: LeaderboardSectionProps) {
  const isRetrying = query.isFetching && query.failureReason !== null;
  return (
    <Section
      title={title}
      about={<About about={about} search={search} />}
      actions={actions}
      className="self-start"
    >
      {isRetrying && <RateLimitNotice key={query.failureCount} error={query.failureReason} />}
      <QueryView
        query={query}
        loading={<RowsSkeleton />}
        isEmpty={() => rows.length === 0}
        empty={<NoRows search={search} onChange={onChange} />}
      >
        {() => (
          <div
            aria-busy={query.isPlaceholderData}
            className={classes('transition-opacity', query.isPlaceholderData && 'opacity-55')}
          >
            <Leaderboard rows={rows} search={search} open={open} onOpen={onOpen} label={title} />
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function About({ about, search }: { readonly about: string; readonly search: TrendingSearch }) {
  return copy.by(
    about,
    <Tip key="engagement" className="underline decoration-dotted" tip={copy.engagementTip(search)}>
      {copy.engagement}
    </Tip>,
  );
}

function RowsSkeleton() {
  return (
    <Loading label={copy.loading}>
      <div className="flex flex-col divide-y">
        {Array.from({ length: 15 }, (_, number) => (
          <div key={number} className="flex h-15 items-center gap-4">
            <Skeleton className="h-8 w-1/3" />
            <Skeleton className="h-2.5 flex-1" />
            <Skeleton className="h-5 w-12" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function NoRows({ search, onChange }: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { windowDays = 7 } = search;
  return (
    <Empty
      action={
        windowDays < 90 ? (
          <Button onClick={() => onChange({ windowDays: 90 })}>{copy.showLongest}</Button>
        ) : (
          <Button onClick={() => onChange({ platform: undefined, country: undefined, category: undefined })}>
            {adsCopy.clearFilters}
          </Button>
        )
      }
    >
      {copy.empty(search)}
    </Empty>
  );
}

/** Shown while a rate-limited request waits for its retry. */
function RateLimitNotice({ error }: { readonly error: unknown }) {
  const seconds = retryAfter(error);
  if (seconds === undefined) return null;
  return (
    <output className="flex gap-2 rounded-md border border-warn bg-warn-soft p-3">
      <Hourglass size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <span>
        {copy.retrying}
        <span className="sr-only">{copy.seconds(seconds)}</span>
        <Countdown from={seconds} />.
      </span>
    </output>
  );
}

/** Hidden from screen readers, which would announce every second. */
function Countdown({ from }: { readonly from: number }) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden>{copy.seconds(left)}</span>;
}
