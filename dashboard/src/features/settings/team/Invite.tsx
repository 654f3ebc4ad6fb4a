import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs, Member, Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { readForm } from '../../../lib/readForm.ts';
import { ErrorLine } from '../../../ui/states.tsx';
import { humanize } from '../../../lib/labels.ts';
import { Code } from '../Code.tsx';
import { useSendsMail } from '../useSendsMail.ts';
import { manageableBy } from './roles.ts';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.team;

export function Invite({ team }: { readonly team: Team }) {
  const invite = useMutation({
    mutationFn: (input: { email: string; role: Member['role'] }) =>
      client.teams.inviteByEmail.mutate({ id: team.id, ...input }),
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <form
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        const field = readForm(event);
        const form = event.currentTarget;
        const input = { email: field('email'), role: field('role') as Member['role'] };
        invite.mutate(input, { onSuccess: () => form.reset() });
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={copy.inviteByEmail}
          name="email"
          type="email"
          required
          autoComplete="off"
          placeholder={copy.emailPlaceholder}
          className="min-w-56 flex-1"
        />
        <Select label={copy.role} name="role" defaultValue="member">
          {manageableBy(team.role).map((role) => (
            <option key={role} value={role}>
              {humanize(role)}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="primary" busy={invite.isPending}>
          {copy.invite}
        </Button>
      </div>
      {invite.isError && <ErrorLine error={invite.error} />}
      {invite.isSuccess && <Invited member={invite.data} />}
    </form>
  );
}

type InvitedMember = RouterOutputs['teams']['inviteByEmail'];

function Invited({ member: { email, invitationUrl } }: { readonly member: InvitedMember }) {
  const sendsMail = useSendsMail();
  if (invitationUrl === null)
    return <output className="block text-quiet">{copy.alreadyMember(email)}</output>;
  return (
    <output className="flex flex-col items-start gap-3 rounded-md bg-accent-soft p-3">
      <span>
        {copy.invitedText(email)} {sendsMail ? copy.linkMailed : copy.linkNotMailed}
      </span>
      <Code>{invitationUrl}</Code>
      <CopyButton text={invitationUrl} label={uiCopy.copyLink} />
    </output>
  );
}
