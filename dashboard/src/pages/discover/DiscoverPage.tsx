import { Page } from '../../parts/Page.tsx';

export function DiscoverPage() {
  return <Page title="Discover">…</Page>;
}
