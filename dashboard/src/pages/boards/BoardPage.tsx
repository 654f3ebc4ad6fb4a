import { Page } from '../../parts/Page.tsx';

export function BoardPage() {
  return <Page title="Board">…</Page>;
}
