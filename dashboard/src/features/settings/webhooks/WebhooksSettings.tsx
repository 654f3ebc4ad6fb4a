import { useQuery, useMutation } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Rows, RowsSkeleton, Secret } from '../Rows.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { settingsCopy } from '../copy.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';

const copy = settingsCopy.webhooks;

export function WebhooksSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(api.webhooks.list.queryOptions());
  const add = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {copy.addWebhook}
    </Button>
  );
  return (
    <Section title={copy.title} about={copy.text} actions={webhooks.data?.length === 0 ? undefined : add}>
      <QueryView
        query={webhooks}
        loading={<RowsSkeleton label={copy.loading} rows={2} />}
        empty={
          <Empty icon={<Webhook size={24} aria-hidden />} action={add}>
            {copy.empty}
          </Empty>
        }
      >
        {(list) => (
          <Rows label={copy.title}>
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
          title={copy.secretTitle}
          secret={secret}
          copyLabel={copy.copySecret}
          onClose={() => setSecret(null)}
        >
          <p className="text-quiet">{copy.secretText}</p>
        </Secret>
      )}
    </Section>
  );
}

interface NewWebhookProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

function NewWebhook({ onCreated, onClose }: NewWebhookProps) {
  const create = useMutation({
    mutationFn: (url: string) => client.webhooks.create.mutate({ url }),
    onSuccess: ({ secret }) => onCreated(secret),
    meta: { invalidates: [api.webhooks.pathFilter()] },
  });
  return (
    <FormDialog
      title={copy.addWebhook}
      action={copy.addWebhook}
      save={create}
      onSubmit={(field) => create.mutate(field('url'))}
      onClose={onClose}
    >
      <TextField
        label={copy.url}
        name="url"
        type="url"
        required
        placeholder={copy.urlPlaceholder}
        hint={copy.urlHint}
      />
    </FormDialog>
  );
}
