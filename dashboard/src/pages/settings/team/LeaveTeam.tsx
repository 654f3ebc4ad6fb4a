import { may } from '@magpie/contract/roles';
import { useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import { client, queryClient } from '../../../api/client.ts';
import type { Team } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Confirm } from '../../../parts/Confirm.tsx';
import { Section } from '../../../parts/Page.tsx';
import { tell } from '../../../parts/toast.tsx';

/** Boards, products and images of a team that somebody leaves are nowhere any more. */
const forgetAll = (): Promise<void> => queryClient.invalidateQueries();

export function LeaveTeam({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const [asked, setAsked] = useState<'leave' | 'delete' | null>(null);
  const { id, name, role } = team;
  const close = (): void => setAsked(null);
  return (
    <Section title={`Leave ${name}`}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsked('leave')}>Leave the team</Button>
        {may(role, 'deleteTeam') && (
          <Button look="bad" onClick={() => setAsked('delete')}>
            Delete the team
          </Button>
        )}
      </div>
      <Confirm
        open={asked === 'leave'}
        onOpenChange={close}
        title={`Leave ${name}?`}
        action="Leave it"
        onConfirm={async () => {
          await client.teams.removeMember.mutate({ id, userId });
          await forgetAll();
          tell(`You have left ${name}.`);
        }}
      >
        You see nothing of it any more. What you made there stays, and somebody has to invite you to come
        back.
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        action="Delete it"
        onConfirm={async () => {
          await client.teams.delete.mutate({ id });
          await forgetAll();
          tell(`${name} is deleted.`);
        }}
      >
        Its boards, products and images go to whoever made them. This cannot be undone.
      </Confirm>
    </Section>
  );
}
