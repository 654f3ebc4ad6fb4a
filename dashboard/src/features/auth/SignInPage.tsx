import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { libCopy } from '../../lib/copy.ts';
import { sessionQuery } from '../../lib/api/signIn.ts';
import { Providers, SignInForm } from './SignInForm.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { SignUp } from './SignUp.tsx';
import { useContinue } from './afterProvider.ts';
import { authCopy } from './copy.ts';

const copy = authCopy.signIn;

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
