import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Logo } from '../ads/Logo.tsx';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { plural } from '../../lib/format.ts';
import { platformNames } from '../../lib/labels.ts';
import { LeaderboardSection, type LeaderboardSectionProps } from './LeaderboardSection.tsx';
import type { RankedRow } from './Leaderboard.tsx';

type Advertiser = RouterOutputs['trending']['topAdvertisers']['advertisers'][number];

export function AdvertiserLeaderboard({
  search,
  onChange,
}: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { windowDays = 7, platform, country } = search;
  const query = useQuery({
    ...api.trending.topAdvertisers.queryOptions({ windowDays, platform, country, limit: 50 }),
    placeholderData: keepPreviousData,
  });
  const logoOf = useLogos();
  return (
    <LeaderboardSection
      title="Brands"
      about="Top brands"
      query={query}
      rows={(query.data?.advertisers ?? []).map((one) => rowOf(one, logoOf(one.advertiserId)))}
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

function rowOf(advertiser: Advertiser, logo: string): RankedRow {
  const { name, platforms } = advertiser;
  return {
    ...advertiser,
    key: name,
    mark: <Logo name={name} url={logo} size={32} />,
    about: (
      <span className="truncate" title={platforms.map((one) => platformNames[one]).join(', ')}>
        {platforms.length === 1 && platforms[0] !== undefined
          ? platformNames[platforms[0]]
          : plural(platforms.length, 'platform')}{' '}
        ·
      </span>
    ),
    filter: { companyNames: [name] },
  };
}
