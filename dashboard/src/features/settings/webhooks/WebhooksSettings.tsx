import { useQuery, useMutation } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { ListSection, Secret } from '../Rows.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import { settingsCopy } from '../copy.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/Form.tsx';

const copy = settingsCopy.webhooks;

export function WebhooksSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(api.webhooks.list.queryOptions());
  return (
    <>
      <ListSection
        title={copy.title}
        about={copy.text}
        icon={Webhook}
        empty={copy.empty}
        add={copy.addWebhook}
        onAdd={() => setIsCreating(true)}
        query={webhooks}
        loading={copy.loading}
        rowCount={2}
      >
        {(webhook) => <WebhookItem key={webhook.id} webhook={webhook} onSecret={setSecret} />}
      </ListSection>
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
    </>
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
