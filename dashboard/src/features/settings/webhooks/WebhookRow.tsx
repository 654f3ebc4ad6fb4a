import { useMutation, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { Webhook, WebhookDelivery } from '../../../lib/api/types.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatAgo, formatDay, formatTime } from '../../../lib/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { humanize } from '../../../lib/labels.ts';

const copy = settingsCopy.webhooks;

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const { id, url, enabled, disabledReason, failingSince } = webhook;
  const { webhook: shown } = useSearch({ from: '/shell/settings/$section' });
  const isShown = shown === id;
  return (
    <Row
      title={url}
      marks={
        <>
          {!enabled && <Chip variant="bad">{copy.disabled}</Chip>}
          {enabled && failingSince !== null && (
            <Chip variant="warn">{copy.failingSince(formatDay(failingSince))}</Chip>
          )}
        </>
      }
      about={describeState(webhook)}
      actions={<Actions webhook={webhook} isShown={isShown} onSecret={onSecret} />}
    >
      {disabledReason !== null && <p className="text-bad">{disabledReason}</p>}
      {isShown && <Deliveries webhookId={id} url={url} />}
    </Row>
  );
}

function describeState({ lastDeliveredAt, createdAt }: Webhook): string {
  const delivered =
    lastDeliveredAt === null ? copy.noDeliveriesYet : copy.lastDelivery(formatAgo(lastDeliveredAt));
  return copy.added(formatDay(createdAt), delivered);
}

interface ActionsProps extends WebhookRowProps {
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
    meta: { invalidates: [api.webhooks.pathFilter()] },
  });
  return (
    <>
      <Button aria-expanded={isShown} onClick={() => void show(isShown ? undefined : id)}>
        {isShown ? copy.hideLog : copy.showLog}
      </Button>
      {enabled ? (
        <Button busy={change.isPending} onClick={() => change.mutate('sendTest')}>
          {copy.sendTest}
        </Button>
      ) : (
        <Button variant="primary" busy={change.isPending} onClick={() => change.mutate('enable')}>
          {copy.enable}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={copy.actionsFor(url)}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setDialog('roll')}>{copy.rotateSecret}</MenuItem>
        <MenuItem bad onSelect={() => setDialog('delete')}>
          {uiCopy.delete}
        </MenuItem>
      </Menu>
      <Dialogs id={id} open={dialog} onClose={() => setDialog(null)} onSecret={onSecret} />
    </>
  );
}

interface DialogsProps {
  readonly id: number;
  readonly open: 'roll' | 'delete' | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function Dialogs({ id, open, onClose, onSecret }: DialogsProps) {
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete.mutate({ id }),
    onSuccess: () => toast(copy.deleted),
    meta: { invalidates: [api.webhooks.pathFilter()] },
  });
  return (
    <>
      <Confirm
        open={open === 'roll'}
        onOpenChange={onClose}
        title={copy.rotateTitle}
        action={copy.rotateSecret}
        onConfirm={async () => onSecret((await client.webhooks.rollSecret.mutate({ id })).secret)}
      >
        {copy.rotateText}
      </Confirm>
      <Confirm
        open={open === 'delete'}
        onOpenChange={onClose}
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
    <QueryView
      query={log}
      loading={<RowsSkeleton label={copy.loadingLog} rows={2} />}
      empty={<Empty>{copy.noDeliveriesText}</Empty>}
    >
      {(deliveries) => (
        <>
          <Rows label={copy.deliveriesTo(url)}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </Rows>
          <LoadMore pages={log} isManual />
        </>
      )}
    </QueryView>
  );
}

const states = {
  waiting: { variant: 'warn', name: copy.pending },
  delivered: { variant: 'good', name: copy.delivered },
  failed: { variant: 'bad', name: copy.failed },
} as const;

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const name = humanize(type.replace('notification.', ''));
  const resend = useMutation({
    mutationFn: () => client.webhooks.redeliver.mutate({ id }),
    onError: toastError,
    meta: { invalidates: [api.webhooks.deliveries.pathFilter()] },
  });
  const facts = [
    formatTime(createdAt),
    copy.attemptCount(attempts.length),
    ...(nextAttemptAt === null || status !== 'waiting' ? [] : [copy.nextAttempt(formatAgo(nextAttemptAt))]),
  ];
  return (
    <Row
      title={name}
      marks={<Chip variant={states[status].variant}>{states[status].name}</Chip>}
      about={facts.join(' · ')}
      actions={
        status === 'waiting' ? undefined : (
          <Button aria-label={copy.resendNamed(name)} busy={resend.isPending} onClick={() => resend.mutate()}>
            {copy.resend}
          </Button>
        )
      }
    >
      {attempts.length > 0 && <Attempts attempts={attempts} />}
    </Row>
  );
}

function Attempts({ attempts }: { readonly attempts: WebhookDelivery['attempts'] }) {
  return (
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
  );
}
