import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../api/client.ts';
import type { Answers, Member, Team } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { CopyButton } from '../../../parts/CopyButton.tsx';
import { Select, TextField } from '../../../parts/fields.tsx';
import { filledIn } from '../../../parts/filledIn.ts';
import { ErrorLine } from '../../../parts/states.tsx';
import { readable } from '../../../words/labels.ts';
import { Code } from '../Code.tsx';
import { useSendsMail } from '../useSendsMail.ts';
import { manageableBy } from './roles.ts';

export function Invite({ team }: { readonly team: Team }) {
  const invite = useMutation({
    mutationFn: (input: { email: string; role: Member['role'] }) =>
      client.teams.inviteByEmail.mutate({ id: team.id, ...input }),
    onSuccess: () => queryClient.invalidateQueries(api.teams.pathFilter()),
  });
  return (
    <form
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        const field = filledIn(event);
        const form = event.currentTarget;
        const input = { email: field('email'), role: field('role') as Member['role'] };
        invite.mutate(input, { onSuccess: () => form.reset() });
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Invite by e-mail"
          name="email"
          type="email"
          required
          autoComplete="off"
          placeholder="ann@example.com"
          className="min-w-56 flex-1"
        />
        <Select label="Role" name="role" defaultValue="member">
          {manageableBy(team.role).map((role) => (
            <option key={role} value={role}>
              {readable(role)}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary" busy={invite.isPending}>
          Invite
        </Button>
      </div>
      {invite.isError && <ErrorLine error={invite.error} />}
      {invite.isSuccess && <Invited member={invite.data} />}
    </form>
  );
}

type InvitedMember = Answers['teams']['inviteByEmail'];

function Invited({ member: { email, invitationUrl } }: { readonly member: InvitedMember }) {
  const sendsMail = useSendsMail();
  if (invitationUrl === null)
    return <output className="block text-quiet">{email} is in the team already.</output>;
  return (
    <output className="flex flex-col items-start gap-3 rounded-md bg-accent-soft p-3">
      <span>
        {email} is invited, and finds the invitation here when they sign in.{' '}
        {sendsMail
          ? 'The link in the mail works once, within seven days. You can also give them this one:'
          : 'No mail server is set up here, so give them this link yourself. It works once, within seven days:'}
      </span>
      <Code>{invitationUrl}</Code>
      <CopyButton text={invitationUrl} label="Copy the link" />
    </output>
  );
}
