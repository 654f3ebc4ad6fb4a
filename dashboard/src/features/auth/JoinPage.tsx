import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { errorMessage, httpStatus } from '../../lib/errors.ts';
import { invitationQuery, sessionQuery } from '../../lib/api/signIn.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { combineQueries, QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { formatDay } from '../../lib/format.ts';
import { JoinForm } from './JoinForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export function JoinPage() {
  const { token } = useParams({ from: '/join/$token' });
  const invitation = useQuery({ ...invitationQuery(token), retry: false });
  const session = useQuery(sessionQuery);
  return (
    <QueryView
      query={combineQueries([invitation, session])}
      loading={<JoinSkeleton />}
      renderError={(error, retry) => <NoInvitation error={error} onRetry={retry} />}
    >
      {([invited, signedIn]) => <Join token={token} invitation={invited} session={signedIn} />}
    </QueryView>
  );
}

function Join({ token, invitation, session }: ComponentProps<typeof JoinForm>) {
  const { teamName, role, email, expiresAt } = invitation;
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
      <JoinForm token={token} invitation={invitation} session={session} />
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
