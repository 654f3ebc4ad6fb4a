import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';

export function DeleteAccount() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Delete account">
      <p className="text-quiet">
        Permanently deletes your boards, saved ads, products, images, keys, rules and webhooks. What you
        created in teams with other members stays there.
      </p>
      <Button variant="bad" className="self-start" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      {isOpen && <DeleteDialog onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { email } = useAccount();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase();
  const remove = useMutation({
    mutationFn: () => client.account.delete.mutate({ confirmation: typed }),
    onSuccess: () => location.assign('/sign-in'),
  });
  return (
    <Dialog open onOpenChange={onClose} title="Delete your account?" description="This cannot be undone.">
      <TextField
        label={`Type ${email} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      {remove.isError && <ErrorLine error={remove.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="bad" disabled={!isConfirmed} busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete account
        </Button>
      </DialogActions>
    </Dialog>
  );
}
