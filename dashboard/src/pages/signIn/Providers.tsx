import type { WaysIn } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { submitForm } from '../../api/signIn.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { rememberNext } from './afterProvider.ts';

type Provider = WaysIn['providers'][number];

const names: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  oidc: 'single sign-on',
};

interface ProvidersProps {
  readonly waysIn: WaysIn | undefined;
  /** Where to go on to, once back. */
  readonly next: string | undefined;
}

/** Ways to sign in without a password; nothing where none is set up. */
export function Providers({ waysIn, next }: ProvidersProps) {
  const visit = useMutation({
    mutationFn: (provider: Provider) => submitForm<{ url: string }>('sign-in/social', { provider }),
    onSuccess: ({ url }) => {
      rememberNext(next);
      location.assign(url);
    },
  });
  if (waysIn === undefined || waysIn.providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {waysIn.providers.map((provider) => (
        <Button
          key={provider}
          busy={visit.isPending && visit.variables === provider}
          onClick={() => visit.mutate(provider)}
        >
          Continue with {names[provider]}
        </Button>
      ))}
      {visit.isError && <ErrorLine error={visit.error} />}
    </div>
  );
}
