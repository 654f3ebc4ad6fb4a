import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Logo } from '../ads/Logo.tsx';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { TipOn } from '../../ui/Tip.tsx';
import { plural, formatDay, formatNumber } from '../../lib/format.ts';

type FollowedBrand = RouterOutputs['companies']['listFollowed'][number];

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3';

/** Followed brands with their number of new ads. */
export function Followed() {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  const brands = followed.data;
  return (
    <Section
      title="Following"
      about={brands !== undefined && brands.length > 0 ? plural(brands.length, 'brand') : undefined}
      actions={
        brands !== undefined &&
        brands.length > 0 && (
          <Link to="/discover" search={{ companyNames: 'FOLLOWED' }} className={buttonClasses()}>
            View their ads
          </Link>
        )
      }
    >
      <QueryView
        query={followed}
        loading={<FollowedSkeleton />}
        empty={
          <p className="text-quiet">No brands yet. Follow a brand to see its new ads here and in Alerts.</p>
        }
      >
        {(list) => (
          <ul className={gridClasses}>
            {list.map((brand) => (
              <FollowedCard key={brand.companyName} brand={brand} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function FollowedSkeleton() {
  return (
    <Loading label="Loading followed brands">
      <div className={gridClasses}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-18.5" />
        ))}
      </div>
    </Loading>
  );
}

function FollowedCard({ brand }: { readonly brand: FollowedBrand }) {
  const { companyName, advertiserId, brandLogo, adCount, activeAds, newAdsLast7Days, followedAt } = brand;
  const tip = `New: launched in the last 7 days. Followed since ${formatDay(followedAt)}.`;
  return (
    <li className="flex">
      <TipOn tip={tip}>
        <Link
          to="/brands/$name"
          params={{ name: companyName }}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md border p-3 hover:bg-sunk"
        >
          <Logo name={companyName} url={brandLogo} size={48} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-semibold">{companyName}</span>
            <span className="text-xs text-quiet">
              {advertiserId === null
                ? 'No ads yet'
                : `${plural(adCount, 'ad')}, ${formatNumber(activeAds)} running`}
            </span>
          </span>
          {newAdsLast7Days > 0 && <Chip variant="accent">{formatNumber(newAdsLast7Days)} new</Chip>}
        </Link>
      </TipOn>
    </li>
  );
}
