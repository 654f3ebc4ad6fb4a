import { Page } from '../../parts/Page.tsx';

export function AlertsPage() {
  return <Page title="Alerts">…</Page>;
}
