import { Page } from '../../parts/Page.tsx';

export function TrendingPage() {
  return <Page title="Trending">…</Page>;
}
