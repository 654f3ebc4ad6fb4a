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
    throw new FormError(
      409,
      'Without the current password, this works only within an hour of using a sign-in link. Sign out and choose “Forgot your password?”.',
    );
  }
}

export function PasswordForm() {
  const { hasPassword, email } = useAccount();
  const [isForgotten, setIsForgotten] = useState(false);
  const needsCurrent = hasPassword && !isForgotten;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => toast('Password set. Your other sessions have ended.'),
    meta: { invalidates: [api.account.pathFilter()] },
  });
  const about = hasPassword
    ? 'Changing it ends your other sessions.'
    : `Set a password to sign in with ${email} from any device, without a link.`;
  return (
    <Section title="Password" about={about}>
      <SettingsForm
        action={hasPassword ? 'Change password' : 'Set password'}
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
        {needsCurrent && <PasswordField label="Current password" name="currentPassword" />}
        <PasswordField label="New password" name="newPassword" isNew />
        {hasPassword && (
          <Checkbox checked={isForgotten} onChange={(event) => setIsForgotten(event.target.checked)}>
            I signed in with a link and don’t know my current password
          </Checkbox>
        )}
      </SettingsForm>
    </Section>
  );
}
