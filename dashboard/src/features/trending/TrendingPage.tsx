import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { humanize, platformNames } from '../../lib/labels.ts';
import { Page } from '../../ui/Page.tsx';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { CoverageLine } from '../ads/CoverageLine.tsx';
import { Logo } from '../ads/Logo.tsx';
import { SortSelect, TrendingFilters, TrendingViews, withSelected } from './Filters.tsx';
import { LeaderboardSection, type LeaderboardSectionProps, type RankedRow } from './Leaderboard.tsx';
import { trendingCopy } from './copy.ts';
import { topBrandsQuery, topTagsQuery, type TrendingSearch } from './search.ts';

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
      actions={<TrendingViews />}
      filters={
        <TrendingFilters
          search={search}
          onChange={change}
          order={<SortSelect sortBy={search.sortBy} onChange={change} />}
        />
      }
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

type FilterProps = Pick<LeaderboardSectionProps, 'search' | 'onChange'>;

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
      isTags
      about={trendingCopy.ranking.aboutTags}
      query={query}
      rows={shown.map(tagRow)}
      open={search.tag}
      onOpen={(key) => onChange({ tag: key === undefined ? undefined : Number(key) })}
      search={search}
      onChange={onChange}
      actions={
        <SelectMenu
          label={copy.category}
          value={category ?? ''}
          options={[['', copy.allCategories], ...categories]}
          onChange={(chosen) => onChange({ category: chosen || undefined, tag: undefined })}
        />
      }
    />
  );
}

function tagRow(tag: RouterOutputs['trending']['topTagsByEngagement']['tags'][number]): RankedRow {
  return {
    ...tag,
    key: tag.tagDefinitionId,
    id: tag.tagDefinitionId,
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
      isTags={false}
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
    id: advertiser.advertiserId,
    mark: <Logo name={name} url={logo} size={32} />,
    about: (
      <span className="truncate" title={names.join(', ')}>
        {names.length === 1 ? names[0] : trendingCopy.ranking.platforms(names.length)} ·
      </span>
    ),
    filter: { companyNames: [name] },
  };
}
