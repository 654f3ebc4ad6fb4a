import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { WebhookDelivery } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { formatAgo, formatTime } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { Row } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.webhooks;

const states = {
  waiting: { variant: 'warn', name: copy.pending },
  delivered: { variant: 'good', name: copy.delivered },
  failed: { variant: 'bad', name: copy.failed },
} as const;

export function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
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
