import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { submitForm } from '../../../lib/api/signIn.ts';
import { themes, useTheme } from '../../../lib/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { useSendsMail } from '../useSendsMail.ts';
import { AddressForm } from './AddressForm.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { settingsCopy } from '../copy.ts';

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
