import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Logo } from '../../ads/Logo.tsx';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Section } from '../../parts/Page.tsx';
import { Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { TipOn } from '../../parts/Tip.tsx';
import { counted, formatDay, formatNumber } from '../../words/format.ts';

type FollowedBrand = Answers['companies']['listFollowed'][number];

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3';

/** Brands that the reader follows, with what they launched lately. */
export function Followed() {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  const brands = followed.data;
  return (
    <Section
      title="You follow"
      about={brands !== undefined && brands.length > 0 ? counted(brands.length, 'brand') : undefined}
      actions={
        brands !== undefined &&
        brands.length > 0 && (
          <Link to="/discover" search={{ companyNames: 'FOLLOWED' }} className={buttonClasses()}>
            See all their ads
          </Link>
        )
      }
    >
      {followed.isError ? (
        <Failure error={followed.error} onRetry={() => void followed.refetch()} />
      ) : brands === undefined ? (
        <Loading label="Followed brands are loading">
          <div className={gridClasses}>
            {Array.from({ length: 8 }, (_, place) => (
              <Skeleton key={place} className="h-18.5" />
            ))}
          </div>
        </Loading>
      ) : brands.length === 0 ? (
        <p className="text-quiet">
          Nobody yet. Open a brand and press Follow: its new ads are then counted here and told in Alerts.
        </p>
      ) : (
        <ul className={gridClasses}>
          {brands.map((brand) => (
            <FollowedCard key={brand.companyName} brand={brand} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FollowedCard({ brand }: { readonly brand: FollowedBrand }) {
  const { companyName, advertiserId, brandLogo, adCount, activeAds, newAdsLast7Days, followedAt } = brand;
  const tip = `New: began today or in the six days before. Followed since ${formatDay(followedAt)}.`;
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
                ? 'No ad found yet'
                : `${counted(adCount, 'ad')}, ${formatNumber(activeAds)} running`}
            </span>
          </span>
          {newAdsLast7Days > 0 && <Chip look="accent">{formatNumber(newAdsLast7Days)} new</Chip>}
        </Link>
      </TipOn>
    </li>
  );
}
