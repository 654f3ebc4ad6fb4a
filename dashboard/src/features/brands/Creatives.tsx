import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/states.tsx';
import { CreativeLink } from './CreativeLink.tsx';
import { brandsCopy } from './copy.ts';
import { type BrandFilters, creativeOrders } from './search.ts';

const copy = brandsCopy.creatives;

type Found = RouterOutputs['brandSpy']['listCreatives'];
type CreativeOrder = (typeof creativeOrders)[number];

const shownCreatives = 8;

/** Whole pictures only: two rows of three where it is narrow, otherwise one row of as many as fit. */
const stripClasses = classes(
  'grid grid-cols-3 gap-3 *:nth-[n+7]:hidden',
  '@min-[30rem]:grid-cols-4 @min-[30rem]:*:nth-[n+5]:hidden',
  '@min-[42rem]:grid-cols-5 @min-[42rem]:*:nth-[5]:flex',
  '@min-[56rem]:grid-cols-6 @min-[56rem]:*:nth-[6]:flex',
  '@min-[72rem]:grid-cols-8 @min-[72rem]:*:nth-[n+7]:flex',
);

interface CreativesProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly order: CreativeOrder;
  readonly onOrder: (order: CreativeOrder) => void;
}

/** What works for the brand: by default the creatives that ran longest, each once. */
export function Creatives({ name, filters, order, onOrder }: CreativesProps) {
  const found = useQuery({
    ...api.brandSpy.listCreatives.queryOptions({
      companyName: name,
      ...filters,
      sortBy: order,
      limit: shownCreatives,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  return (
    <Section
      title={copy.title}
      about={data === undefined ? copy.about : copy.count(data.total, data.evidence.ads)}
      className="@container xl:col-span-2"
      actions={
        <SelectMenu
          label={copy.sort}
          value={order}
          options={creativeOrders.map((each) => [each, copy.orders[each]])}
          onChange={onOrder}
        />
      }
    >
      <QueryView query={found} loading={<Skeleton className="h-70" />}>
        {({ creatives, evidence }) => (
          <>
            <ul aria-label={copy.title} className={stripClasses}>
              {creatives.map((creative) => (
                <CreativeTile
                  key={creative.ad.hash}
                  creative={creative}
                  brand={name}
                  title={copy.days(creative)}
                  about={copy.ads(creative.adCount, creative.activeAds)}
                />
              ))}
            </ul>
            <p className="text-xs text-quiet">{copy.evidence(evidence)}</p>
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface CreativeTileProps {
  readonly creative: Found['creatives'][number];
  readonly brand: string;
  readonly title: string;
  readonly about: string;
}

function CreativeTile({ creative: { ad }, brand, title, about }: CreativeTileProps) {
  return (
    <li className="flex min-w-0">
      <CreativeLink ad={ad} brand={brand} sizes="10rem" className="w-full min-w-0">
        <span className="font-semibold tabular-nums">{title}</span>
        <span className="line-clamp-2 text-xs text-quiet">{about}</span>
      </CreativeLink>
    </li>
  );
}

const shownRising = 3;

/** Creatives of which the brand launches more ads than before. */
export function RisingCreatives({ name, filters }: Pick<CreativesProps, 'name' | 'filters'>) {
  const found = useQuery({
    ...api.brandSpy.listCreatives.queryOptions({
      companyName: name,
      ...filters,
      sortBy: 'rising',
      limit: shownRising,
    }),
    placeholderData: keepPreviousData,
    select: ({ creatives }) =>
      creatives.filter((each) => each.launchedLast14Days > each.launchedPrevious14Days),
  });
  return (
    <Section title={copy.rising} about={copy.aboutRising}>
      <QueryView
        query={found}
        loading={<Skeleton className="h-62" />}
        isEmpty={(creatives) => creatives.length === 0}
        empty={<p className="text-quiet">{copy.noneRising}</p>}
      >
        {(creatives) => (
          <ul aria-label={copy.rising} className="grid grid-cols-3 gap-3">
            {creatives.map((creative) => (
              <CreativeTile
                key={creative.ad.hash}
                creative={creative}
                brand={name}
                title={copy.newAds(creative.launchedLast14Days)}
                about={copy.before(creative.launchedPrevious14Days)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
