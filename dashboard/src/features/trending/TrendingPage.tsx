import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../ui/Page.tsx';
import { AdvertiserLeaderboard } from './AdvertiserLeaderboard.tsx';
import type { TrendingSearch } from './search.ts';
import { TagLeaderboard } from './TagLeaderboard.tsx';
import { TrendingFilters } from './TrendingFilters.tsx';

export function TrendingPage() {
  const search = useSearch({ from: '/shell/trending' });
  const navigate = useNavigate({ from: '/trending' });
  const change = (changed: TrendingSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  return (
    <Page
      title="Trending"
      about="What works in newly launched ads"
      filters={<TrendingFilters search={search} onChange={change} />}
    >
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <TagLeaderboard search={search} onChange={change} />
        <AdvertiserLeaderboard search={search} onChange={change} />
      </div>
    </Page>
  );
}
