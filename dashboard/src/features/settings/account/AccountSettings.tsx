import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import { FormError, submitForm, useSendsMail } from '../../../lib/api/signIn.ts';
import { httpStatus } from '../../../lib/errors.ts';
import { themes, useTheme } from '../../../lib/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Checkbox, PasswordField, TextField } from '../../../ui/fields.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';
import { LogoSection } from '../LogoSection.tsx';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

export function AccountSettings() {
  return (
    <>
      <VerifyNotice />
      <NameForm />
      <Logo />
      <EmailForm />
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
      <ErrorLine error={send.error} />
      <Button busy={send.isPending} disabled={send.isSuccess} onClick={() => send.mutate()}>
        {send.isSuccess ? copy.sent : copy.sendLink}
      </Button>
    </div>
  );
}

function NameForm() {
  const { name } = useAccount();
  const save = useMutation({
    mutationFn: (changed: string) => submitForm('update-user', { name: changed }),
    onSuccess: () => toast(copy.nameSaved),
    meta: { invalidates: [api.account.get.pathFilter()] },
  });
  return (
    <Section title={uiCopy.name} about={copy.nameHint}>
      <Form isSetting action={copy.saveName} save={save} onSubmit={(field) => save.mutate(field('name'))}>
        <TextField
          label={copy.yourName}
          name="name"
          defaultValue={name ?? ''}
          maxLength={textLimits.name}
          autoComplete="name"
        />
      </Form>
    </Section>
  );
}

function Logo() {
  const { logo } = useAccount();
  return (
    <LogoSection
      logo={logo}
      send={(file) => client.account.setLogo.mutate({ file })}
      invalidates={api.account.get.pathFilter()}
    />
  );
}

const unreachable = 'owner@localhost';

function EmailForm() {
  const { email, emailVerified, hasPassword } = useAccount();
  const sendsMail = useSendsMail();
  const change = useMutation({
    mutationFn: (input: { newEmail: string; currentPassword?: string }) => submitForm('change-email', input),
  });
  return (
    <Section title={uiCopy.email}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{email}</span>
        {email !== unreachable &&
          (emailVerified ? (
            <Chip variant="good">{copy.verified}</Chip>
          ) : (
            <Chip variant="warn">{copy.notVerified}</Chip>
          ))}
      </div>
      {email === unreachable && <p className="text-quiet">{copy.placeholderEmail}</p>}
      {change.isSuccess ? (
        <output className="block rounded-md bg-accent-soft p-3">
          {copy.emailLinkSent(change.variables.newEmail)}
          {!sendsMail && ` ${copy.noMail}`}
        </output>
      ) : (
        <Form
          isSetting
          action={copy.changeEmail}
          save={change}
          onSubmit={(field) =>
            change.mutate({
              newEmail: field('newEmail'),
              ...(hasPassword && { currentPassword: field('currentPassword') }),
            })
          }
        >
          <TextField label={copy.newEmail} name="newEmail" type="email" autoComplete="email" required />
          {hasPassword && <PasswordField label={copy.currentPassword} name="currentPassword" />}
        </Form>
      )}
    </Section>
  );
}

interface Change {
  readonly newPassword: string;
  /** Null if none exists, or if it was forgotten after signing in with a link. */
  readonly currentPassword: string | null;
}

async function changePassword({ newPassword, currentPassword }: Change): Promise<void> {
  if (currentPassword !== null) {
    await submitForm('change-password', { currentPassword, newPassword });
    return;
  }
  try {
    await submitForm('set-password', { newPassword });
  } catch (error) {
    if (httpStatus(error) !== 409) throw error;
    throw new FormError(409, copy.linkTooOld);
  }
}

function PasswordForm() {
  const { hasPassword, email } = useAccount();
  const [isForgotten, setIsForgotten] = useState(false);
  const needsCurrent = hasPassword && !isForgotten;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => toast(copy.passwordSet),
    meta: { invalidates: [api.account.pathFilter()] },
  });
  const about = hasPassword ? copy.changePasswordText : copy.setPasswordText(email);
  return (
    <Section title={uiCopy.password} about={about}>
      <Form
        isSetting
        action={hasPassword ? copy.changePassword : copy.setPassword}
        save={change}
        onSubmit={(field, form) => {
          const currentPassword = needsCurrent ? field('currentPassword') : null;
          change.mutate(
            { newPassword: field('newPassword'), currentPassword },
            { onSuccess: () => form.reset() },
          );
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {needsCurrent && <PasswordField label={copy.currentPassword} name="currentPassword" />}
        <PasswordField label={copy.newPassword} name="newPassword" isNew />
        {hasPassword && (
          <Checkbox checked={isForgotten} onChange={(event) => setIsForgotten(event.target.checked)}>
            {copy.forgotPassword}
          </Checkbox>
        )}
      </Form>
    </Section>
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
      <ErrorLine error={exportData.error} />
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
      <ErrorLine error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>{uiCopy.cancel}</Button>
        <Button variant="bad" disabled={!isConfirmed} busy={remove.isPending} onClick={() => remove.mutate()}>
          {copy.deleteAccount}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
