import { Page } from '../../parts/Page.tsx';

export function BrandsPage() {
  return <Page title="Brands">…</Page>;
}
