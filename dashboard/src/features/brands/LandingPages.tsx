import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatDay, formatShare } from '../../lib/format.ts';
import { OutsideLink } from '../../ui/OutsideLink.tsx';
import { Section } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { hueAt } from '../../ui/charts/points.ts';
import { guessPageType, type PageType } from './pageType.ts';
import { blank, PagedList } from './RankedTexts.tsx';
import { type BrandFilters, landingPageOrders } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.landingPages;

type Order = (typeof landingPageOrders)[number];
type LandingPage = RouterOutputs['brandSpy']['getLandingPages']['landingPages'][number];

interface LandingPagesProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const orders = landingPageOrders.map((value) => ({ value, label: copy.orders[value] }));

export function LandingPages({ name, filters, order, onOrder }: LandingPagesProps) {
  const landingPages = useInfiniteQuery({
    ...api.brandSpy.getLandingPages.infiniteQueryOptions(
      { companyName: name, ...filters, sortBy: order, limit: 8 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap((page) => page.landingPages),
    }),
  });
  const total = landingPages.data?.total;
  return (
    <Section
      title={copy.title}
      about={total === undefined ? blank : copy.about(total)}
      actions={<Segmented label={copy.sort} value={order} options={orders} onChange={onOrder} />}
    >
      <PagedList list={landingPages} empty={copy.empty} entryHeight="h-14">
        {(entries) => (
          <>
            <PageTypes entries={entries} total={total ?? entries.length} />
            <ul aria-label={copy.title} className="flex flex-col divide-y">
              {entries.map((entry) => (
                <LandingPageRow key={entry.url} entry={entry} order={order} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Section>
  );
}

/** The ads of the listed pages by the type of the page, most first. */
function PageTypes({ entries, total }: { readonly entries: readonly LandingPage[]; readonly total: number }) {
  const ads = new Map<PageType, number>();
  for (const { url, adCount } of entries) {
    const type = guessPageType(url);
    ads.set(type, (ads.get(type) ?? 0) + adCount);
  }
  const all = entries.reduce((sum, { adCount }) => sum + adCount, 0);
  const types = [...ads].toSorted(([, one], [, other]) => other - one);
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunk">
        {types.map(([type, count], index) => (
          <div key={type} style={{ width: `${(count / all) * 100}%`, background: hueAt(index) }} />
        ))}
      </div>
      <ul aria-label={copy.types} className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {types.map(([type, count], index) => (
          <li key={type} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: hueAt(index) }} />
            <span className="text-quiet">{copy.typeNames[type]}</span>
            <span className="font-semibold tabular-nums">{formatShare(count / all)}</span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-quiet">{copy.aboutTypes(entries.length, total)}</p>
    </div>
  );
}

interface LandingPageRowProps extends Pick<LandingPagesProps, 'order'> {
  readonly entry: LandingPage;
}

/** The number on the right is the one that the list is sorted by. */
function LandingPageRow({ entry, order }: LandingPageRowProps) {
  const { url, adCount, activeAds, distribution, totalReach, firstSeenAt, lastSeenAt } = entry;
  const ads = brandsCopy.adsRunning(adCount, activeAds);
  const share =
    totalReach === 0 ? (
      brandsCopy.reach(totalReach)
    ) : (
      <Tip tip={copy.shareTip(totalReach)}>{copy.share(distribution / 100)}</Tip>
    );
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <OutsideLink href={url}>{url.replace(/^https?:\/\/(?:www\.)?/, '')}</OutsideLink>
        <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
          {copy.typeNames[guessPageType(url)]} ·
          <Tip tip={adsCopy.seen(formatDay(firstSeenAt), formatDay(lastSeenAt))}>{ads}</Tip>
          {order === 'adCount' && <>· {share}</>}
        </p>
      </div>
      <span className="shrink-0 text-right font-semibold whitespace-nowrap tabular-nums">
        {order === 'adCount' ? adsCopy.ads(adCount) : share}
      </span>
    </li>
  );
}
