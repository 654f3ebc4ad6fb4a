import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { submitForm } from '../../../lib/api/signIn.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { mailInFolder, useSendsMail } from '../useSendsMail.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

/** The owner's initial address. */
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
