import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import { httpStatus, getSuggestions } from '../../lib/errors.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, ErrorPanel, Loading, Skeleton } from '../../ui/states.tsx';
import { CoverageLine } from '../ads/CoverageLine.tsx';
import { Logo } from '../ads/Logo.tsx';
import { AdsFilters, noFilters } from './AdsFilters.tsx';
import { BrandActions, BrandFacts, BrandHeading, FollowButton, type Header } from './BrandHeader.tsx';
import { Claims } from './Claims.tsx';
import { Changes } from './Changes.tsx';
import { Creatives, RisingCreatives } from './Creatives.tsx';
import { LaunchHistory } from './LaunchHistory.tsx';
import { LandingPages } from './LandingPages.tsx';
import { Audience, MediaSplit, Tiles, TilesSkeleton } from './Overview.tsx';
import { Copies, Headlines } from './RankedTexts.tsx';
import { SimilarBrands } from './SimilarBrands.tsx';
import { TagShares } from './TagShares.tsx';
import { Tests } from './Tests.tsx';
import { Timeline } from './Timeline.tsx';
import {
  type BrandFilters,
  type BrandSearch,
  changedDays,
  comparedDays,
  hasRange,
  headerQuery,
  landingPageOrders,
  toBrandFilters,
  toTimeRange,
} from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.unknown;

const route = getRouteApi('/shell/brands/$name');

export function BrandPage() {
  const { name } = route.useParams();
  // The key prevents placeholder data of the previous brand.
  return <Brand key={name} name={name} />;
}

function Brand({ name }: { readonly name: string }) {
  const header = useQuery(headerQuery(name));
  return (
    <QueryView
      query={header}
      loading={<BrandSkeleton name={name} />}
      renderError={(error, retry) =>
        httpStatus(error) === 404 ? (
          <UnknownBrand name={name} error={error} />
        ) : (
          <Page title={name} heading={<HeadingSkeleton name={name} />}>
            <ErrorPanel error={error} onRetry={retry} />
          </Page>
        )
      }
    >
      {(loaded) => <LoadedBrand header={loaded} />}
    </QueryView>
  );
}

function HeadingSkeleton({ name }: { readonly name: string }) {
  return (
    <div className="flex items-center gap-3">
      <Skeleton className="size-12 rounded-full!" />
      <h1 className="text-2xl font-semibold">{name}</h1>
    </div>
  );
}

function BrandSkeleton({ name }: { readonly name: string }) {
  return (
    <Page
      title={name}
      heading={<HeadingSkeleton name={name} />}
      filters={
        <>
          <div className="-mt-1 flex flex-col gap-1">
            <Skeleton className="h-6 w-120 max-w-full" />
            <Skeleton className="h-6 w-80 max-w-full" />
          </div>
          <Skeleton className="h-9.5 w-full max-w-4xl" />
        </>
      }
    >
      <TilesSkeleton />
      <Loading label={brandsCopy.brand.loading}>
        <Skeleton className="h-112" />
      </Loading>
    </Page>
  );
}

function LoadedBrand({ header }: { readonly header: Header }) {
  const { name } = header;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: BrandSearch): void => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  };
  return (
    <Page
      title={name}
      heading={<BrandHeading header={header} />}
      actions={<BrandActions name={name} filters={toBrandFilters(search, todayInUtc())} />}
      filters={
        <>
          <BrandFacts header={header} />
          <AdsFilters search={search} onChange={change} names={[name]} />
        </>
      }
    >
      <Sections name={name} search={search} change={change} />
    </Page>
  );
}

interface SectionsProps {
  readonly name: string;
  readonly search: BrandSearch;
  readonly change: (changed: BrandSearch) => void;
}

function Sections({ name, search, change }: SectionsProps) {
  const today = todayInUtc();
  const ads = { name, filters: toBrandFilters(search, today) };
  const overview = useQuery({
    ...api.brandSpy.getOverview.queryOptions({ companyName: name, ...ads.filters }),
    placeholderData: keepPreviousData,
  });
  // Media and audience show no error, since the tiles do.
  const { data, isLoading } = overview;
  const timeRange = toTimeRange(search);
  if (data?.stats.totalAds === 0) {
    return (
      <Empty action={<Button onClick={() => change(noFilters)}>{adsCopy.clearFilters}</Button>}>
        {brandsCopy.brand.noAds(name)}
      </Empty>
    );
  }
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-3">
        <Creatives
          {...ads}
          order={search.creativesBy ?? 'daysRunning'}
          onOrder={(creativesBy) => change({ creativesBy })}
        />
        <RisingCreatives {...ads} />
      </div>
      <Tests {...ads} />
      <QueryView query={overview} loading={<TilesSkeleton />}>
        {(loaded) => <Totals overview={loaded} search={search} />}
      </QueryView>
      {hasRange(search) ? <Timeline {...ads} timeRange={timeRange} /> : <LaunchHistory {...ads} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TagShares {...ads} kind="hook" days={comparedDays(search)} />
        <TagShares {...ads} kind="offer" days={comparedDays(search)} />
      </div>
      <Changes name={name} days={changedDays(search, today)} onSince={(since) => change({ since })} />
      <Claims {...ads} kind={search.claimKind} onKind={(claimKind) => change({ claimKind })} />
      <Texts {...ads} search={search} change={change} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <LandingPages
          {...ads}
          order={search.landingPagesBy ?? landingPageOrders[0]}
          onOrder={(landingPagesBy) => change({ landingPagesBy })}
        />
        {data === undefined ? (
          isLoading && <Skeleton className="h-72" />
        ) : (
          <div className="flex min-w-0 flex-col gap-6">
            <MediaSplit mediaTypeBreakdown={data.mediaTypeBreakdown} />
            <Audience demographics={data.demographics} />
          </div>
        )}
      </div>
      <SimilarBrands {...ads} />
    </>
  );
}

interface TextsProps extends SectionsProps {
  readonly filters: BrandFilters;
}

function Texts({ search, change, ...ads }: TextsProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Copies
        {...ads}
        order={search.copiesBy ?? 'performanceScore'}
        onOrder={(copiesBy) => change({ copiesBy })}
      />
      <Headlines
        {...ads}
        order={search.headlinesBy ?? 'performanceScore'}
        onOrder={(headlinesBy) => change({ headlinesBy })}
      />
    </div>
  );
}

interface TotalsProps {
  readonly overview: RouterOutputs['brandSpy']['getOverview'];
  readonly search: BrandSearch;
}

function Totals({ overview: { stats, coverage }, search }: TotalsProps) {
  return (
    <div className="flex flex-col gap-2">
      <Tiles stats={stats} search={search} />
      <CoverageLine coverage={coverage} />
    </div>
  );
}

function UnknownBrand({ name, error }: { readonly name: string; readonly error: unknown }) {
  const suggestions = getSuggestions(error);
  return (
    <Page title={copy.title(name)} narrow>
      {suggestions.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">{copy.didYouMean}</h2>
          <ul className="flex flex-col gap-2">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <Link
                  to="/brands/$name"
                  params={{ name: suggestion }}
                  className="flex items-center gap-3 rounded-md border bg-card p-4 font-semibold hover:bg-sunk"
                >
                  <Logo name={suggestion} url={null} />
                  <span className="min-w-0 flex-1">{suggestion}</span>
                  <ArrowRight size={16} aria-hidden className="shrink-0 text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p>{copy.noSimilar}</p>
      )}
      <p className="text-quiet">{copy.followAnyway}</p>
      <div className="flex flex-wrap gap-2">
        <FollowButton name={name} variant="plain" />
        <Link to="/add-brand" search={{ text: name }} className={buttonClasses()}>
          {brandsCopy.list.addBrand}
        </Link>
        <Link to="/brands" search={{ name }} className={buttonClasses()}>
          {brandsCopy.searchBrands}
        </Link>
      </div>
    </Page>
  );
}
