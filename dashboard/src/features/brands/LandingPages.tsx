import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatDay } from '../../lib/format.ts';
import { OutsideLink } from '../../ui/OutsideLink.tsx';
import { Section } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { hueAt } from '../../ui/charts/points.ts';
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
            <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunk">
              {entries.slice(0, colored).map(({ url, distribution }, index) => (
                <div key={url} title={url} style={{ width: `${distribution}%`, background: hueAt(index) }} />
              ))}
            </div>
            <ul className="flex flex-col divide-y">
              {entries.map((entry, index) => (
                <LandingPageRow key={entry.url} entry={entry} index={index} order={order} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Section>
  );
}

/** Pages with their own hue; the rest of the strip is all others. */
const colored = 6;

interface LandingPageRowProps extends Pick<LandingPagesProps, 'order'> {
  readonly entry: LandingPage;
  readonly index: number;
}

/** The number on the right is the one that the list is sorted by. */
function LandingPageRow({ entry, index, order }: LandingPageRowProps) {
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
      <span
        aria-hidden
        className="mt-1 size-2.5 shrink-0 rounded-sm bg-sunk"
        style={index < colored ? { background: hueAt(index) } : {}}
      />
      <div className="min-w-0 flex-1">
        <OutsideLink href={url}>{url.replace(/^https?:\/\/(?:www\.)?/, '')}</OutsideLink>
        <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
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
