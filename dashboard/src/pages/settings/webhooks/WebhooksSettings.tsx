import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Section } from '../../../parts/Page.tsx';
import { Empty, Failure } from '../../../parts/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Secret } from '../Secret.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';

export function WebhooksSettings() {
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(api.webhooks.list.queryOptions());
  const add = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      Add an address
    </Button>
  );
  return (
    <Section
      title="Webhooks"
      about="Addresses of yours that alerts are sent to. A rule says which."
      actions={webhooks.data?.length === 0 ? undefined : add}
    >
      {webhooks.isError && <Failure error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {webhooks.isPending && <RowsSkeleton label="Your webhooks are loading" rows={2} />}
      {webhooks.data !== undefined && <WebhookList webhooks={webhooks.data} add={add} onSecret={setSecret} />}
      {isMaking && (
        <NewWebhook
          onClose={() => setIsMaking(false)}
          onCreated={(shown) => {
            setIsMaking(false);
            setSecret(shown);
          }}
        />
      )}
      {secret !== null && (
        <Secret
          title="The secret of the webhook"
          secret={secret}
          copyLabel="Copy the secret"
          onClose={() => setSecret(null)}
        >
          <p className="text-quiet">
            Messages are signed with it, as Standard Webhooks describes: give it to a library of theirs, which
            checks the headers webhook-id, webhook-timestamp and webhook-signature.
          </p>
        </Secret>
      )}
    </Section>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly Webhook[];
  readonly add: ReactNode;
  readonly onSecret: (secret: string) => void;
}

function WebhookList({ webhooks, add, onSecret }: WebhookListProps) {
  if (webhooks.length === 0)
    return (
      <Empty icon={<WebhookIcon size={24} aria-hidden />} action={add}>
        You have none yet. Add one, and alerts reach your own programs.
      </Empty>
    );
  return (
    <Rows label="Webhooks">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onSecret={onSecret} />
      ))}
    </Rows>
  );
}
