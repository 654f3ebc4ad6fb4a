import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatNumber, formatShort, plural } from '../../lib/format.ts';
import type { Platform } from '../../lib/labels.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/fields.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { Followed } from './Followed.tsx';

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
      title="Brands"
      about="Search brands, and follow those you want alerts about."
      actions={
        <Link to="/compare" className={buttonClasses()}>
          <GitCompareArrows size={16} aria-hidden /> Compare brands
        </Link>
      }
      filters={
        <TextField
          hideLabel
          label="Search brands"
          type="search"
          placeholder="Name or website"
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

const matchNames = { exact: 'exact', prefix: null, word: null, fuzzy: 'similar' } as const;

function Results({ typed, onClear }: { readonly typed: string; readonly onClear: () => void }) {
  const found = useBrandSearch(typed, 30);
  return (
    <QueryView
      query={found}
      loading={<RowsSkeleton title="Results" />}
      isEmpty={({ companies }) => companies.length === 0}
      empty={
        <Empty action={<Button onClick={onClear}>Show all brands</Button>}>
          No brands match “{typed.trim()}”.
        </Empty>
      }
    >
      {({ companies }) => <Companies companies={companies} isStale={found.isPlaceholderData} />}
    </QueryView>
  );
}

interface CompaniesProps {
  readonly companies: RouterOutputs['ads']['listTopCompanies']['companies'];
  readonly isStale: boolean;
}

function Companies({ companies, isStale }: CompaniesProps) {
  const largest = Math.max(...companies.map(({ totalReach }) => totalReach));
  return (
    <Section title="Results" about="Best match first">
      <ul className={classes('flex flex-col divide-y', isStale && 'opacity-55')}>
        {companies.map((company) => {
          const match = matchNames[company.matchType];
          return (
            <BrandRow
              key={company.advertiserId}
              name={company.name}
              logo={company.brandLogo}
              adCount={company.adCount}
              reach={company.totalReach}
              largest={largest}
              platforms={company.platforms}
              note={match !== null && <Chip>{match}</Chip>}
            />
          );
        })}
      </ul>
    </Section>
  );
}

const step = 25;

function TopBrands() {
  const top = useQuery(api.brandSpy.listTopAdvertisers.queryOptions({ limit: 200 }));
  return (
    <QueryView query={top} loading={<RowsSkeleton title="Top brands" />} empty={<NoBrands />}>
      {(brands) => <Ranking brands={brands} />}
    </QueryView>
  );
}

function NoBrands() {
  return (
    <Empty
      action={
        <Link to="/settings/$section" params={{ section: 'sources' }} className={buttonClasses('primary')}>
          Add source
        </Link>
      }
    >
      No brands yet. Add a source to import ads.
    </Empty>
  );
}

interface RankingProps {
  readonly brands: RouterOutputs['brandSpy']['listTopAdvertisers'];
}

function Ranking({ brands }: RankingProps) {
  const [shown, setShown] = useState(step);
  const largest = brands[0]?.totalViews ?? 0;
  return (
    <Section title="Top brands" about="By total reach">
      <ul className="flex flex-col divide-y">
        {brands.slice(0, shown).map((brand) => (
          <BrandRow
            key={brand.advertiserId}
            name={brand.company}
            logo={brand.brandLogo}
            adCount={brand.adCount}
            reach={brand.totalViews}
            largest={largest}
            platforms={brand.platforms}
          />
        ))}
      </ul>
      {brands.length > shown && (
        <Button className="self-start" onClick={() => setShown(shown + step)}>
          Show more
        </Button>
      )}
    </Section>
  );
}

function RowsSkeleton({ title }: { readonly title: string }) {
  return (
    <Section title={title} about="Loading">
      <Loading label="Loading brands">
        <div className="flex flex-col gap-2">
          {Array.from({ length: 12 }, (_, index) => index).map((index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
      </Loading>
    </Section>
  );
}

interface BrandRowProps {
  readonly name: string;
  readonly logo: string | null;
  readonly adCount: number;
  readonly reach: number;
  /** The reach of a full bar. */
  readonly largest: number;
  readonly platforms: readonly Platform[];
  /** Beside the name: the kind of match. */
  readonly note?: ReactNode;
}

function BrandRow({ name, logo, adCount, reach, largest, platforms, note }: BrandRowProps) {
  return (
    <li className="relative flex items-center gap-3 py-2">
      <Logo name={name} url={logo} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-center gap-2">
          <Link
            to="/brands/$name"
            params={{ name }}
            dir="auto"
            className="min-w-0 truncate py-0.5 text-left font-semibold hover:underline"
          >
            {name}
          </Link>
          {note}
          <span className="ml-auto hidden md:block">
            <PlatformMarks platforms={platforms} showAll />
          </span>
        </div>
        <Bar share={largest === 0 ? 0 : reach / largest} />
      </div>
      <div className="w-28 shrink-0 text-right tabular-nums">
        <Tip className="whitespace-nowrap" tip={`${formatNumber(reach)}over all its ads, partly estimated`}>
          ≈ {formatShort(reach)} reach
        </Tip>
        <p className="text-xs text-quiet">{plural(adCount, 'ad')}</p>
      </div>
    </li>
  );
}
