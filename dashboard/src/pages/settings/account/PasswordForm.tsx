import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import { api, queryClient } from '../../../api/client.ts';
import { statusOf } from '../../../api/errors.ts';
import { FormRefused, submitForm } from '../../../api/signIn.ts';
import { Tick } from '../../../parts/fields.tsx';
import { Section } from '../../../parts/Page.tsx';
import { PasswordField } from '../../../parts/PasswordField.tsx';
import { tell } from '../../../parts/toast.tsx';
import { SettingsForm } from './SettingsForm.tsx';

interface Change {
  readonly newPassword: string;
  /** Null where there is none, or whoever came by a link does not know it. */
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
    if (statusOf(error) !== 409) throw error;
    throw new FormRefused(
      409,
      'Without the current password this works within an hour of coming in by a sign-in link. Sign out and choose “Forgotten your password?”.',
    );
  }
}

export function PasswordForm() {
  const { hasPassword, email } = useAccount();
  const [isForgotten, setIsForgotten] = useState(false);
  const needsCurrent = hasPassword && !isForgotten;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      await queryClient.invalidateQueries(api.account.pathFilter());
      tell('Your password is set. Your other sessions have ended.');
    },
  });
  const about = hasPassword
    ? 'A new one ends your other sessions.'
    : `You have none yet. Set one to sign in with ${email} from any device, without a link.`;
  return (
    <Section title="Password" about={about}>
      <SettingsForm
        action={hasPassword ? 'Change the password' : 'Set the password'}
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
          <Tick checked={isForgotten} onChange={(event) => setIsForgotten(event.target.checked)}>
            I came by a sign-in link and do not know the current one
          </Tick>
        )}
      </SettingsForm>
    </Section>
  );
}
