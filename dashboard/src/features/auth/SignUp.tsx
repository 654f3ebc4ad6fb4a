import type { SignInOptions } from '@magpie/contract';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { textLimits } from '@magpie/contract/limits';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { Providers, EmailField } from './SignInForm.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { readForm } from '../../lib/readForm.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.signUp;

interface SignUpProps {
  readonly waysIn: SignInOptions | undefined;
  readonly next: string | undefined;
  readonly onEntered: () => void;
}

/** Sign-up without an invitation. If the server sends mail, the address is verified first. */
export function SignUp({ waysIn, next, onEntered }: SignUpProps) {
  const signUp = useMutation({
    mutationFn: async ({ name, ...input }: { email: string; password: string; name: string }) => {
      await submitForm('sign-up/email', { name, ...input });
      if (waysIn?.sendsMail !== true) await submitForm('sign-in/email', input);
    },
    onSuccess: () => {
      if (waysIn?.sendsMail !== true) onEntered();
    },
  });
  if (signUp.isSuccess && waysIn?.sendsMail === true) return <CheckMail email={signUp.variables.email} />;
  return (
    <SignInCard
      title={copy.createAccount}
      below={
        <>
          {copy.haveAccount}{' '}
          <Link to="/sign-in" search={{ next }} className={textLink}>
            {copy.signIn}
          </Link>
        </>
      }
    >
      <SignUpForm action={copy.createAccount} signUp={signUp} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function CheckMail({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => submitForm('send-verification-email', { email }) });
  return (
    <SignInCard
      title={copy.checkYourEmail}
      about={
        <>
          {copy.linkSent[0]}
          <b className="text-ink">{email}</b>
          {copy.linkSent[1]}
        </>
      }
      below={
        <Link to="/sign-in" className={textLink}>
          {copy.goToSignIn}
        </Link>
      }
    >
      <Button busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
        {resend.isSuccess ? copy.sent : copy.resendLink}
      </Button>
      {resend.isError && <ErrorLine error={resend.error} />}
    </SignInCard>
  );
}

interface SignUpFormProps {
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
