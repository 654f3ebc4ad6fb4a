import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { OutsideLink } from '../../parts/OutsideLink.tsx';
import { Section } from '../../parts/Page.tsx';
import { Segmented } from '../../parts/Segmented.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { hueAt } from '../../charts/points.ts';
import { counted, formatDay, formatNumber, formatShare, formatShort } from '../../words/format.ts';
import type { AdFilters } from './filters.ts';
import { blank, PagedList } from './PagedList.tsx';
import type { landingPageOrders } from './search.ts';

type Order = (typeof landingPageOrders)[number];
type LandingPage = Answers['brandSpy']['getLandingPages']['landingPages'][number];

interface LandingPagesProps {
  readonly name: string;
  readonly filters: AdFilters;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const orders = [
  { value: 'adCount', label: 'Most ads' },
  { value: 'distribution', label: 'Most reach' },
] as const;

/** Where ads lead, and which share of the reach goes there. */
export function LandingPages({ name, filters, order, onOrder }: LandingPagesProps) {
  const landingPages = useInfiniteQuery({
    ...api.brandSpy.getLandingPages.infiniteQueryOptions(
      { companyName: name, ...filters, sortBy: order, limit: 8 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const pages = landingPages.data?.pages;
  const total = pages?.[0]?.total;
  return (
    <Section
      title="Landing pages"
      about={total === undefined ? blank : counted(total, 'page')}
      actions={<Segmented label="Order of landing pages" value={order} options={orders} onChange={onOrder} />}
    >
      <PagedList
        list={landingPages}
        entries={pages?.flatMap((page) => page.landingPages)}
        nothing="No ad that the filters leave tells where it leads."
        entryHeight="h-14"
      >
        {(entries) => (
          <>
            <Distribution entries={entries} />
            <ul className="flex flex-col divide-y">
              {entries.map((entry, place) => (
                <LandingPageRow key={entry.url} entry={entry} place={place} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Section>
  );
}

/** Pages with a hue of their own; the rest of the strip is of all others. */
const coloured = 6;

function Distribution({ entries }: { readonly entries: readonly LandingPage[] }) {
  return (
    <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunk">
      {entries.slice(0, coloured).map(({ url, distribution }, place) => (
        <div key={url} title={url} style={{ width: `${distribution}%`, background: hueAt(place) }} />
      ))}
    </div>
  );
}

function LandingPageRow({ entry, place }: { readonly entry: LandingPage; readonly place: number }) {
  const { url, adCount, activeAds, distribution, totalReach, firstSeenAt, lastSeenAt } = entry;
  return (
    <li className="flex items-start gap-3 py-2">
      <span
        aria-hidden
        className="mt-1 size-2.5 shrink-0 rounded-sm bg-sunk"
        style={place < coloured ? { background: hueAt(place) } : {}}
      />
      <div className="min-w-0 flex-1">
        <OutsideLink href={url}>{withoutScheme(url)}</OutsideLink>
        <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
          <Tip tip={`First seen on ${formatDay(firstSeenAt)}, last on ${formatDay(lastSeenAt)}.`}>
            {counted(adCount, 'ad')}, {formatNumber(activeAds)} running
          </Tip>
        </p>
      </div>
      <span className="font-semibold">
        <Tip
          tip={`Of all reach of ads that lead anywhere, this share leads here: ≈ ${formatShort(totalReach)}.`}
        >
          ≈ {formatShare(distribution / 100)}
        </Tip>
      </span>
    </li>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '');
}
