import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import { httpStatus } from '../../../lib/errors.ts';
import { FormError, submitForm } from '../../../lib/api/signIn.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

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
