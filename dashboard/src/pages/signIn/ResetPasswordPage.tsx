import { Page } from '../../parts/Page.tsx';

export function ResetPasswordPage() {
  return <Page title="New password">…</Page>;
}
