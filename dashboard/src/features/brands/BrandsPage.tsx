import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GitCompareArrows, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { Ad } from '../../lib/api/types.ts';
import type { Platform } from '../../lib/labels.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/fields.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, Loading, Skeletons } from '../../ui/states.tsx';
import { Tip, tipOn } from '../../ui/Tip.tsx';
import { useInView } from '../../lib/hooks/useInView.ts';
import { AdImage } from '../ads/AdThumb.tsx';
import { firstMedia, getThumbnail } from '../ads/mediaUrls.ts';
import { adsCopy } from '../ads/copy.ts';
import { BrandLink, Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.list;
const route = getRouteApi('/shell/brands');

export function BrandsPage() {
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  // The field updates immediately; the URL follows.
  const [typed, setTyped] = useState(name);
  const type = (text: string): void => {
    setTyped(text);
    void navigate({ search: { name: text === '' ? undefined : text }, replace: true });
  };
  return (
    <Page
      title={copy.title}
      about={copy.about}
      actions={
        <>
          <Link to="/compare" className={buttonClasses()}>
            <GitCompareArrows size={16} aria-hidden /> {copy.compare}
          </Link>
          <AddBrandLink />
        </>
      }
      filters={
        <TextField
          hideLabel
          label={brandsCopy.searchBrands}
          type="search"
          placeholder={brandsCopy.searchPlaceholder}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className="max-w-xl"
        />
      }
    >
      {typed.trim() === '' ? <FollowedAndTop /> : <Results typed={typed} onClear={() => type('')} />}
    </Page>
  );
}

function AddBrandLink({ text }: { readonly text?: string }) {
  return (
    <Link to="/add-brand" search={{ text }} className={buttonClasses('primary')}>
      <Plus size={16} aria-hidden /> {copy.addBrand}
    </Link>
  );
}

/** The list below waits for the followed brands, since their height is unknown before they load. */
function FollowedAndTop() {
  const { isPending, failureCount } = useQuery(api.companies.listFollowed.queryOptions());
  return (
    <>
      <Followed />
      {(!isPending || failureCount > 0) && <TopBrands />}
    </>
  );
}

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3';

function Followed() {
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
              <Skeletons count={8} className="h-18.5" />
            </div>
          </Loading>
        }
        empty={<p className="text-quiet">{copy.noneFollowed}</p>}
      >
        {(list) => (
          <ul className={gridClasses}>
            {list.map(({ companyName: name, advertiserId, brandLogo, newAdsLast7Days, ...brand }) => (
              <li key={name} className="flex">
                <Link
                  {...tipOn(copy.followedTip(brand.followedAt))}
                  to="/brands/$name"
                  params={{ name }}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded-md border p-3 hover:bg-sunk"
                >
                  <Logo name={name} url={brandLogo} size={48} />
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span className="truncate font-semibold">{name}</span>
                    <span className="text-xs text-quiet">
                      {advertiserId === null
                        ? copy.noAdsYet
                        : brandsCopy.adsRunning(brand.adCount, brand.activeAds)}
                    </span>
                  </span>
                  {newAdsLast7Days > 0 && <Chip variant="accent">{copy.newAds(newAdsLast7Days)}</Chip>}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Results({ typed, onClear }: { readonly typed: string; readonly onClear: () => void }) {
  const { found } = useBrandSearch(typed, 30);
  return (
    <QueryView
      query={found}
      loading={<RowsSkeleton title={copy.results} />}
      isEmpty={({ companies }) => companies.length === 0}
      empty={
        <Empty
          action={
            <>
              <Button onClick={onClear}>{copy.showAll}</Button>
              <AddBrandLink text={typed.trim()} />
            </>
          }
        >
          {copy.noMatch(typed.trim())}
        </Empty>
      }
    >
      {({ companies }) => (
        <Section title={copy.results} about={copy.aboutResults}>
          <div className={classes(found.isPlaceholderData && 'opacity-55')}>
            <BrandRows
              brands={companies.map(({ totalReach, matchType, ...company }) => ({
                ...company,
                reach: totalReach,
                match: copy.matches[matchType],
              }))}
            />
          </div>
        </Section>
      )}
    </QueryView>
  );
}

const step = 25;

function TopBrands() {
  const top = useQuery(api.brandSpy.listTopAdvertisers.queryOptions({ limit: 200 }));
  const [shown, setShown] = useState(step);
  return (
    <QueryView
      query={top}
      loading={<RowsSkeleton title={copy.top} />}
      empty={
        <Empty
          action={
            <Link
              to="/settings/$section"
              params={{ section: 'sources' }}
              className={buttonClasses('primary')}
            >
              {copy.addSource}
            </Link>
          }
        >
          {copy.empty}
        </Empty>
      }
    >
      {(brands) => (
        <Section title={copy.top} about={copy.aboutTop}>
          <BrandRows
            brands={brands.slice(0, shown).map((brand) => ({
              advertiserId: brand.advertiserId,
              name: brand.company,
              brandLogo: brand.brandLogo,
              adCount: brand.adCount,
              reach: brand.totalViews,
              platforms: brand.platforms,
            }))}
          />
          {brands.length > shown && (
            <Button className="self-start" onClick={() => setShown(shown + step)}>
              {copy.showMore}
            </Button>
          )}
        </Section>
      )}
    </QueryView>
  );
}

interface ListedBrand {
  readonly advertiserId: number;
  readonly name: string;
  readonly brandLogo: string | null;
  readonly adCount: number;
  readonly reach: number;
  readonly platforms: readonly Platform[];
  /** The kind of match, if worth a mention. */
  readonly match?: string | null;
}

function BrandRows({ brands }: { readonly brands: readonly ListedBrand[] }) {
  return (
    <ul className="flex flex-col divide-y">
      {brands.map(({ advertiserId, name, brandLogo, adCount, reach, platforms, match = null }) => (
        <li key={advertiserId} className="relative flex items-center gap-3 py-2">
          <Logo name={name} url={brandLogo} />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <div className="flex items-center gap-2">
              <BrandLink name={name} className="min-w-0 truncate py-0.5 text-left" />
              {match !== null && <Chip>{match}</Chip>}
            </div>
            <span className="hidden md:block">
              <PlatformMarks platforms={platforms} showAll />
            </span>
          </div>
          <BestAds name={name} />
          <div className="w-28 shrink-0 text-right tabular-nums">
            <Tip className="whitespace-nowrap" tip={copy.reachTip(reach)}>
              {brandsCopy.reach(reach)}
            </Tip>
            <p className="text-xs text-quiet">{adsCopy.ads(adCount)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const adsPerBrand = 3;
/** Of these, ads with a picture are shown first. */
const consideredAds = 9;

const hasPicture = (ad: Ad): boolean => getThumbnail(firstMedia(ad)) !== null;

/** The best ads of a brand, loaded when its row scrolls near. */
function BestAds({ name }: { readonly name: string }) {
  const element = useRef<HTMLUListElement>(null);
  const [isNear, setIsNear] = useState(false);
  useInView(element, { isEnabled: !isNear, pixels: 200 }, () => setIsNear(true));
  const { data } = useQuery({
    ...api.ads.search.queryOptions({ companyNames: [name], duplicates: 'fold', limit: consideredAds }),
    enabled: isNear,
  });
  const ads = (data?.ads ?? [])
    .toSorted((one, other) => Number(hasPicture(other)) - Number(hasPicture(one)))
    .slice(0, adsPerBrand);
  return (
    <ul ref={element} aria-label={copy.bestAds(name)} className="flex h-16 w-44 shrink-0 gap-1 max-sm:hidden">
      {ads.map((ad) => (
        <li key={ad.hash} className="flex w-14">
          <Link
            to="/ads/$hash"
            params={{ hash: ad.hash }}
            aria-label={ad.headline ?? ad.body ?? adsCopy.adBy(name)}
            title={ad.headline ?? undefined}
            className="flex w-full rounded-sm hover:opacity-85"
          >
            <AdImage ad={ad} className="h-16 w-14 rounded-sm" sizes="3.5rem" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function RowsSkeleton({ title }: { readonly title: string }) {
  return (
    <Section title={title} about={copy.loadingAbout}>
      <Loading label={copy.loading}>
        <div className="flex flex-col gap-2">
          <Skeletons count={12} className="h-20" />
        </div>
      </Loading>
    </Section>
  );
}
