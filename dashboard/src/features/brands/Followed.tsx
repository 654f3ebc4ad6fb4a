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
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.list;

type FollowedBrand = RouterOutputs['companies']['listFollowed'][number];

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3';

export function Followed() {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  const brands = followed.data;
  return (
    <Section
      title={copy.following}
      about={brands !== undefined && brands.length > 0 ? copy.brands(brands.length) : undefined}
      actions={
        brands !== undefined &&
        brands.length > 0 && (
          <Link to="/discover" search={{ companyNames: 'FOLLOWED' }} className={buttonClasses()}>
            {copy.viewTheirAds}
          </Link>
        )
      }
    >
      <QueryView
        query={followed}
        loading={
          <Loading label={copy.loadingFollowed}>
            <div className={gridClasses}>
              {Array.from({ length: 8 }, (_, index) => (
                <Skeleton key={index} className="h-18.5" />
              ))}
            </div>
          </Loading>
        }
        empty={<p className="text-quiet">{copy.noneFollowed}</p>}
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

function FollowedCard({ brand }: { readonly brand: FollowedBrand }) {
  const { companyName, advertiserId, brandLogo, adCount, activeAds, newAdsLast7Days, followedAt } = brand;
  return (
    <li className="flex">
      <TipOn tip={copy.followedTip(followedAt)}>
        <Link
          to="/brands/$name"
          params={{ name: companyName }}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md border p-3 hover:bg-sunk"
        >
          <Logo name={companyName} url={brandLogo} size={48} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-semibold">{companyName}</span>
            <span className="text-xs text-quiet">
              {advertiserId === null ? copy.noAdsYet : brandsCopy.adsRunning(adCount, activeAds)}
            </span>
          </span>
          {newAdsLast7Days > 0 && <Chip variant="accent">{copy.newAds(newAdsLast7Days)}</Chip>}
        </Link>
      </TipOn>
    </li>
  );
}
