import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { errorMessage, httpStatus } from '../../lib/errors.ts';
import { invitationQuery, sessionQuery } from '../../lib/api/signIn.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { formatDay } from '../../lib/format.ts';
import { JoinForm } from './JoinForm.tsx';
import { SignInCard } from './SignInCard.tsx';

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
          <b className="text-ink">{email}</b> was invited to this team as {articleOf(role)} {role}. The
          invitation expires {formatDay(expiresAt)}.
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
      <Loading label="Loading invitation">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </Loading>
    </SignInCard>
  );
}

function NoInvitation({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const status = httpStatus(error);
  const isGone = status === 404 || status === 409;
  return (
    <SignInCard
      title={isGone ? 'This invitation is no longer valid' : 'The invitation could not be loaded'}
      about={
        <span role="alert">
          {errorMessage(error)}
          {isGone && ' If you haven’t joined the team yet, request a new invitation.'}
        </span>
      }
    >
      {isGone ? (
        <Link to="/discover" className={buttonClasses('primary')}>
          Go to Magpie
        </Link>
      ) : (
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </SignInCard>
  );
}
