import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterInputs, RouterOutputs, Team } from '../../../lib/api/types.ts';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Checkbox, Select } from '../../../ui/fields.tsx';
import { readForm } from '../../../ui/Form.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { settingsCopy } from '../copy.ts';
import { ListRow, QueryRows, Secret } from '../Rows.tsx';
import { roleOptions } from './TeamMember.tsx';

const copy = settingsCopy.team;

const invalidates = [api.teams.listInviteLinks.pathFilter()];

type InviteLink = RouterOutputs['teams']['listInviteLinks'][number];
type NewLink = Omit<RouterInputs['teams']['createInviteLink'], 'id' | 'teamId'>;

/** Links by which anyone can join the team. */
export function InviteLinks({ team }: { readonly team: Team }) {
  const links = useQuery(api.teams.listInviteLinks.queryOptions({ id: team.id }));
  return (
    <Section title={copy.inviteLinks} about={copy.inviteLinksText}>
      <QueryRows
        label={copy.inviteLinks}
        query={links}
        loading={copy.loadingInviteLinks}
        empty={copy.noInviteLinks}
      >
        {(link) => <LinkRow key={link.id} teamId={team.id} link={link} />}
      </QueryRows>
      <NewInviteLink team={team} />
    </Section>
  );
}

function LinkRow({ teamId, link }: { readonly teamId: number; readonly link: InviteLink }) {
  const { id, role, singleUse, uses, expiresAt } = link;
  const revoke = useMutation({
    mutationFn: () => client.teams.revokeInviteLink.mutate({ id: teamId, linkId: id }),
    onSuccess: () => toast(copy.linkRevoked),
    meta: { invalidates },
  });
  return (
    <ListRow
      title={copy.linkTitle(role)}
      marks={singleUse && uses > 0 && <Chip>{copy.linkUsed}</Chip>}
      about={copy.linkFacts(singleUse, uses, formatDay(expiresAt))}
      actions={
        <ConfirmButton
          label={copy.revokeLink}
          name={copy.revokeLinkFor(role)}
          variant="plain"
          title={copy.revokeLinkTitle}
          action={copy.revokeLink}
          onConfirm={() => revoke.mutateAsync()}
        >
          {copy.revokeLinkText}
        </ConfirmButton>
      }
    />
  );
}

function NewInviteLink({ team }: { readonly team: Team }) {
  const [isShown, setShown] = useState(false);
  const create = useMutation({
    mutationFn: (input: NewLink) => client.teams.createInviteLink.mutate({ id: team.id, ...input }),
    onSuccess: () => setShown(true),
    meta: { invalidates },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const field = readForm(event);
    create.mutate({
      role: field('role') as InviteLink['role'],
      expiresInDays: Number(field('expiresInDays')),
      singleUse: field('singleUse') === 'on',
    });
  };
  return (
    <form className="flex flex-col gap-3 border-t pt-4" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={copy.linkRole}
          name="role"
          defaultValue="member"
          options={roleOptions(team).filter(([role]) => role !== 'owner')}
        />
        <Select
          label={copy.linkExpires}
          name="expiresInDays"
          defaultValue="7"
          options={Object.entries(copy.linkDays)}
        />
        <Checkbox name="singleUse" className="h-9 items-center">
          {copy.linkSingleUse}
        </Checkbox>
        <Button type="submit" busy={create.isPending}>
          {copy.createInviteLink}
        </Button>
      </div>
      <ErrorLine error={create.error} />
      {isShown && create.data !== undefined && (
        <Secret
          title={copy.inviteLink}
          secret={create.data.url}
          copyLabel={uiCopy.copyLink}
          onClose={() => setShown(false)}
        >
          {copy.linkCreated}
        </Secret>
      )}
    </form>
  );
}
