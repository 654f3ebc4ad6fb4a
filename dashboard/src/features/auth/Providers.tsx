import type { SignInOptions } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { storeNext } from './afterProvider.ts';
import { authCopy } from './copy.ts';

const copy = authCopy.signIn;

type Provider = SignInOptions['providers'][number];

const names: Readonly<Record<Provider, string>> = copy.providers;

interface ProvidersProps {
  readonly waysIn: SignInOptions | undefined;
  /** The path to continue to after signing in. */
  readonly next: string | undefined;
}

/** Buttons of the configured sign-in providers. */
export function Providers({ waysIn, next }: ProvidersProps) {
  const start = useMutation({
    mutationFn: (provider: Provider) => submitForm<{ url: string }>('sign-in/social', { provider }),
    onSuccess: ({ url }) => {
      storeNext(next);
      location.assign(url);
    },
  });
  if (waysIn === undefined || waysIn.providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {copy.or}
      </p>
      {waysIn.providers.map((provider) => (
        <Button
          key={provider}
          busy={start.isPending && start.variables === provider}
          onClick={() => start.mutate(provider)}
        >
          {copy.continueWith(names[provider])}
        </Button>
      ))}
      {start.isError && <ErrorLine error={start.error} />}
    </div>
  );
}
