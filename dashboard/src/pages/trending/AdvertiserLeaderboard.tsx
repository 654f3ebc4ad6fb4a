import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Logo } from '../../ads/Logo.tsx';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { platformNames } from '../../words/labels.ts';
import { LeaderboardSection, type LeaderboardSectionProps } from './LeaderboardSection.tsx';
import type { Row } from './Leaderboard.tsx';

type Advertiser = Answers['trending']['topAdvertisers']['advertisers'][number];

export function AdvertiserLeaderboard({
  search,
  onChange,
}: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { windowDays = 7, platform, country } = search;
  const answer = useQuery({
    ...api.trending.topAdvertisers.queryOptions({ windowDays, platform, country, limit: 50 }),
    placeholderData: keepPreviousData,
  });
  return (
    <LeaderboardSection
      title="Advertisers"
      about="Who gets the most response"
      answer={answer}
      rows={(answer.data?.advertisers ?? []).map(rowOf)}
      open={search.company}
      onOpen={(key) => onChange({ company: key === undefined ? undefined : String(key) })}
      search={search}
      onChange={onChange}
    />
  );
}

function rowOf(advertiser: Advertiser): Row {
  const { name, platforms } = advertiser;
  return {
    ...advertiser,
    key: name,
    mark: <Logo name={name} url={null} size={32} />,
    about: (
      <span className="truncate" title={platforms.map((one) => platformNames[one]).join(', ')}>
        {platforms.length === 1 && platforms[0] !== undefined
          ? platformNames[platforms[0]]
          : `${platforms.length} platforms`}{' '}
        ·
      </span>
    ),
    filter: { companyNames: [name] },
  };
}
