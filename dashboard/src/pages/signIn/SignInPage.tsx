import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { signedOutSentence } from '../../api/session.ts';
import { sessionQuery } from '../../api/signIn.ts';
import { Providers } from './Providers.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignUp } from './SignUp.tsx';
import { useEnter } from './useEnter.ts';

export function SignInPage() {
  const { next, isNew, isSignedOut } = useSearch({ from: '/sign-in' });
  const { data } = useQuery(sessionQuery);
  const enter = useEnter();
  const waysIn = data?.waysIn;
  if (data?.user) return <Navigate to="/discover" href={next ?? '/discover'} replace />;
  if (isNew === true) return <SignUp waysIn={waysIn} next={next} onEntered={() => enter(next)} />;
  return (
    <SignInCard
      title="Sign in"
      about={isSignedOut === true ? <output>{signedOutSentence}</output> : undefined}
      below={waysIn === undefined ? <span>&nbsp;</span> : <WithoutAccount signUp={waysIn.signUp} />}
    >
      <SignInForm onEntered={() => enter(next)} />
      <Providers waysIn={waysIn} next={next} />
    </SignInCard>
  );
}

function WithoutAccount({ signUp }: { readonly signUp: 'open' | 'invited' | 'closed' }) {
  if (signUp === 'closed') return 'No account yet? Ask whoever runs this Magpie for one.';
  if (signUp === 'invited') return 'No account yet? Ask somebody in a team here to invite you.';
  return (
    <>
      No account yet?{' '}
      <Link to="/sign-in" search={(before) => ({ ...before, isNew: true })} className={textLink}>
        Make one
      </Link>
    </>
  );
}
