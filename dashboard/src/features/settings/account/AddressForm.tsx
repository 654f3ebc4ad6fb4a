import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { submitForm } from '../../../lib/api/signIn.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { mailInFolder, useSendsMail } from '../useSendsMail.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** The owner's initial address. */
const unreachable = 'owner@localhost';

export function AddressForm() {
  const { email, emailVerified, hasPassword } = useAccount();
  const change = useMutation({
    mutationFn: (input: { newEmail: string; currentPassword?: string }) => submitForm('change-email', input),
  });
  return (
    <Section title="Email">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{email}</span>
        {email !== unreachable &&
          (emailVerified ? <Chip variant="good">Verified</Chip> : <Chip variant="warn">Not verified</Chip>)}
      </div>
      {email === unreachable && (
        <p className="text-quiet">
          This is a placeholder from the first start. You can sign in with it, but it receives no mail. Change
          it to your own.
        </p>
      )}
      {change.isSuccess ? (
        <Sent to={change.variables.newEmail} />
      ) : (
        <SettingsForm
          action="Change email"
          save={change}
          onSubmit={(field) =>
            change.mutate({
              newEmail: field('newEmail'),
              ...(hasPassword && { currentPassword: field('currentPassword') }),
            })
          }
        >
          <TextField label="New email" name="newEmail" type="email" autoComplete="email" required />
          {hasPassword && <PasswordField label="Current password" name="currentPassword" />}
        </SettingsForm>
      )}
    </Section>
  );
}

function Sent({ to }: { readonly to: string }) {
  const sendsMail = useSendsMail();
  return (
    <output className="block rounded-md bg-accent-soft p-3">
      We sent a link to {to}. Open it within an hour to change your email.
      {!sendsMail && ` ${mailInFolder}`}
    </output>
  );
}
