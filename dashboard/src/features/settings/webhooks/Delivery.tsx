import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { WebhookDelivery } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { plural, formatAgo, formatNumber, formatTime } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { Row } from '../Rows.tsx';

const states = {
  waiting: { variant: 'warn', name: 'Pending' },
  delivered: { variant: 'good', name: 'Delivered' },
  failed: { variant: 'bad', name: 'Failed' },
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
    plural(attempts.length, 'attempt'),
    ...(nextAttemptAt === null || status !== 'waiting' ? [] : [`next ${formatAgo(nextAttemptAt)}`]),
  ];
  return (
    <Row
      title={name}
      marks={<Chip variant={states[status].variant}>{states[status].name}</Chip>}
      about={facts.join(' · ')}
      actions={
        status === 'waiting' ? undefined : (
          <Button aria-label={`Resend ${name}`} busy={resend.isPending} onClick={() => resend.mutate()}>
            Resend
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
      <summary className="w-fit cursor-pointer rounded-sm text-quiet">Attempts</summary>
      <ol className="flex flex-col gap-1 pt-2">
        {attempts.map(({ at, httpStatus, error, milliseconds }) => (
          <li key={at}>
            <span className="text-quiet">{formatTime(at)}</span> ·{' '}
            {httpStatus === null ? 'no response' : `status ${httpStatus}`} · {formatNumber(milliseconds)} ms
            {error !== null && <span className="text-bad"> · {error}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
