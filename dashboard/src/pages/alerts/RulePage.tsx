import { Page } from '../../parts/Page.tsx';

export function RulePage() {
  return <Page title="Rule">…</Page>;
}
