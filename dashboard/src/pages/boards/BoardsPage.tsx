import { Page } from '../../parts/Page.tsx';

export function BoardsPage() {
  return <Page title="Boards">…</Page>;
}
