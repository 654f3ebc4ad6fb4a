import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatDay } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Section } from '../../ui/Page.tsx';
import { type QueryState, QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeletons } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { AdThumb } from '../ads/AdThumb.tsx';
import { adsCopy } from '../ads/copy.ts';
import { Score } from '../ads/Score.tsx';
import { brandsCopy } from './copy.ts';
import { type BrandFilters, textOrders } from './search.ts';

const copy = brandsCopy.texts;

type TextOrder = (typeof textOrders)[number];
type Statistics = Omit<RouterOutputs['brandSpy']['getAdCopies']['copies'][number], 'body'>;
type RankedText = Statistics & { readonly text: string };

interface RankedTextsProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly order: TextOrder;
  readonly onOrder: (order: TextOrder) => void;
}

function toInput({ name, filters, order }: RankedTextsProps, limit: number) {
  return { companyName: name, ...filters, sortBy: order, limit };
}

const getNextPageParam = ({ nextCursor }: { readonly nextCursor: number | null }): number | null =>
  nextCursor;

export function Copies(props: RankedTextsProps) {
  const list = useInfiniteQuery({
    ...api.brandSpy.getAdCopies.infiniteQueryOptions(toInput(props, 5), { getNextPageParam }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap((page) => page.copies.map(({ body, ...rest }) => ({ text: body, ...rest }))),
    }),
  });
  return <RankedTexts {...props} list={list} texts={copy.copies} entryHeight="h-32" />;
}

export function Headlines(props: RankedTextsProps) {
  const list = useInfiniteQuery({
    ...api.brandSpy.getHeadlines.infiniteQueryOptions(toInput(props, 7), { getNextPageParam }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap((page) =>
        page.headlines.map(({ headline, ...rest }) => ({ text: headline, ...rest })),
      ),
    }),
  });
  return <RankedTexts {...props} list={list} texts={copy.headlines} entryHeight="h-24" />;
}

/** Keeps the height of the line while a number loads. */
export const blank = '\u00A0';

interface RankedSectionProps extends RankedTextsProps {
  readonly list: PagedQuery<RankedText> & { readonly data: { readonly total: number } | undefined };
  readonly texts: typeof copy.copies | typeof copy.headlines;
  readonly entryHeight: string;
}

function RankedTexts({ list, texts, entryHeight, name, order, onOrder }: RankedSectionProps) {
  const total = list.data?.total;
  return (
    <Section
      title={texts.title}
      about={total === undefined ? blank : texts.about(total)}
      actions={
        <SelectMenu
          label={texts.sort}
          value={order}
          options={textOrders.map((value) => [value, copy.orders[value]])}
          onChange={onOrder}
        />
      }
    >
      <PagedList list={list} empty={texts.empty} entryHeight={entryHeight}>
        {(entries) => <Ranking entries={entries} name={name} order={order} />}
      </PagedList>
    </Section>
  );
}

const measures = {
  performanceScore: 'performanceScore',
  adCount: 'adCount',
  reach: 'totalReach',
  longestRunning: 'daysRunning',
} as const satisfies Record<TextOrder, keyof RankedText>;

interface RankingProps extends Pick<RankedTextsProps, 'name' | 'order'> {
  readonly entries: readonly RankedText[];
}

function Ranking({ entries, name, order }: RankingProps) {
  const measure = measures[order];
  const largest = order === 'performanceScore' ? 100 : Math.max(1, ...entries.map((entry) => entry[measure]));
  return (
    <ol className="flex flex-col divide-y">
      {entries.map((entry) => (
        <li key={entry.text} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <Link
            to="/ads/$hash"
            params={{ hash: entry.sampleAd.hash }}
            aria-label={copy.sampleAd(entry.text.slice(0, 80))}
            className="self-start rounded-sm"
          >
            <AdThumb url={entry.sampleAd.thumbnailUrl} brand={name} className="aspect-4/5 w-14 rounded-sm" />
          </Link>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <p dir="auto" className="line-clamp-4 whitespace-pre-line" title={entry.text}>
              {entry.text.replaceAll(/\s*\n\s*/g, '\n')}
            </p>
            <Bar share={entry[measure] / largest} />
            <TextNumbers entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function TextNumbers({ entry }: { readonly entry: RankedText }) {
  const { adCount, totalReach, firstSeenAt, lastSeenAt } = entry;
  const seen = adsCopy.seen(formatDay(firstSeenAt), formatDay(lastSeenAt));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
        <Tip tip={copy.adsTip}>{adsCopy.ads(adCount)}</Tip>
        <span aria-hidden>·</span>
        <Tip tip={brandsCopy.reachTip}>{brandsCopy.reach(totalReach)}</Tip>
        <span aria-hidden>·</span>
        <Tip tip={copy.daysTip(seen)}>{adsCopy.countDays(entry)}</Tip>
      </p>
      <Score score={entry} className="text-xs" />
    </div>
  );
}

type PagedQuery<Entry> = QueryState<{ readonly entries: readonly Entry[] }> &
  ComponentProps<typeof LoadMore>['pages'] & { readonly isPlaceholderData: boolean };

interface PagedListProps<Entry> {
  readonly list: PagedQuery<Entry>;
  readonly empty: string;
  /** The usual height of an entry, for the skeleton. */
  readonly entryHeight: string;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

export function PagedList<Entry>({ list, empty, entryHeight, children }: PagedListProps<Entry>) {
  return (
    <QueryView
      query={list}
      loading={
        <Loading label={copy.loading}>
          <Skeletons count={6} className={entryHeight} />
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
