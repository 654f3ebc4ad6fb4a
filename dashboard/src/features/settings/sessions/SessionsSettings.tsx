import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { describeDevice } from './device.ts';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.sessions;

type Session = RouterOutputs['account']['listSessions'][number];

const sessionQueries = [api.account.listSessions.pathFilter()];

export function SessionsSettings() {
  const sessions = useQuery(api.account.listSessions.queryOptions());
  const others = (sessions.data ?? []).filter(({ current }) => !current).length;
  return (
    <Section
      title={copy.title}
      about={copy.text}
      actions={others > 0 ? <EndOthers count={others} /> : undefined}
    >
      <QueryView query={sessions} loading={<RowsSkeleton label={copy.loading} />}>
        {(list) => (
          <Rows label={copy.title}>
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
  const device = describeDevice(userAgent);
  const end = useMutation({
    mutationFn: () => client.account.endSession.mutate({ id }),
    onError: toastError,
    meta: { invalidates: sessionQueries },
  });
  const facts = [
    ...(address === null ? [] : [address]),
    copy.used(formatAgo(lastUsedAt)),
    copy.signedIn(formatDay(createdAt)),
    copy.ends(formatDay(expiresAt)),
  ];
  return (
    <Row
      title={device}
      marks={current && <Chip variant="accent">{copy.currentSession}</Chip>}
      about={facts.join(' · ')}
      actions={
        current ? undefined : (
          <Button
            aria-label={copy.endSession(device, formatAgo(lastUsedAt))}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            {copy.end}
          </Button>
        )
      }
    />
  );
}

function EndOthers({ count }: { readonly count: number }) {
  const end = useMutation({
    mutationFn: () => client.account.endOtherSessions.mutate(),
    onSuccess: ({ ended }) => toast(copy.ended(ended)),
    meta: { invalidates: sessionQueries },
  });
  return (
    <ConfirmButton
      label={copy.endAllOthers}
      title={copy.endTitle(count)}
      action={copy.endSessions}
      onConfirm={() => end.mutateAsync()}
    >
      {copy.endText}
    </ConfirmButton>
  );
}
