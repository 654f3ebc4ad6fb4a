import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { signedOutMessage } from '../../lib/api/session.ts';
import { sessionQuery } from '../../lib/api/signIn.ts';
import { Providers } from './Providers.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignUp } from './SignUp.tsx';
import { useContinue } from './useContinue.ts';

export function SignInPage() {
  const { next, isNew, isSignedOut } = useSearch({ from: '/sign-in' });
  const { data } = useQuery(sessionQuery);
  const enter = useContinue();
  const waysIn = data?.waysIn;
  if (data?.user) return <Navigate to="/discover" href={next ?? '/discover'} replace />;
  if (isNew === true) return <SignUp waysIn={waysIn} next={next} onEntered={() => enter(next)} />;
  return (
    <SignInCard
      title="Sign in"
      about={isSignedOut === true ? <output>{signedOutMessage}</output> : undefined}
      below={waysIn === undefined ? <span>&nbsp;</span> : <NoAccount signUp={waysIn.signUp} />}
    >
      <SignInForm onEntered={() => enter(next)} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function NoAccount({ signUp }: { readonly signUp: 'open' | 'invited' | 'closed' }) {
  if (signUp === 'closed') return 'No account? Contact your administrator.';
  if (signUp === 'invited') return 'No account? You need an invitation from a team.';
  return (
    <>
      No account?{' '}
      <Link to="/sign-in" search={(before) => ({ ...before, isNew: true })} className={textLink}>
        Sign up
      </Link>
    </>
  );
}
