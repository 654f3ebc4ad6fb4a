import { textLimits } from '@magpie/contract/limits';
import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { EmailField } from './EmailField.tsx';
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.signUp;

interface SignUpFormProps {
  /** Fixed by an invitation. */
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
        const field = readForm(event);
        signUp.mutate({ email: field('email'), password: field('password'), name: field('name') });
      }}
    >
      <EmailField given={email} />
      <TextField
        label={copy.yourName}
        name="name"
        maxLength={textLimits.name}
        autoComplete="name"
        hint={copy.yourNameHint}
      />
      <PasswordField label={uiCopy.password} name="password" isNew />
      {signUp.error !== null && <ErrorLine error={signUp.error} />}
      <Button type="submit" variant="primary" busy={signUp.isPending}>
        {action}
      </Button>
    </form>
  );
}
