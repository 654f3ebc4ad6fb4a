import { useQuery, useMutation } from '@tanstack/react-query';
import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { Fragment, useState } from 'react';
import { textLimits } from '@magpie/contract/limits';
import { roleCan } from '@magpie/contract/roles';
import { api, client } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ListRow, ListSection, QueryRows } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { LogoSection } from '../LogoSection.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Form, FormDialog } from '../../../ui/Form.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { useAccount } from '../../../lib/api/account.ts';
import { InviteLinks } from './InviteLinks.tsx';
import { Invite, TeamMember } from './TeamMember.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';

const copy = settingsCopy.team;

export function TeamSettings() {
  const { team: selected } = useSearch({ from: '/shell/settings/$section' });
  const teams = useQuery({
    ...api.teams.list.queryOptions(),
    select: (list) => list.filter(({ status }) => status === 'active'),
  });
  const [isCreating, setIsCreating] = useState(false);
  const shown = teams.data?.find(({ id }) => id === selected) ?? teams.data?.[0];
  return (
    <>
      <ListSection
        title={copy.title}
        about={copy.text}
        icon={UsersRound}
        empty={copy.empty}
        add={copy.createTeam}
        onAdd={() => setIsCreating(true)}
        query={teams}
        loading={copy.loading}
        rowCount={2}
      >
        {({ id, name, role, memberCount }) => (
          <ListRow
            key={id}
            title={
              <Link
                to="/settings/$section"
                params={{ section: 'team' }}
                search={{ team: id }}
                aria-current={id === shown?.id ? 'true' : undefined}
                className="underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            }
            marks={
              id === shown?.id && teams.data?.length !== 1 && <Chip variant="accent">{copy.shownBelow}</Chip>
            }
            about={copy.teamFacts(memberCount, role)}
          />
        )}
      </ListSection>
      {shown !== undefined && (
        <Fragment key={shown.id}>
          <Members team={shown} />
          {roleCan(shown.role, 'manageMembers') && <InviteLinks team={shown} />}
          {roleCan(shown.role, 'updateTeam') && <RenameTeam team={shown} />}
          {roleCan(shown.role, 'updateTeam') && <Logo team={shown} />}
          <LeaveTeam team={shown} />
        </Fragment>
      )}
      {isCreating && <NewTeam onClose={() => setIsCreating(false)} />}
    </>
  );
}

function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (name: string) => client.teams.create.mutate({ name }),
    onSuccess: async ({ id }) => {
      await navigate({ to: '/settings/$section', params: { section: 'team' }, search: { team: id } });
      onClose();
    },
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <FormDialog
      title={copy.createTeam}
      description={copy.createTeamText}
      action={copy.createTeam}
      save={create}
      onSubmit={(field) => create.mutate(field('name'))}
      onClose={onClose}
    >
      <TextField
        label={uiCopy.name}
        name="name"
        required
        maxLength={textLimits.name}
        placeholder={copy.namePlaceholder}
      />
    </FormDialog>
  );
}

function Members({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const members = useQuery(api.teams.listMembers.queryOptions({ id: team.id }));
  return (
    <Section title={copy.membersOf(team.name)} about={copy.rolesText}>
      <QueryRows label={copy.membersOf(team.name)} query={members} loading={copy.loadingMembers}>
        {(member) => (
          <TeamMember key={member.email} team={team} member={member} isSelf={member.userId === userId} />
        )}
      </QueryRows>
      {roleCan(team.role, 'manageMembers') && <Invite team={team} />}
    </Section>
  );
}

function RenameTeam({ team: { id, name, slug } }: { readonly team: Team }) {
  const save = useMutation({
    mutationFn: (input: { name: string; slug: string }) => client.teams.update.mutate({ id, ...input }),
    onSuccess: (changed) => toast(copy.saved(changed.name)),
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <Section title={copy.teamName}>
      <Form
        isSetting
        action={uiCopy.save}
        save={save}
        onSubmit={(field) => save.mutate({ name: field('name'), slug: field('slug') })}
      >
        <TextField label={uiCopy.name} name="name" defaultValue={name} required maxLength={textLimits.name} />
        <TextField
          label={copy.shortName}
          name="slug"
          defaultValue={slug}
          required
          hint={copy.shortNameHint}
        />
      </Form>
    </Section>
  );
}

function Logo({ team: { id } }: { readonly team: Team }) {
  const { data: team } = useQuery(api.teams.get.queryOptions({ id }));
  return (
    <LogoSection
      logo={team?.logo ?? null}
      send={(file) => client.teams.setLogo.mutate({ id, file })}
      invalidates={api.teams.pathFilter()}
    />
  );
}

/** Leaving removes access to boards, products and images everywhere. */
const meta = { invalidates: [{}] };

function LeaveTeam({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const { id, name, role } = team;
  const leave = useMutation({
    mutationFn: () => client.teams.removeMember.mutate({ id, userId }),
    onSuccess: () => toast(copy.youLeft(name)),
    meta,
  });
  const remove = useMutation({
    mutationFn: () => client.teams.delete.mutate({ id }),
    onSuccess: () => toast(copy.deleted(name)),
    meta,
  });
  return (
    <Section title={copy.leaveNamed(name)}>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label={copy.leaveTeam}
          variant="plain"
          title={copy.leaveTitle(name)}
          action={copy.leaveTeam}
          onConfirm={() => leave.mutateAsync()}
        >
          {copy.leaveText}
        </ConfirmButton>
        {roleCan(role, 'deleteTeam') && (
          <ConfirmButton
            label={copy.deleteTeam}
            title={copy.deleteTitle(name)}
            action={copy.deleteTeam}
            onConfirm={() => remove.mutateAsync()}
          >
            {copy.deleteText}
          </ConfirmButton>
        )}
      </div>
    </Section>
  );
}
