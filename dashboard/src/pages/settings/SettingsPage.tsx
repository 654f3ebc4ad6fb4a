import { Page } from '../../parts/Page.tsx';

export function SettingsPage() {
  return <Page title="Settings">…</Page>;
}
