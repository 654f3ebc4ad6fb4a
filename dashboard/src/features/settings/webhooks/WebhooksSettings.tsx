import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Secret } from '../Secret.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';

export function WebhooksSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(api.webhooks.list.queryOptions());
  const add = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Add webhook
    </Button>
  );
  return (
    <Section
      title="Webhooks"
      about="URLs that receive alerts. Select them in a rule."
      actions={webhooks.data?.length === 0 ? undefined : add}
    >
      <QueryView
        query={webhooks}
        loading={<RowsSkeleton label="Loading webhooks" rows={2} />}
        empty={<NoWebhooks add={add} />}
      >
        {(list) => (
          <Rows label="Webhooks">
            {list.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
            ))}
          </Rows>
        )}
      </QueryView>
      {isCreating && (
        <NewWebhook
          onClose={() => setIsCreating(false)}
          onCreated={(shown) => {
            setIsCreating(false);
            setSecret(shown);
          }}
        />
      )}
      {secret !== null && (
        <Secret
          title="Webhook secret"
          secret={secret}
          copyLabel="Copy secret"
          onClose={() => setSecret(null)}
        >
          <p className="text-quiet">
            Messages are signed with it according to Standard Webhooks. Use one of its libraries to verify the
            headers webhook-id, webhook-timestamp and webhook-signature.
          </p>
        </Secret>
      )}
    </Section>
  );
}

function NoWebhooks({ add }: { readonly add: ReactNode }) {
  return (
    <Empty icon={<Webhook size={24} aria-hidden />} action={add}>
      No webhooks yet. Add one to send alerts to your own programs.
    </Empty>
  );
}
