import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

export function DeleteAccount() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title={copy.deleteAccount}>
      <p className="text-quiet">{copy.deleteAccountText}</p>
      <Button variant="bad" className="self-start" onClick={() => setIsOpen(true)}>
        {copy.deleteMyAccount}
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
    <Dialog open onOpenChange={onClose} title={copy.deleteAccountTitle} description={copy.cannotBeUndone}>
      <TextField
        label={copy.typeToConfirm(email)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      {remove.isError && <ErrorLine error={remove.error} />}
      <DialogActions>
        <Button onClick={onClose}>{uiCopy.cancel}</Button>
        <Button variant="bad" disabled={!isConfirmed} busy={remove.isPending} onClick={() => remove.mutate()}>
          {copy.deleteAccount}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
