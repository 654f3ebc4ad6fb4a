import { Page } from '../../parts/Page.tsx';

export function AdPage() {
  return <Page title="Ad">…</Page>;
}
