import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatDay, formatShort, plural } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Section } from '../../ui/Page.tsx';
import { type QueryState, QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/fields.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { AdThumb } from '../ads/AdThumb.tsx';
import { Score } from '../ads/Score.tsx';
import { type BrandFilters, textOrders } from './search.ts';

type TextOrder = (typeof textOrders)[number];
type Statistics = Omit<RouterOutputs['brandSpy']['getAdCopies']['copies'][number], 'body'>;
type RankedText = Statistics & { readonly text: string };

interface RankedTextsProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly order: TextOrder;
  readonly onOrder: (order: TextOrder) => void;
}

const paged = { getNextPageParam: ({ nextCursor }: { nextCursor: number | null }) => nextCursor };

export function Copies({ name, filters, order, onOrder }: RankedTextsProps) {
  const copies = useInfiniteQuery({
    ...api.brandSpy.getAdCopies.infiniteQueryOptions(
      { companyName: name, ...filters, sortBy: order, limit: 6 },
      paged,
    ),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap((page) => page.copies.map(({ body, ...rest }) => ({ text: body, ...rest }))),
    }),
  });
  return (
    <Section
      title="Ad copy"
      about={aboutTexts(copies.data?.total, 'text', 'texts')}
      actions={<OrderSelect label="Sort ad copy" order={order} onOrder={onOrder} />}
    >
      <PagedList list={copies} empty="No ad copy matches these filters." entryHeight="h-32">
        {(entries) => <Ranking entries={entries} name={name} order={order} />}
      </PagedList>
    </Section>
  );
}

export function Headlines({ name, filters, order, onOrder }: RankedTextsProps) {
  const headlines = useInfiniteQuery({
    ...api.brandSpy.getHeadlines.infiniteQueryOptions(
      { companyName: name, ...filters, sortBy: order, limit: 6 },
      paged,
    ),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap((page) =>
        page.headlines.map(({ headline, ...rest }) => ({ text: headline, ...rest })),
      ),
    }),
  });
  return (
    <Section
      title="Headlines"
      about={aboutTexts(headlines.data?.total, 'headline', 'headlines')}
      actions={<OrderSelect label="Sort headlines" order={order} onOrder={onOrder} />}
    >
      <PagedList list={headlines} empty="No headlines match these filters." entryHeight="h-24">
        {(entries) => <Ranking entries={entries} name={name} order={order} />}
      </PagedList>
    </Section>
  );
}

function aboutTexts(total: number | undefined, one: string, many: string): string {
  return total === undefined ? blank : plural(total, `different ${one}`, `different ${many}`);
}

const orderNames: Readonly<Record<TextOrder, string>> = {
  performanceScore: 'Best score',
  adCount: 'Most ads',
  reach: 'Most reach',
  longestRunning: 'Longest running',
};

interface OrderSelectProps extends Pick<RankedTextsProps, 'order' | 'onOrder'> {
  readonly label: string;
}

function OrderSelect({ label, order, onOrder }: OrderSelectProps) {
  return (
    <Select
      hideLabel
      label={label}
      value={order}
      onChange={({ target }) => onOrder(target.value as TextOrder)}
    >
      {textOrders.map((value) => (
        <option key={value} value={value}>
          {orderNames[value]}
        </option>
      ))}
    </Select>
  );
}

const measures: Readonly<Record<TextOrder, (text: RankedText) => number>> = {
  performanceScore: ({ performanceScore }) => performanceScore,
  adCount: ({ adCount }) => adCount,
  reach: ({ totalReach }) => totalReach,
  longestRunning: ({ daysRunning }) => daysRunning,
};

interface RankingProps {
  readonly entries: readonly RankedText[];
  readonly name: string;
  readonly order: TextOrder;
}

function Ranking({ entries, name, order }: RankingProps) {
  const largest = order === 'performanceScore' ? 100 : Math.max(1, ...entries.map(measures[order]));
  return (
    <ol className="flex flex-col divide-y">
      {entries.map((entry) => (
        <li key={entry.text} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <Link
            to="/ads/$hash"
            params={{ hash: entry.sampleAd.hash }}
            aria-label={`Ad with this text: ${entry.text.slice(0, 80)}`}
            className="self-start rounded-sm"
          >
            <AdThumb url={entry.sampleAd.thumbnailUrl} brand={name} className="aspect-4/5 w-14 rounded-sm" />
          </Link>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <p dir="auto" className="line-clamp-4 whitespace-pre-line" title={entry.text}>
              {entry.text.replaceAll(/\s*\n\s*/g, '\n')}
            </p>
            <Bar share={measures[order](entry) / largest} />
            <TextNumbers entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function TextNumbers({ entry }: { readonly entry: RankedText }) {
  const { adCount, totalReach, daysRunning, firstSeenAt, lastSeenAt, performanceScore, scoreParts } = entry;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
        <Tip tip="Matching ads with this text">{plural(adCount, 'ad')}</Tip>
        <span aria-hidden>·</span>
        <Tip tip="Sum over these ads, partly estimated. Ads with unknown reach are left out.">
          {totalReach === 0 ? 'reach unknown' : `≈ ${formatShort(totalReach)} reach`}
        </Tip>
        <span aria-hidden>·</span>
        <Tip
          tip={`The longest of these ads. First seen ${formatDay(firstSeenAt)}, last seen ${formatDay(lastSeenAt)}.`}
        >
          {plural(daysRunning, 'day')}
        </Tip>
      </p>
      <Score score={performanceScore} parts={scoreParts} />
    </div>
  );
}

/** A placeholder that keeps the height of the line while a number loads. */
export const blank = '\u00A0';

interface PagedListProps<Entry> {
  readonly list: QueryState<{ readonly entries: readonly Entry[] }> &
    ComponentProps<typeof LoadMore>['pages'] & { readonly isPlaceholderData: boolean };
  /** Shown for an empty list. */
  readonly empty: string;
  /** The usual height of an entry, for the skeleton. */
  readonly entryHeight: string;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** A list with a "Show more" button, and its loading, error and empty states. */
export function PagedList<Entry>({ list, empty, entryHeight, children }: PagedListProps<Entry>) {
  return (
    <QueryView
      query={list}
      loading={
        <Loading label="Loading list">
          {[1, 2, 3, 4, 5, 6].map((index) => (
            <Skeleton key={index} className={entryHeight} />
          ))}
        </Loading>
      }
      isEmpty={({ entries }) => entries.length === 0}
      empty={<p className="text-quiet">{empty}</p>}
    >
      {({ entries }) => (
        <div className={classes('flex flex-col gap-3', list.isPlaceholderData && 'opacity-55')}>
          {children(entries)}
          <LoadMore pages={list} isManual />
        </div>
      )}
    </QueryView>
  );
}
