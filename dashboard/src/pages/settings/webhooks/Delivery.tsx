import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../api/client.ts';
import type { WebhookDelivery } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Chip } from '../../../parts/Chip.tsx';
import { tellError } from '../../../parts/toast.tsx';
import { counted, formatAgo, formatNumber, formatTime } from '../../../words/format.ts';
import { readable } from '../../../words/labels.ts';
import { Row } from '../Rows.tsx';

const states = {
  waiting: { look: 'warn', name: 'Waiting' },
  delivered: { look: 'good', name: 'Arrived' },
  failed: { look: 'bad', name: 'Failed' },
} as const;

/** One message, with every attempt to send it. */
export function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const name = readable(type.replace('notification.', ''));
  const again = useMutation({
    mutationFn: () => client.webhooks.redeliver.mutate({ id }),
    onSuccess: () => queryClient.invalidateQueries(api.webhooks.deliveries.pathFilter()),
    onError: tellError,
  });
  const facts = [
    formatTime(createdAt),
    counted(attempts.length, 'attempt'),
    ...(nextAttemptAt === null || status !== 'waiting' ? [] : [`next ${formatAgo(nextAttemptAt)}`]),
  ];
  return (
    <Row
      title={name}
      marks={<Chip look={states[status].look}>{states[status].name}</Chip>}
      about={facts.join(' · ')}
      actions={
        status === 'waiting' ? undefined : (
          <Button aria-label={`Send ${name} again`} busy={again.isPending} onClick={() => again.mutate()}>
            Send again
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
            {httpStatus === null ? 'no answer' : `status ${httpStatus}`} · {formatNumber(milliseconds)} ms
            {error !== null && <span className="text-bad"> · {error}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
