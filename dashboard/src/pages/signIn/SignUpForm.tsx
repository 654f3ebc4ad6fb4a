import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { PasswordField } from '../../parts/PasswordField.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { filledIn } from '../../parts/filledIn.ts';
import { EmailField } from './EmailField.tsx';

interface SignUpFormProps {
  /** The one that was invited. */
  readonly email?: string;
  readonly action: string;
  readonly signUp: Pick<
    UseMutationResult<void, Error, { email: string; password: string; name: string }>,
    'mutate' | 'isPending' | 'error'
  >;
}

export function SignUpForm({ email, action, signUp }: SignUpFormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const field = filledIn(event);
        signUp.mutate({ email: field('email'), password: field('password'), name: field('name') });
      }}
    >
      <EmailField given={email} />
      <TextField
        label="Your name"
        name="name"
        maxLength={120}
        autoComplete="name"
        hint="Shown to people in your teams. It can be left empty."
      />
      <PasswordField label="Password" name="password" isNew />
      {signUp.error !== null && <ErrorLine error={signUp.error} />}
      <Button type="submit" look="primary" busy={signUp.isPending}>
        {action}
      </Button>
    </form>
  );
}
