import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName } from '../../lib/format.ts';
import { humanize, type Platform, platformNames } from '../../lib/labels.ts';
import { Page } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/fields.tsx';
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
    </Page>
  );
}

const windowOptions = windows.map((days) => ({ value: String(days), label: adsCopy.days(days) }));
const platformOptions = [
  { value: 'all', label: copy.all },
  ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
];

interface TrendingFiltersProps {
  readonly search: TrendingSearch;
  readonly onChange: (change: TrendingSearch) => void;
}

function TrendingFilters({ search, onChange }: TrendingFiltersProps) {
  const { windowDays = 7, platform = 'all', country } = search;
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
        value={platform}
        options={platformOptions}
        onChange={(value) => onChange({ platform: value === 'all' ? undefined : (value as Platform) })}
      />
      <CountrySelect country={country} onChange={(value) => onChange({ country: value })} />
    </div>
  );
}

interface CountrySelectProps {
  readonly country: string | undefined;
  readonly onChange: (country: string | undefined) => void;
}

function CountrySelect({ country, onChange }: CountrySelectProps) {
  const { data } = useQuery({ ...api.ads.search.queryOptions({ limit: 1 }), staleTime: 3_600_000 });
  const codes = new Set(Object.keys(data?.facets.countries ?? {}));
  if (country !== undefined) codes.add(country);
  const named = [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Select
      label={copy.country}
      hideLabel
      className="w-48 max-w-full"
      value={country ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{copy.allCountries}</option>
      {named.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

type Tag = RouterOutputs['trending']['topTagsByEngagement']['tags'][number];

function TagLeaderboard({ search, onChange }: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { category } = search;
  const query = useQuery({ ...topTagsQuery(search), placeholderData: keepPreviousData });
  const tags = query.data?.tags ?? [];
  const categories = [...new Set(tags.map((tag) => tag.category))].toSorted();
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
          onChange={({ target }) =>
            onChange({ category: target.value === '' ? undefined : target.value, tag: undefined })
          }
        >
          <option value="">{copy.allCategories}</option>
          {withSelected(categories, category).map((name) => (
            <option key={name} value={name}>
              {humanize(name)}
            </option>
          ))}
        </Select>
      }
    />
  );
}

function withSelected(categories: readonly string[], selected: string | undefined): readonly string[] {
  return selected === undefined || categories.includes(selected) ? categories : [...categories, selected];
}

function tagRow(tag: Tag): RankedRow {
  return {
    ...tag,
    key: tag.tagDefinitionId,
    name: tag.shortText,
    about: <span className="truncate">{humanize(tag.category)} ·</span>,
    filter: { tagDefinitionIds: [tag.tagDefinitionId] },
  };
}

type Advertiser = RouterOutputs['trending']['topAdvertisers']['advertisers'][number];

function BrandLeaderboard({ search, onChange }: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const query = useQuery({ ...topBrandsQuery(search), placeholderData: keepPreviousData });
  const getLogo = useLogos();
  return (
    <LeaderboardSection
      title={trendingCopy.ranking.brands}
      about={trendingCopy.ranking.aboutBrands}
      query={query}
      rows={(query.data?.advertisers ?? []).map((one) => brandRow(one, getLogo(one.advertiserId)))}
      open={search.company}
      onOpen={(key) => onChange({ company: key === undefined ? undefined : String(key) })}
      search={search}
      onChange={onChange}
    />
  );
}

/** The ranking contains no logos, so they come from the top brands; others get a generated monogram. */
function useLogos(): (advertiserId: number) => string {
  const { data = [] } = useQuery(api.brandSpy.listTopAdvertisers.queryOptions({ limit: 200 }));
  const logos = new Map(data.map(({ advertiserId, brandLogo }) => [advertiserId, brandLogo]));
  return (advertiserId) => logos.get(advertiserId) ?? `/logos/${advertiserId}.svg`;
}

function brandRow(advertiser: Advertiser, logo: string): RankedRow {
  const { name, platforms } = advertiser;
  return {
    ...advertiser,
    key: name,
    mark: <Logo name={name} url={logo} size={32} />,
    about: (
      <span className="truncate" title={platforms.map((one) => platformNames[one]).join(', ')}>
        {platforms.length === 1 && platforms[0] !== undefined
          ? platformNames[platforms[0]]
          : trendingCopy.ranking.platforms(platforms.length)}{' '}
        ·
      </span>
    ),
    filter: { companyNames: [name] },
  };
}
