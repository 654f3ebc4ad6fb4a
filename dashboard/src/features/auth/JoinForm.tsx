import { useMutation } from '@tanstack/react-query';
import { client } from '../../lib/api/client.ts';
import { type Invitation, type Session, sessionQuery, signOut, submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { Providers } from './Providers.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { useContinue } from './useContinue.ts';
import { authCopy } from './copy.ts';

const copy = authCopy.join;

interface JoinFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly session: Session;
}

/** The invited person accepts; anyone else has to sign in as that person first. */
export function JoinForm({ token, invitation, session }: JoinFormProps) {
  const enter = useContinue();
  const accept = useMutation({
    mutationFn: () => client.teams.acceptInvitation.mutate({ token }),
    onSuccess: () => enter('/boards'),
  });
  const signUp = useMutation({
    mutationFn: async ({ email, password, name }: { email: string; password: string; name: string }) => {
      await submitForm('sign-up/email', { email, password, name, invitationToken: token });
      await submitForm('sign-in/email', { email, password });
    },
    onSuccess: () => accept.mutate(),
  });
  const { email, hasAccount } = invitation;
  if (session.user !== null && !isSame(session.user.email, email))
    return <WrongAccount signedIn={session.user.email} invited={email} />;
  if (session.user !== null || accept.isPending || accept.isError)
    return (
      <>
        {accept.isError && <ErrorLine error={accept.error} />}
        <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          {copy.joinTeam}
        </Button>
      </>
    );
  return (
    <>
      {hasAccount ? (
        <SignInForm email={email} action={copy.signInAndJoin} onEntered={() => accept.mutate()} />
      ) : (
        <SignUpForm email={email} action={copy.createAccountAndJoin} signUp={signUp} />
      )}
      <Providers waysIn={session.waysIn} next={`/join/${token}`} />
    </>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function WrongAccount({ signedIn, invited }: { readonly signedIn: string; readonly invited: string }) {
  const leave = useMutation({
    mutationFn: signOut,
    meta: { invalidates: [{ queryKey: sessionQuery.queryKey }] },
  });
  return (
    <>
      <p className="rounded-md bg-warn-soft p-3 text-warn">{copy.wrongAccount(signedIn, invited)}</p>
      {leave.isError && <ErrorLine error={leave.error} />}
      <Button variant="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
        {copy.signOutAndContinue}
      </Button>
    </>
  );
}
