import { actionToManage, roleCan } from '@magpie/contract/roles';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import { useSendsMail } from '../../../lib/api/signIn.ts';
import type { Member, Team, RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatDay, joinFacts } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { Code, ListRow, Secret } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { readForm } from '../../../ui/Form.tsx';
import { ErrorLine } from '../../../ui/states.tsx';

const copy = settingsCopy.team;
const meta = { invalidates: [api.teams.pathFilter()] };

type Role = Team['role'];

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

export function manageableBy(role: Role): readonly Role[] {
  return roles.filter((other) => roleCan(role, actionToManage(other)));
}

export function roleOptions({ role }: Team) {
  return manageableBy(role).map((one) => [one, humanize(one)] as const);
}

interface TeamMemberProps {
  readonly team: Team;
  readonly member: Member;
  readonly isSelf: boolean;
}

export function TeamMember({ team, member, isSelf }: TeamMemberProps) {
  const { name, email, role, status, invitedAt, joinedAt } = member;
  const isManaged = !isSelf && manageableBy(team.role).includes(role);
  const isInvited = status === 'invited';
  const since = isInvited ? invitedAt : joinedAt;
  return (
    <ListRow
      title={name ?? email}
      marks={
        <>
          {isSelf && <Chip variant="accent">{copy.you}</Chip>}
          {isInvited && <Chip variant="warn">{copy.invited}</Chip>}
        </>
      }
      about={joinFacts([
        name === null ? null : email,
        since === null ? null : (isInvited ? copy.invitedAt : copy.joinedAt)(formatDay(since)),
      ])}
      actions={
        <>
          {isManaged && !isInvited ? (
            <RoleSelect team={team} member={member} />
          ) : (
            <span className="text-quiet">{humanize(role)}</span>
          )}
          {isManaged && isInvited && <NewLink team={team} member={member} />}
          {isManaged && <Remove team={team} member={member} />}
        </>
      }
    />
  );
}

function RoleSelect({ team, member }: Omit<TeamMemberProps, 'isSelf'>) {
  const { userId, email, name } = member;
  const change = useMutation({
    mutationFn: (role: Member['role']) =>
      client.teams.setRole.mutate({ id: team.id, userId: userId ?? '', role }),
    onSuccess: ({ role }) => toast(copy.roleChanged(name ?? email, role)),
    onError: toastError,
    meta,
  });
  return (
    <Select
      label={copy.roleOf(name ?? email)}
      hideLabel
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.value as Member['role']);
      }}
      options={roleOptions(team)}
    />
  );
}

/** Creates a new invitation link; the first one is stored as a digest and cannot be shown again. */
function NewLink({ team, member: { email } }: Omit<TeamMemberProps, 'isSelf'>) {
  const invite = useMutation({
    mutationFn: () => client.teams.inviteByEmail.mutate({ id: team.id, email }),
    onError: toastError,
    meta,
  });
  const link = invite.data?.invitationUrl ?? null;
  return (
    <>
      <Button busy={invite.isPending} aria-label={copy.newLinkFor(email)} onClick={() => invite.mutate()}>
        {copy.newLink}
      </Button>
      {link !== null && (
        <Secret
          title={copy.invitationLink(email)}
          secret={link}
          copyLabel={uiCopy.copyLink}
          onClose={invite.reset}
        >
          {copy.invitationLinkText}
        </Secret>
      )}
    </>
  );
}

function Remove({ team, member }: Omit<TeamMemberProps, 'isSelf'>) {
  const { email, userId, status, name } = member;
  const who = name ?? email;
  const isInvited = status === 'invited';
  const remove = useMutation({
    mutationFn: () =>
      client.teams.removeMember.mutate({ id: team.id, ...(userId === null ? { email } : { userId }) }),
    onSuccess: () => toast(isInvited ? copy.invitationRevoked(who) : copy.memberRemoved(who, team.name)),
    meta,
  });
  return (
    <ConfirmButton
      label={copy.remove}
      name={copy.removeNamed(who)}
      title={isInvited ? copy.revokeTitle(who) : copy.removeTitle(who, team.name)}
      action={isInvited ? copy.revokeInvitation : copy.removeMember}
      onConfirm={() => remove.mutateAsync()}
    >
      {isInvited ? copy.revokeText : copy.removeText}
    </ConfirmButton>
  );
}

export function Invite({ team }: { readonly team: Team }) {
  const invite = useMutation({
    mutationFn: (input: { email: string; role: Member['role'] }) =>
      client.teams.inviteByEmail.mutate({ id: team.id, ...input }),
    meta,
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
        <Select label={copy.role} name="role" defaultValue="member" options={roleOptions(team)} />
        <Button type="submit" variant="primary" busy={invite.isPending}>
          {copy.invite}
        </Button>
      </div>
      <ErrorLine error={invite.error} />
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
