import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../api/client.ts';
import { Button } from '../../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { filledIn } from '../../../parts/filledIn.ts';
import { ErrorLine } from '../../../parts/states.tsx';

interface NewWebhookProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

export function NewWebhook({ onCreated, onClose }: NewWebhookProps) {
  const create = useMutation({
    mutationFn: (url: string) => client.webhooks.create.mutate({ url }),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries(api.webhooks.pathFilter());
      onCreated(secret);
    },
  });
  return (
    <Dialog open onOpenChange={onClose} title="Add an address">
      <form className="flex flex-col gap-4" onSubmit={(event) => create.mutate(filledIn(event)('url'))}>
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          placeholder="https://example.com/magpie"
          hint="Alerts are sent there by POST, as JSON. It must be on the public internet."
        />
        {create.isError && <ErrorLine error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Add the address
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
