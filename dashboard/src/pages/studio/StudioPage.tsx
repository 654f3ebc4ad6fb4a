import { Page } from '../../parts/Page.tsx';

export function StudioPage() {
  return <Page title="Studio">…</Page>;
}
