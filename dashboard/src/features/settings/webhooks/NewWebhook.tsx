import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';

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
      title="Add webhook"
      action="Add webhook"
      save={create}
      onSubmit={(field) => create.mutate(field('url'))}
      onClose={onClose}
    >
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        placeholder="https://example.com/magpie"
        hint="Receives alerts as JSON by POST. Must be reachable from the internet."
      />
    </FormDialog>
  );
}
