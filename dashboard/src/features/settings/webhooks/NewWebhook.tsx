import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.webhooks;

interface NewWebhookProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

export function NewWebhook({ onCreated, onClose }: NewWebhookProps) {
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
