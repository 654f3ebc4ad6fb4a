import type { SignInOptions } from '@magpie/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { libCopy } from '../../lib/copy.ts';
import { sessionQuery, submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { useContinue } from './afterProvider.ts';
import { Bold, SignInCard, textLink } from './SignInCard.tsx';
import { Providers, SignInForm, SignUpForm, type SignUpInput } from './SignInForm.tsx';
import { authCopy } from './copy.ts';

const { signIn: copy, signUp: signUpCopy } = authCopy;

export function SignInPage() {
  const { next, isNew, isSignedOut } = useSearch({ from: '/sign-in' });
  const { data } = useQuery(sessionQuery);
  const enter = useContinue();
  const waysIn = data?.waysIn;
  if (data?.user) return <Navigate to="/discover" href={next ?? '/discover'} replace />;
  if (isNew === true) return <SignUp waysIn={waysIn} next={next} onEntered={() => enter(next)} />;
  return (
    <SignInCard
      title={copy.signIn}
      about={isSignedOut === true ? <output>{libCopy.signedOut}</output> : undefined}
      below={waysIn === undefined ? <span>&nbsp;</span> : <NoAccount signUp={waysIn.signUp} />}
    >
      <SignInForm onEntered={() => enter(next)} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function NoAccount({ signUp }: { readonly signUp: 'open' | 'invited' | 'closed' }) {
  if (signUp === 'closed') return copy.signUpClosed;
  if (signUp === 'invited') return copy.invitationNeeded;
  return (
    <>
      {copy.noAccount}{' '}
      <Link to="/sign-in" search={(before) => ({ ...before, isNew: true })} className={textLink}>
        {copy.signUp}
      </Link>
    </>
  );
}

interface SignUpProps {
  readonly waysIn: SignInOptions | undefined;
  readonly next: string | undefined;
  readonly onEntered: () => void;
}

/** Sign-up without an invitation. If the server sends mail, the address is verified first. */
function SignUp({ waysIn, next, onEntered }: SignUpProps) {
  const signUp = useMutation({
    mutationFn: async ({ name, ...input }: SignUpInput) => {
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
      title={signUpCopy.createAccount}
      below={
        <>
          {signUpCopy.haveAccount}{' '}
          <Link to="/sign-in" search={{ next }} className={textLink}>
            {copy.signIn}
          </Link>
        </>
      }
    >
      <SignUpForm action={signUpCopy.createAccount} signUp={signUp} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function CheckMail({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => submitForm('send-verification-email', { email }) });
  return (
    <SignInCard
      title={authCopy.checkYourEmail}
      about={signUpCopy.linkSent(<Bold key="email">{email}</Bold>)}
      below={
        <Link to="/sign-in" className={textLink}>
          {signUpCopy.goToSignIn}
        </Link>
      }
    >
      <Button busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
        {resend.isSuccess ? signUpCopy.sent : signUpCopy.resendLink}
      </Button>
      <ErrorLine error={resend.error} />
    </SignInCard>
  );
}
