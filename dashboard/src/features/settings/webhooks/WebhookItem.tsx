import { useMutation, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { Webhook, WebhookDelivery } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { MenuItem, MoreMenu } from '../../../ui/Menu.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatAgo, formatDay, formatTime, joinFacts } from '../../../lib/format.ts';
import { ListRow, QueryRows } from '../Rows.tsx';
import { channelOf } from './channels.ts';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Empty } from '../../../ui/states.tsx';
import { humanize } from '../../../lib/labels.ts';

const copy = settingsCopy.webhooks;

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

export function WebhookItem({ webhook, onSecret }: WebhookItemProps) {
  const { id, url, enabled, disabledReason, failingSince, lastDeliveredAt, createdAt } = webhook;
  const { webhook: shown } = useSearch({ from: '/shell/settings/$section' });
  const isShown = shown === id;
  const channel = channelOf(url);
  return (
    <ListRow
      title={url}
      marks={
        <>
          {channel !== 'other' && <Chip>{copy.channels[channel]}</Chip>}
          {!enabled && <Chip variant="bad">{copy.disabled}</Chip>}
          {enabled && failingSince !== null && (
            <Chip variant="warn">{copy.failingSince(formatDay(failingSince))}</Chip>
          )}
        </>
      }
      about={copy.added(
        formatDay(createdAt),
        lastDeliveredAt === null ? copy.noDeliveriesYet : copy.lastDelivery(formatAgo(lastDeliveredAt)),
      )}
      actions={<Actions webhook={webhook} isShown={isShown} onSecret={onSecret} />}
    >
      {disabledReason !== null && <p className="text-bad">{disabledReason}</p>}
      {isShown && <Deliveries webhookId={id} url={url} />}
    </ListRow>
  );
}

const meta = { invalidates: [api.webhooks.pathFilter()] };

interface ActionsProps extends WebhookItemProps {
  readonly isShown: boolean;
}

function Actions({ webhook: { id, url, enabled }, isShown, onSecret }: ActionsProps) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'roll' | 'delete' | null>(null);
  const show = (webhook: number | undefined): Promise<void> =>
    navigate({ to: '/settings/$section', params: { section: 'webhooks' }, search: { webhook } });
  const change = useMutation({
    mutationFn: async (action: 'sendTest' | 'enable') => {
      await client.webhooks[action].mutate({ id });
    },
    onSuccess: async (_result, action) => {
      await show(id);
      toast(action === 'enable' ? copy.enabled : copy.testSent);
    },
    onError: toastError,
    meta,
  });
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete.mutate({ id }),
    onSuccess: () => toast(copy.deleted),
    meta,
  });
  return (
    <>
      <Button aria-expanded={isShown} onClick={() => void show(isShown ? undefined : id)}>
        {isShown ? copy.hideLog : copy.showLog}
      </Button>
      <Button
        variant={enabled ? 'plain' : 'primary'}
        busy={change.isPending}
        onClick={() => change.mutate(enabled ? 'sendTest' : 'enable')}
      >
        {enabled ? copy.sendTest : copy.enable}
      </Button>
      <MoreMenu label={copy.actionsFor(url)}>
        <MenuItem onSelect={() => setDialog('roll')}>{copy.rotateSecret}</MenuItem>
        <MenuItem bad onSelect={() => setDialog('delete')}>
          {uiCopy.delete}
        </MenuItem>
      </MoreMenu>
      <Confirm
        open={dialog === 'roll'}
        onOpenChange={() => setDialog(null)}
        title={copy.rotateTitle}
        action={copy.rotateSecret}
        onConfirm={async () => onSecret((await client.webhooks.rollSecret.mutate({ id })).secret)}
      >
        {copy.rotateText}
      </Confirm>
      <Confirm
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(null)}
        title={copy.deleteTitle}
        action={copy.deleteWebhook}
        onConfirm={() => remove.mutateAsync()}
      >
        {copy.deleteText}
      </Confirm>
    </>
  );
}

/** The delivery log of a webhook; polls while deliveries are pending. */
function Deliveries({ webhookId, url }: { readonly webhookId: number; readonly url: string }) {
  const log = useInfiniteQuery({
    ...api.webhooks.deliveries.infiniteQueryOptions(
      { id: webhookId, limit: 20 },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: ({ state }) =>
          state.data?.pages[0]?.deliveries.some(({ status }) => status === 'waiting') === true ? 2000 : false,
      },
    ),
    select: ({ pages }) => pages.flatMap((page) => page.deliveries),
  });
  return (
    <>
      <QueryRows
        label={copy.deliveriesTo(url)}
        query={log}
        loading={copy.loadingLog}
        rowCount={2}
        empty={<Empty>{copy.noDeliveriesText}</Empty>}
      >
        {(delivery) => <Delivery key={delivery.id} delivery={delivery} />}
      </QueryRows>
      <LoadMore pages={log} isManual />
    </>
  );
}

const stateVariants = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const name = humanize(type.replace('notification.', ''));
  const resend = useMutation({
    mutationFn: () => client.webhooks.redeliver.mutate({ id }),
    onError: toastError,
    meta: { invalidates: [api.webhooks.deliveries.pathFilter()] },
  });
  return (
    <ListRow
      title={name}
      marks={<Chip variant={stateVariants[status]}>{copy.stateNames[status]}</Chip>}
      about={joinFacts([
        formatTime(createdAt),
        copy.attemptCount(attempts.length),
        nextAttemptAt === null || status !== 'waiting' ? null : copy.nextAttempt(formatAgo(nextAttemptAt)),
      ])}
      actions={
        status === 'waiting' ? undefined : (
          <Button aria-label={copy.resendNamed(name)} busy={resend.isPending} onClick={() => resend.mutate()}>
            {copy.resend}
          </Button>
        )
      }
    >
      {attempts.length > 0 && (
        <details className="text-xs">
          <summary className="w-fit cursor-pointer rounded-sm text-quiet">{copy.attempts}</summary>
          <ol className="flex flex-col gap-1 pt-2">
            {attempts.map(({ at, httpStatus, error, milliseconds }) => (
              <li key={at}>
                <span className="text-quiet">{formatTime(at)}</span> ·{' '}
                {httpStatus === null ? copy.noResponse : copy.httpStatus(httpStatus)}{' '}
                {copy.milliseconds(milliseconds)}
                {error !== null && <span className="text-bad"> · {error}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </ListRow>
  );
}
