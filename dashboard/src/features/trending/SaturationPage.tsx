import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { TrendingFilters, TrendingViews, withSelected } from './Filters.tsx';
import { HeatMap } from './HeatMap.tsx';
import { EmptyPairs, EmptyingPairs } from './PairLists.tsx';
import { trendingCopy } from './copy.ts';
import type { Saturation } from './saturation.ts';
import { categoriesQuery, type SaturationSearch, saturationQuery } from './search.ts';

const copy = trendingCopy.saturation;

interface SearchProps {
  readonly search: SaturationSearch;
  readonly onChange: (change: SaturationSearch) => void;
}

export function SaturationPage() {
  const search = useSearch({ from: '/shell/trending/saturation' });
  const navigate = useNavigate({ from: '/trending/saturation' });
  const change = (changed: SaturationSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const categories = useQuery(categoriesQuery);
  return (
    <Page
      title={copy.title}
      heading={<h1 className="text-2xl font-semibold">{trendingCopy.title}</h1>}
      about={copy.about}
      actions={<TrendingViews />}
      filters={
        <TrendingFilters search={{ ...search, windowDays: search.windowDays ?? 30 }} onChange={change}>
          <SetSelect search={search} onChange={change} />
        </TrendingFilters>
      }
    >
      <QueryView query={categories} loading={<MapSkeleton />}>
        {(known) => (
          <SaturationView search={search} category={selectCategory(search, known)} onChange={change} />
        )}
      </QueryView>
    </Page>
  );
}

type Categories = { readonly categories: readonly { readonly category: string }[] };

/** Null: the brands that the user follows. */
function selectCategory({ category, brands }: SaturationSearch, { categories }: Categories): string | null {
  if (brands === 'followed') return null;
  return category ?? categories[0]?.category ?? null;
}

const followed = 'followed';
const prefix = 'category:';

function SetSelect({ search, onChange }: SearchProps) {
  const { data = { categories: [] } } = useQuery(categoriesQuery);
  const selected = selectCategory(search, data);
  const counts = new Map(data.categories.map(({ category, advertisers }) => [category, advertisers]));
  const options = withSelected([...counts.keys()], selected ?? undefined).map(
    (category) => [`${prefix}${category}`, copy.category(category, counts.get(category))] as const,
  );
  return (
    <SelectMenu
      label={copy.brands}
      value={selected === null ? followed : `${prefix}${selected}`}
      options={[[followed, copy.followed], ...options]}
      onChange={(value) =>
        onChange(
          value === followed
            ? { brands: 'followed', category: undefined }
            : { category: value.slice(prefix.length), brands: undefined },
        )
      }
    />
  );
}

function SaturationView({ search, category, onChange }: SearchProps & { readonly category: string | null }) {
  const query = useQuery({ ...saturationQuery(search, category), placeholderData: keepPreviousData });
  return (
    <QueryView
      query={query}
      loading={<MapSkeleton />}
      isEmpty={({ cells }) => cells.length === 0}
      empty={<NoCells search={search} map={query.data} onChange={onChange} />}
    >
      {(map) => (
        <div
          aria-busy={query.isPlaceholderData}
          className={classes(
            'flex flex-col gap-6 transition-opacity',
            query.isPlaceholderData && 'opacity-55',
          )}
        >
          <Section title={copy.mapTitle} about={copy.mapAbout(map)}>
            <HeatMap map={map} />
            <p className="text-xs text-quiet">{copy.evidence(map)}</p>
          </Section>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <EmptyPairs map={map} />
            <EmptyingPairs map={map} />
          </div>
        </div>
      )}
    </QueryView>
  );
}

function NoCells({ search, map, onChange }: SearchProps & { readonly map: Saturation | undefined }) {
  const { windowDays = 30 } = search;
  const isLongest = windowDays === 90;
  if (map?.companies === 0) return <Empty>{copy.noFollowed}</Empty>;
  return (
    <Empty
      action={
        !isLongest && (
          <Button onClick={() => onChange({ windowDays: 90 })}>{trendingCopy.ranking.showLongest}</Button>
        )
      }
    >
      {copy.empty(formatNumber(map?.ads ?? 0), windowDays)}
    </Empty>
  );
}

function MapSkeleton() {
  return (
    <Loading label={copy.loading}>
      <Skeleton className="h-140" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </Loading>
  );
}
