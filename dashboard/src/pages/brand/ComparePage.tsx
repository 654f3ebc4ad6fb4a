import { Page } from '../../parts/Page.tsx';

export function ComparePage() {
  return <Page title="Compare">…</Page>;
}
