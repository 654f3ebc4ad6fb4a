import { Page } from '../../parts/Page.tsx';

export function ForgotPasswordPage() {
  return <Page title="Forgotten password">…</Page>;
}
