import { Page } from '../../parts/Page.tsx';

export function BrandPage() {
  return <Page title="Brand">…</Page>;
}
