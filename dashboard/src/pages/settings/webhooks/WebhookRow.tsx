import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api, client, queryClient } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { Button, IconButton } from '../../../parts/Button.tsx';
import { Chip } from '../../../parts/Chip.tsx';
import { Confirm } from '../../../parts/Confirm.tsx';
import { Menu, MenuItem } from '../../../parts/Menu.tsx';
import { tell, tellError } from '../../../parts/toast.tsx';
import { formatAgo, formatDay } from '../../../words/format.ts';
import { Row } from '../Rows.tsx';
import { Deliveries } from './Deliveries.tsx';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

const reload = (): Promise<void> => queryClient.invalidateQueries(api.webhooks.pathFilter());

export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const { id, url, enabled, disabledReason, failingSince } = webhook;
  const { webhook: shown } = useSearch({ from: '/frame/settings/$section' });
  const isShown = shown === id;
  return (
    <Row
      title={url}
      marks={
        <>
          {!enabled && <Chip look="bad">Disabled</Chip>}
          {enabled && failingSince !== null && (
            <Chip look="warn">Failing since {formatDay(failingSince)}</Chip>
          )}
        </>
      }
      about={stateOf(webhook)}
      actions={<Actions webhook={webhook} isShown={isShown} onSecret={onSecret} />}
    >
      {disabledReason !== null && <p className="text-bad">{disabledReason}</p>}
      {isShown && <Deliveries webhookId={id} url={url} />}
    </Row>
  );
}

function stateOf({ lastDeliveredAt, createdAt }: Webhook): string {
  const arrived =
    lastDeliveredAt === null ? 'nothing has arrived yet' : `last arrived ${formatAgo(lastDeliveredAt)}`;
  return `Added ${formatDay(createdAt)} · ${arrived}`;
}

interface ActionsProps extends WebhookRowProps {
  readonly isShown: boolean;
}

function Actions({ webhook: { id, url, enabled }, isShown, onSecret }: ActionsProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'roll' | 'delete' | null>(null);
  const show = (webhook: number | undefined): Promise<void> =>
    navigate({ to: '/settings/$section', params: { section: 'webhooks' }, search: { webhook } });
  const change = useMutation({
    mutationFn: async (does: 'sendTest' | 'enable') => {
      await client.webhooks[does].mutate({ id });
    },
    onSuccess: async (_answer, does) => {
      await Promise.all([reload(), show(id)]);
      tell(does === 'enable' ? 'The address is sent to again.' : 'A test message is on its way.');
    },
    onError: tellError,
  });
  return (
    <>
      <Button aria-expanded={isShown} onClick={() => void show(isShown ? undefined : id)}>
        {isShown ? 'Hide the log' : 'Show the log'}
      </Button>
      {enabled ? (
        <Button busy={change.isPending} onClick={() => change.mutate('sendTest')}>
          Send a test
        </Button>
      ) : (
        <Button look="primary" busy={change.isPending} onClick={() => change.mutate('enable')}>
          Enable
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={`More about ${url}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsked('roll')}>Make a new secret</MenuItem>
        <MenuItem bad onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <Questions id={id} asked={asked} onClose={() => setAsked(null)} onSecret={onSecret} />
    </>
  );
}

interface QuestionsProps {
  readonly id: number;
  readonly asked: 'roll' | 'delete' | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function Questions({ id, asked, onClose, onSecret }: QuestionsProps) {
  return (
    <>
      <Confirm
        open={asked === 'roll'}
        onOpenChange={onClose}
        title="Make a new secret?"
        action="Make a new one"
        onConfirm={async () => onSecret((await client.webhooks.rollSecret.mutate({ id })).secret)}
      >
        The old one is void at once: messages are signed with the new one until your program knows it.
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        onOpenChange={onClose}
        title="Delete this address?"
        action="Delete it"
        onConfirm={async () => {
          await client.webhooks.delete.mutate({ id });
          await reload();
          tell('The address is deleted.');
        }}
      >
        What waits for it and its log go too. Rules that name it send nothing there any more.
      </Confirm>
    </>
  );
}
