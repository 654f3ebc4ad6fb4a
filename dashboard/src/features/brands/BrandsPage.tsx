import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { api } from '../../lib/api/client.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/fields.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../ui/states.tsx';
import { BrandRow } from './BrandRow.tsx';
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
  if (found.isError) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  const companies = found.data?.companies;
  if (companies === undefined) return <RowsSkeleton title="Results" />;
  if (companies.length === 0) {
    return (
      <Empty action={<Button onClick={onClear}>Show all brands</Button>}>
        No brands match “{typed.trim()}”.
      </Empty>
    );
  }
  const largest = Math.max(...companies.map(({ totalReach }) => totalReach));
  return (
    <Section title="Results" about="Best match first">
      <ul className={classes('flex flex-col divide-y', found.isPlaceholderData && 'opacity-55')}>
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
  const [shown, setShown] = useState(step);
  const top = useQuery(api.brandSpy.listTopAdvertisers.queryOptions({ limit: 200 }));
  if (top.isError) return <Failure error={top.error} onRetry={() => void top.refetch()} />;
  if (top.data === undefined) return <RowsSkeleton title="Top brands" />;
  if (top.data.length === 0) {
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
  const largest = top.data[0]?.totalViews ?? 0;
  return (
    <Section title="Top brands" about="By total reach">
      <ul className="flex flex-col divide-y">
        {top.data.slice(0, shown).map((brand) => (
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
      {top.data.length > shown && (
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
