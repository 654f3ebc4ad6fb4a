import type { SignInOptions } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { Providers } from './Providers.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { SignUpForm } from './SignUpForm.tsx';

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
      title="Create account"
      below={
        <>
          Already have an account?{' '}
          <Link to="/sign-in" search={{ next }} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm action="Create account" signUp={signUp} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function CheckMail({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => submitForm('send-verification-email', { email }) });
  return (
    <SignInCard
      title="Check your email"
      about={
        <>
          We sent a link to <b className="text-ink">{email}</b>. Open it within an hour, then sign in.
        </>
      }
      below={
        <Link to="/sign-in" className={textLink}>
          Go to sign in
        </Link>
      }
    >
      <Button busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
        {resend.isSuccess ? 'Sent' : 'Resend link'}
      </Button>
      {resend.isError && <ErrorLine error={resend.error} />}
    </SignInCard>
  );
}
