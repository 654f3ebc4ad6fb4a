import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { retryAfter } from '../../lib/errors.ts';
import { formatShort } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { ExpandIcon } from '../../ui/ExpandIcon.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { AdThumb } from '../ads/AdThumb.tsx';
import { adsCopy } from '../ads/copy.ts';
import { BestAds, type RowFilter } from './BestAds.tsx';
import { ChangeOfRow, Sparkline } from './Sparkline.tsx';
import { trendingCopy } from './copy.ts';
import { historyQuery, type TrendingSearch } from './search.ts';

const copy = trendingCopy.ranking;

export interface LeaderboardSectionProps {
  readonly title: string;
  readonly isTags: boolean;
  readonly about: string;
  readonly actions?: ReactNode;
  readonly query: UseQueryResult<unknown, unknown>;
  readonly rows: readonly RankedRow[];
  readonly open: string | number | undefined;
  readonly onOpen: (key: string | number | undefined) => void;
  readonly search: TrendingSearch;
  readonly onChange: (change: TrendingSearch) => void;
}

export function LeaderboardSection(props: LeaderboardSectionProps) {
  const { title, about, actions, query, rows, search, onChange } = props;
  const isRetrying = query.isFetching && query.failureReason !== null;
  return (
    <Section
      title={title}
      about={copy.by(
        about,
        <Tip
          key="measure"
          className="underline decoration-dotted"
          tip={search.sortBy === 'momentum' ? copy.momentumTip(search) : copy.engagementTip(search)}
        >
          {search.sortBy === 'momentum' ? copy.momentum : copy.engagement}
        </Tip>,
      )}
      actions={actions}
      className="self-start"
    >
      {isRetrying && <RateLimitNotice key={query.failureCount} error={query.failureReason} />}
      <QueryView
        query={query}
        loading={
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
        }
        isEmpty={() => rows.length === 0}
        empty={<NoRows search={search} onChange={onChange} />}
      >
        {() => (
          <div
            aria-busy={query.isPlaceholderData}
            className={classes('transition-opacity', query.isPlaceholderData && 'opacity-55')}
          >
            <Leaderboard {...props} />
          </div>
        )}
      </QueryView>
    </Section>
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

export interface RankedRow {
  readonly key: string | number;
  readonly name: string;
  readonly mark?: ReactNode;
  /** Below the name, before the number of ads. */
  readonly about: ReactNode;
  readonly totalEngagement: number;
  readonly adCount: number;
  readonly avgEngagementPerAd: number;
  readonly filter: RowFilter;
  /** In `trending.getHistory`. */
  readonly id: number;
}

const initialCount = 15;
/** Of one request. */
const maxHistories = 100;

function Leaderboard({ rows, search, open, onOpen, title, isTags }: LeaderboardSectionProps) {
  const [all, setAll] = useState(false);
  const openIndex = rows.findIndex((row) => row.key === open);
  const shown = all ? rows : rows.slice(0, Math.max(initialCount, openIndex + 1));
  const max = Math.max(0, ...rows.map(({ totalEngagement }) => totalEngagement));
  const ids = shown.map(({ id }) => id).slice(0, maxHistories);
  const histories = useQuery({
    ...historyQuery(search, isTags ? { tagDefinitionIds: ids } : { advertiserIds: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const historyOf = new Map(histories.data?.history.map((each) => [each.id, each]));
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={title} className="-my-1 flex flex-col divide-y">
        {shown.map((row) => (
          <LeaderboardRow
            key={row.key}
            row={row}
            share={max === 0 ? 0 : row.totalEngagement / max}
            history={historyOf.get(row.id)}
            search={search}
            open={row.key === open}
            onToggle={() => onOpen(row.key === open ? undefined : row.key)}
          />
        ))}
      </ol>
      {shown.length < rows.length && (
        <Button className="self-center" onClick={() => setAll(true)}>
          {adsCopy.showAll(rows.length)}
        </Button>
      )}
    </div>
  );
}

type RowHistory = RouterOutputs['trending']['getHistory']['history'][number];

interface LeaderboardRowProps {
  readonly row: RankedRow;
  readonly share: number;
  readonly history: RowHistory | undefined;
  readonly search: TrendingSearch;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function LeaderboardRow({ row, share, history, search, open, onToggle }: LeaderboardRowProps) {
  const id = useId();
  const { windowDays = 7 } = search;
  return (
    <li className="flex min-w-0 flex-col gap-3 py-1">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className="-mx-2 flex min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-sunk"
        >
          <ExpandIcon isOpen={open} />
          {row.mark}
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span dir="auto" className="truncate text-left font-semibold">
              {row.name}
            </span>
            <span className="flex min-w-0 items-center gap-1 text-xs text-quiet">
              {row.about}
              <span className="whitespace-nowrap">{adsCopy.ads(row.adCount)}</span>
            </span>
            <span className="block min-[125rem]:max-w-sm">
              <Bar share={share} />
            </span>
          </span>
        </button>
        <BestThree ads={history?.bestAds ?? []} name={row.name} />
        <Sparkline
          launched={history?.launched ?? []}
          windowDays={windowDays}
          className="hidden w-24 shrink-0 sm:block"
        />
        <div className="flex w-16 shrink-0 flex-col text-right tabular-nums">
          <Tip tip={trendingCopy.ranking.rowTip(row)} className="self-end font-semibold">
            <span className="sr-only">{trendingCopy.ranking.engagementLabel}</span>
            {row.totalEngagement === 0 ? (
              <span className="text-xs font-normal text-quiet">{trendingCopy.ranking.notKnown}</span>
            ) : (
              formatShort(row.totalEngagement)
            )}
          </Tip>
          <ChangeOfRow launched={history?.launched} windowDays={windowDays} />
        </div>
      </div>
      {open && (
        <div id={id} className="appear min-w-0 pb-3">
          <BestAds name={row.name} ranked={row.adCount} search={search} filter={row.filter} />
        </div>
      )}
    </li>
  );
}

/** The place is reserved while they load. */
function BestThree({ ads, name }: { readonly ads: RowHistory['bestAds']; readonly name: string }) {
  return (
    <ul
      aria-label={trendingCopy.ranking.best(name)}
      className="hidden h-11 w-29 shrink-0 justify-end gap-1 md:flex min-[125rem]:h-20 min-[125rem]:w-50"
    >
      {ads.map(({ hash, headline, thumbnailUrl }) => (
        <li key={hash}>
          <Link
            to="/ads/$hash"
            params={{ hash }}
            aria-label={trendingCopy.ranking.openAd(headline)}
            className="block rounded-sm hover:opacity-85"
          >
            <AdThumb
              url={thumbnailUrl}
              brand={name}
              className="h-11 w-9 rounded-sm min-[125rem]:h-20 min-[125rem]:w-16"
              sizes="(min-width: 125rem) 64px, 36px"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
