import { Page } from '../../parts/Page.tsx';

export function JoinPage() {
  return <Page title="Join a team">…</Page>;
}
