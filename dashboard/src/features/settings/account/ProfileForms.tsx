import { type FormEvent, type ReactNode, useState } from 'react';
import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { readForm } from '../../../lib/readForm.ts';
import { ErrorLine } from '../../../ui/states.tsx';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import { submitForm, FormError } from '../../../lib/api/signIn.ts';
import { TextField, Checkbox } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { mailInFolder, useSendsMail } from '../useSendsMail.ts';
import { httpStatus } from '../../../lib/errors.ts';

const copy = settingsCopy.account;

interface SettingsFormProps {
  readonly children: ReactNode;
  readonly action: string;
  readonly save: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: (field: (name: string) => string, form: HTMLFormElement) => void;
}

function SettingsForm({ children, action, save, onSubmit }: SettingsFormProps) {
  return (
    <form
      className="flex flex-col items-stretch gap-4 sm:max-w-96"
      onSubmit={(event: FormEvent<HTMLFormElement>) => onSubmit(readForm(event), event.currentTarget)}
    >
      {children}
      {save.error !== null && <ErrorLine error={save.error} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        {action}
      </Button>
    </form>
  );
}

export function NameForm() {
  const { name } = useAccount();
  const save = useMutation({
    mutationFn: (changed: string) => submitForm('update-user', { name: changed }),
    onSuccess: () => toast(copy.nameSaved),
    meta: { invalidates: [api.account.get.pathFilter()] },
  });
  return (
    <Section title={uiCopy.name} about={copy.nameHint}>
      <SettingsForm action={copy.saveName} save={save} onSubmit={(field) => save.mutate(field('name'))}>
        <TextField
          label={copy.yourName}
          name="name"
          defaultValue={name ?? ''}
          maxLength={textLimits.name}
          autoComplete="name"
        />
      </SettingsForm>
    </Section>
  );
}

const unreachable = 'owner@localhost';

export function AddressForm() {
  const { email, emailVerified, hasPassword } = useAccount();
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
        <Sent to={change.variables.newEmail} />
      ) : (
        <SettingsForm
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
        </SettingsForm>
      )}
    </Section>
  );
}

function Sent({ to }: { readonly to: string }) {
  const sendsMail = useSendsMail();
  return (
    <output className="block rounded-md bg-accent-soft p-3">
      {copy.emailLinkSent(to)}
      {!sendsMail && ` ${mailInFolder}`}
    </output>
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

export function PasswordForm() {
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
      <SettingsForm
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
      </SettingsForm>
    </Section>
  );
}
