import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { plural, formatAgo, formatDay } from '../../../lib/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { deviceOf } from './device.ts';

type Session = RouterOutputs['account']['listSessions'][number];

const sessionQueries = [api.account.listSessions.pathFilter()];

export function SessionsSettings() {
  const sessions = useQuery(api.account.listSessions.queryOptions());
  const others = (sessions.data ?? []).filter(({ current }) => !current).length;
  return (
    <Section
      title="Sessions"
      about="Where you are signed in. If you don’t recognize a session, end it and change your password."
      actions={others > 0 ? <EndOthers count={others} /> : undefined}
    >
      <QueryView query={sessions} loading={<RowsSkeleton label="Loading sessions" />}>
        {(list) => (
          <Rows label="Sessions">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </QueryView>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { id, current, userAgent, address, lastUsedAt, createdAt, expiresAt } = session;
  const device = deviceOf(userAgent);
  const end = useMutation({
    mutationFn: () => client.account.endSession.mutate({ id }),
    onError: toastError,
    meta: { invalidates: sessionQueries },
  });
  const facts = [
    ...(address === null ? [] : [address]),
    `used ${formatAgo(lastUsedAt)}`,
    `signed in ${formatDay(createdAt)}`,
    `ends ${formatDay(expiresAt)}`,
  ];
  return (
    <Row
      title={device}
      marks={current && <Chip variant="accent">Current session</Chip>}
      about={facts.join(' · ')}
      actions={
        current ? undefined : (
          <Button
            aria-label={`End session ${device}, used ${formatAgo(lastUsedAt)}`}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            End
          </Button>
        )
      }
    />
  );
}

function EndOthers({ count }: { readonly count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const end = useMutation({
    mutationFn: () => client.account.endOtherSessions.mutate(),
    onSuccess: ({ ended }) => toast(`Ended ${plural(ended, 'session')}`),
    meta: { invalidates: sessionQueries },
  });
  return (
    <>
      <Button variant="bad" onClick={() => setIsOpen(true)}>
        End all others
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`End ${plural(count, 'other session')}?`}
        action="End sessions"
        onConfirm={() => end.mutateAsync()}
      >
        Other devices have to sign in again. You stay signed in here.
      </Confirm>
    </>
  );
}
