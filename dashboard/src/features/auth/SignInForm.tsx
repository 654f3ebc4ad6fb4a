import type { SignInOptions } from '@magpie/contract';
import { textLimits } from '@magpie/contract/limits';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/Form.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { storeNext } from './afterProvider.ts';
import { textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.signIn;

interface SignInFormProps {
  /** Fixed, such as the address of an invitation. */
  readonly email?: string;
  readonly action?: string;
  readonly onEntered: () => void;
}

export function SignInForm({ email, action = copy.signIn, onEntered }: SignInFormProps) {
  const signIn = useMutation({
    mutationFn: (input: object) => submitForm('sign-in/email', input),
    onSuccess: onEntered,
  });
  return (
    <Form
      action={action}
      save={signIn}
      onSubmit={(field) =>
        signIn.mutate({
          email: field('email'),
          password: field('password'),
          rememberMe: field('rememberMe') === 'on',
        })
      }
    >
      <EmailField given={email} />
      <PasswordField label={uiCopy.password} name="password" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox name="rememberMe" defaultChecked>
          {copy.rememberMe}
        </Checkbox>
        <Link to="/forgot-password" className={textLink}>
          {copy.forgotPassword}
        </Link>
      </div>
    </Form>
  );
}

export interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export interface SignUpFormProps {
  readonly email?: string;
  readonly action: string;
  readonly signUp: Pick<UseMutationResult<void, Error, SignUpInput>, 'mutate' | 'isPending' | 'error'>;
}

export function SignUpForm({ email, action, signUp }: SignUpFormProps) {
  return (
    <Form
      action={action}
      save={signUp}
      onSubmit={(field) =>
        signUp.mutate({ email: field('email'), password: field('password'), name: field('name') })
      }
    >
      <EmailField given={email} />
      <TextField
        label={authCopy.signUp.yourName}
        name="name"
        maxLength={textLimits.name}
        autoComplete="name"
        hint={authCopy.signUp.yourNameHint}
      />
      <PasswordField label={uiCopy.password} name="password" isNew />
    </Form>
  );
}

type Provider = SignInOptions['providers'][number];

interface ProvidersProps {
  readonly waysIn: SignInOptions | undefined;
  readonly next: string | undefined;
}

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
          {copy.continueWith(copy.providers[provider])}
        </Button>
      ))}
      <ErrorLine error={start.error} />
    </div>
  );
}

export function EmailField({ given }: { readonly given?: string | undefined }) {
  return (
    <TextField
      label={uiCopy.email}
      name="email"
      type="email"
      autoComplete="username"
      required
      {...(given !== undefined && { value: given, readOnly: true })}
    />
  );
}
