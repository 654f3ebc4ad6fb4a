import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { sentenceOf, statusOf } from '../../api/errors.ts';
import { invitationQuery, sessionQuery } from '../../api/signIn.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { Loading, Skeleton } from '../../parts/states.tsx';
import { formatDay } from '../../words/format.ts';
import { JoinForm } from './JoinForm.tsx';
import { SignInCard } from './SignInCard.tsx';

/** What the link of an invitation opens. */
export function JoinPage() {
  const { token } = useParams({ from: '/join/$token' });
  const invitation = useQuery({ ...invitationQuery(token), retry: false });
  const session = useQuery(sessionQuery);
  const error = invitation.error ?? session.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([invitation.refetch(), session.refetch()]);
    return <NoInvitation error={error} onRetry={retry} />;
  }
  if (!invitation.isSuccess || !session.isSuccess) return <JoinSkeleton />;
  const { teamName, role, email, expiresAt } = invitation.data;
  return (
    <SignInCard
      title={`Join ${teamName}`}
      about={
        <>
          <b className="text-ink">{email}</b> is invited to this team as {articleOf(role)} {role}, until{' '}
          {formatDay(expiresAt)}.
        </>
      }
    >
      <JoinForm token={token} invitation={invitation.data} session={session.data} />
    </SignInCard>
  );
}

function articleOf(role: string): string {
  return /^[aeio]/.test(role) ? 'an' : 'a';
}

function JoinSkeleton() {
  return (
    <SignInCard title="Join a team">
      <Loading label="The invitation is loading">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </Loading>
    </SignInCard>
  );
}

function NoInvitation({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const status = statusOf(error);
  const isGone = status === 404 || status === 409;
  return (
    <SignInCard
      title={isGone ? 'This invitation cannot be used' : 'The invitation could not be shown'}
      about={
        <span role="alert">
          {sentenceOf(error)}
          {isGone && ' If you are not in the team yet, ask whoever invited you to do so again.'}
        </span>
      }
    >
      {isGone ? (
        <Link to="/discover" className={buttonClasses('primary')}>
          Go to Magpie
        </Link>
      ) : (
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </SignInCard>
  );
}
