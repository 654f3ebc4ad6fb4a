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
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.join;

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
      title={copy.title(teamName)}
      about={
        <>
          <b className="text-ink">{email}</b>
          {copy.invited(role, formatDay(expiresAt))}
        </>
      }
    >
      <JoinForm token={token} invitation={invitation} session={session} />
    </SignInCard>
  );
}

function JoinSkeleton() {
  return (
    <SignInCard title={copy.loadingTitle}>
      <Loading label={copy.loadingInvitation}>
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
      title={isGone ? copy.invalidTitle : copy.failedTitle}
      about={
        <span role="alert">
          {errorMessage(error)}
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
