import { Page } from '../../parts/Page.tsx';

export function SignInPage() {
  return <Page title="Sign in">…</Page>;
}
