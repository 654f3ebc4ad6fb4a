import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { submitForm } from '../../../lib/api/signIn.ts';
import { themes, useTheme } from '../../../lib/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { useSendsMail } from '../useSendsMail.ts';
import { AddressForm, NameForm, PasswordForm } from './ProfileForms.tsx';
import { settingsCopy } from '../copy.ts';
import { client } from '../../../lib/api/client.ts';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

export function AccountSettings() {
  return (
    <>
      <VerifyNotice />
      <NameForm />
      <AddressForm />
      <PasswordForm />
      <Appearance />
      <ExportData />
      <DeleteAccount />
    </>
  );
}

function VerifyNotice() {
  const { email, emailVerified } = useAccount();
  const sendsMail = useSendsMail();
  const send = useMutation({ mutationFn: () => submitForm('send-verification-email', { email }) });
  if (emailVerified || !sendsMail) return null;
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border border-warn bg-warn-soft p-4">
      <p>{copy.notVerifiedText(email)}</p>
      {send.isError && <ErrorLine error={send.error} />}
      <Button busy={send.isPending} disabled={send.isSuccess} onClick={() => send.mutate()}>
        {send.isSuccess ? copy.sent : copy.sendLink}
      </Button>
    </div>
  );
}

function Appearance() {
  const [theme, chooseTheme] = useTheme();
  return (
    <Section title={copy.theme} about={copy.themeHint}>
      <div>
        <Segmented label={copy.theme} value={theme} options={themes} onChange={chooseTheme} />
      </div>
    </Section>
  );
}

function ExportData() {
  const exportData = useMutation({
    mutationFn: () => client.account.export.mutate(),
    // The browser downloads the file without leaving the page.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title={copy.yourData}>
      <p className="text-quiet">{copy.yourDataText}</p>
      {exportData.isError && <ErrorLine error={exportData.error} />}
      <Button busy={exportData.isPending} onClick={() => exportData.mutate()} className="self-start">
        <Download size={16} aria-hidden />
        {copy.exportMyData}
      </Button>
    </Section>
  );
}

function DeleteAccount() {
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
