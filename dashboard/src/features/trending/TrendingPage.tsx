import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName } from '../../lib/format.ts';
import { humanize, type Platform, platformNames } from '../../lib/labels.ts';
import { Page } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/fields.tsx';
import { CoverageLine } from '../ads/CoverageLine.tsx';
import { Logo } from '../ads/Logo.tsx';
import { adsCopy } from '../ads/copy.ts';
import { LeaderboardSection, type LeaderboardSectionProps, type RankedRow } from './Leaderboard.tsx';
import { trendingCopy } from './copy.ts';
import { topBrandsQuery, topTagsQuery, type TrendingSearch, type WindowDays, windows } from './search.ts';

const copy = trendingCopy.filters;

export function TrendingPage() {
  const search = useSearch({ from: '/shell/trending' });
  const navigate = useNavigate({ from: '/trending' });
  const change = (changed: TrendingSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  return (
    <Page
      title={trendingCopy.title}
      about={trendingCopy.about}
      filters={<TrendingFilters search={search} onChange={change} />}
    >
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <TagLeaderboard search={search} onChange={change} />
        <BrandLeaderboard search={search} onChange={change} />
      </div>
      <TrendingCoverage search={search} />
    </Page>
  );
}

/** Both leaderboards are made from the same ads. */
function TrendingCoverage({ search }: Pick<FilterProps, 'search'>) {
  const { data } = useQuery({ ...topBrandsQuery(search), placeholderData: keepPreviousData });
  return <CoverageLine coverage={data?.coverage} />;
}

const windowOptions = windows.map((days) => ({ value: String(days), label: adsCopy.days(days) }));
const platformOptions = [
  { value: 'all', label: copy.all },
  ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
];

type FilterProps = Pick<LeaderboardSectionProps, 'search' | 'onChange'>;

function TrendingFilters({ search: { windowDays = 7, platform, country }, onChange }: FilterProps) {
  const { data } = useQuery({ ...api.ads.search.queryOptions({ limit: 1 }), staleTime: 3_600_000 });
  const countries = withSelected(Object.keys(data?.facets.countries ?? {}), country)
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={copy.period}
        value={String(windowDays)}
        options={windowOptions}
        onChange={(days) => onChange({ windowDays: Number(days) as WindowDays })}
      />
      <Segmented
        label={copy.platform}
        value={platform ?? 'all'}
        options={platformOptions}
        onChange={(value) => onChange({ platform: value === 'all' ? undefined : (value as Platform) })}
      />
      <Select
        label={copy.country}
        hideLabel
        className="w-48 max-w-full"
        value={country ?? ''}
        options={[['', copy.allCountries], ...countries]}
        onChange={({ target }) => onChange({ country: target.value || undefined })}
      />
    </div>
  );
}

function TagLeaderboard({ search, onChange }: FilterProps) {
  const { category } = search;
  const query = useQuery({ ...topTagsQuery(search), placeholderData: keepPreviousData });
  const tags = query.data?.tags ?? [];
  const names = [...new Set(tags.map((tag) => tag.category))].toSorted();
  const categories = withSelected(names, category).map((name) => [name, humanize(name)] as const);
  const shown = category === undefined ? tags : tags.filter((tag) => tag.category === category);
  return (
    <LeaderboardSection
      title={trendingCopy.ranking.tags}
      about={trendingCopy.ranking.aboutTags}
      query={query}
      rows={shown.map(tagRow)}
      open={search.tag}
      onOpen={(key) => onChange({ tag: key === undefined ? undefined : Number(key) })}
      search={search}
      onChange={onChange}
      actions={
        <Select
          label={copy.category}
          hideLabel
          className="w-40"
          value={category ?? ''}
          options={[['', copy.allCategories], ...categories]}
          onChange={({ target }) => onChange({ category: target.value || undefined, tag: undefined })}
        />
      }
    />
  );
}

/** The selected value stays in the list, also if no ads have it. */
function withSelected(values: readonly string[], selected: string | undefined): readonly string[] {
  return selected === undefined || values.includes(selected) ? values : [...values, selected];
}

function tagRow(tag: RouterOutputs['trending']['topTagsByEngagement']['tags'][number]): RankedRow {
  return {
    ...tag,
    key: tag.tagDefinitionId,
    name: tag.shortText,
    about: <span className="truncate">{humanize(tag.category)} ·</span>,
    filter: { tagDefinitionIds: [tag.tagDefinitionId] },
  };
}

function BrandLeaderboard({ search, onChange }: FilterProps) {
  const query = useQuery({ ...topBrandsQuery(search), placeholderData: keepPreviousData });
  // The ranking contains no logos, so they come from the top brands; others get a generated monogram.
  const { data: top = [] } = useQuery(api.brandSpy.listTopAdvertisers.queryOptions({ limit: 200 }));
  const logos = new Map(top.map(({ advertiserId, brandLogo }) => [advertiserId, brandLogo]));
  return (
    <LeaderboardSection
      title={trendingCopy.ranking.brands}
      about={trendingCopy.ranking.aboutBrands}
      query={query}
      rows={(query.data?.advertisers ?? []).map((one) =>
        brandRow(one, logos.get(one.advertiserId) ?? `/logos/${one.advertiserId}.svg`),
      )}
      open={search.company}
      onOpen={(key) => onChange({ company: key === undefined ? undefined : String(key) })}
      search={search}
      onChange={onChange}
    />
  );
}

type Advertiser = RouterOutputs['trending']['topAdvertisers']['advertisers'][number];

function brandRow(advertiser: Advertiser, logo: string): RankedRow {
  const { name, platforms } = advertiser;
  const names = platforms.map((one) => platformNames[one]);
  return {
    ...advertiser,
    key: name,
    mark: <Logo name={name} url={logo} size={32} />,
    about: (
      <span className="truncate" title={names.join(', ')}>
        {names.length === 1 ? names[0] : trendingCopy.ranking.platforms(names.length)} ·
      </span>
    ),
    filter: { companyNames: [name] },
  };
}
