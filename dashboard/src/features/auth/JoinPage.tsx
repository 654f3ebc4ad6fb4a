import { useState } from 'react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { describeError, httpStatus } from '../../lib/errors.ts';
import {
  invitationQuery,
  sessionQuery,
  type Invitation,
  type Session,
  signOut,
  submitForm,
} from '../../lib/api/signIn.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { combineQueries, QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton, ErrorLine } from '../../ui/states.tsx';
import { formatDay } from '../../lib/format.ts';
import { Bold, SignInCard } from './SignInCard.tsx';
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';
import { client } from '../../lib/api/client.ts';
import { Providers, SignInForm, SignUpForm, type SignUpFormProps, type SignUpInput } from './SignInForm.tsx';
import { useContinue } from './afterProvider.ts';

const copy = authCopy.join;

export function JoinPage() {
  const { token } = useParams({ from: '/join/$token' });
  const invitation = useQuery({ ...invitationQuery(token), retry: false });
  const session = useQuery(sessionQuery);
  return (
    <QueryView
      query={combineQueries([invitation, session])}
      loading={
        <SignInCard title={copy.loadingTitle}>
          <Loading label={copy.loadingInvitation}>
            <Skeleton className="h-10" />
            <Skeleton className="h-40" />
          </Loading>
        </SignInCard>
      }
      renderError={(error, retry) => <NoInvitation error={error} onRetry={retry} />}
    >
      {([invited, signedIn]) => (
        <SignInCard
          title={copy.title(invited.teamName)}
          about={
            invited.email === null
              ? copy.invitedByLink(invited.role, formatDay(invited.expiresAt))
              : copy.invited(
                  <Bold key="email">{invited.email}</Bold>,
                  invited.role,
                  formatDay(invited.expiresAt),
                )
          }
        >
          <JoinForm token={token} invitation={invited} session={signedIn} />
        </SignInCard>
      )}
    </QueryView>
  );
}

function NoInvitation({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const status = httpStatus(error);
  const isGone = status === 404 || status === 409;
  return (
    <SignInCard
      title={isGone ? copy.invalidTitle : copy.failedTitle}
      about={
        <span role="alert">
          {describeError(error)}
          {isGone && copy.invalidText}
        </span>
      }
    >
      {isGone ? (
        <Link to="/discover" className={buttonClasses('primary')}>
          {copy.goToMagpie}
        </Link>
      ) : (
        <Button variant="primary" onClick={onRetry}>
          {uiCopy.tryAgain}
        </Button>
      )}
    </SignInCard>
  );
}

interface JoinFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly session: Session;
}

/** The invited person accepts; anyone else has to sign in as that person first. */
function JoinForm({ token, invitation, session }: JoinFormProps) {
  const enter = useContinue();
  const accept = useMutation({
    mutationFn: () => client.teams.acceptInvitation.mutate({ token }),
    onSuccess: () => enter('/boards'),
  });
  const signUp = useMutation({
    mutationFn: async ({ email, password, name }: SignUpInput) => {
      await submitForm('sign-up/email', { email, password, name, invitationToken: token });
      await submitForm('sign-in/email', { email, password });
    },
    onSuccess: () => accept.mutate(),
  });
  const { email, hasAccount } = invitation;
  if (email !== null && session.user !== null && session.user.email.toLowerCase() !== email.toLowerCase())
    return <WrongAccount signedIn={session.user.email} invited={email} />;
  if (session.user !== null || accept.isPending || accept.isError)
    return (
      <>
        <ErrorLine error={accept.error} />
        <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          {copy.joinTeam}
        </Button>
      </>
    );
  return (
    <>
      {email === null ? (
        <AnyoneForm session={session} signUp={signUp} onEntered={() => accept.mutate()} />
      ) : hasAccount ? (
        <SignInForm email={email} action={copy.signInAndJoin} onEntered={() => accept.mutate()} />
      ) : (
        <SignUpForm email={email} action={copy.createAccountAndJoin} signUp={signUp} />
      )}
      <Providers waysIn={session.waysIn} next={`/join/${token}`} />
    </>
  );
}

interface AnyoneFormProps {
  readonly session: Session;
  readonly signUp: SignUpFormProps['signUp'];
  readonly onEntered: () => void;
}

/** For an invite link, which names no address. */
function AnyoneForm({ session, signUp, onEntered }: AnyoneFormProps) {
  const [isNew, setIsNew] = useState(true);
  if (session.waysIn?.signUp === 'closed')
    return (
      <>
        <p className="text-quiet">{copy.signUpClosed}</p>
        <SignInForm action={copy.signInAndJoin} onEntered={onEntered} />
      </>
    );
  return (
    <>
      {isNew ? (
        <SignUpForm action={copy.createAccountAndJoin} signUp={signUp} />
      ) : (
        <SignInForm action={copy.signInAndJoin} onEntered={onEntered} />
      )}
      <Button variant="quiet" onClick={() => setIsNew(!isNew)}>
        {isNew ? copy.haveAccount : copy.newHere}
      </Button>
    </>
  );
}

function WrongAccount({ signedIn, invited }: { readonly signedIn: string; readonly invited: string }) {
  const leave = useMutation({
    mutationFn: signOut,
    meta: { invalidates: [{ queryKey: sessionQuery.queryKey }] },
  });
  return (
    <>
      <p className="rounded-md bg-warn-soft p-3 text-warn">{copy.wrongAccount(signedIn, invited)}</p>
      <ErrorLine error={leave.error} />
      <Button variant="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
        {copy.signOutAndContinue}
      </Button>
    </>
  );
}
