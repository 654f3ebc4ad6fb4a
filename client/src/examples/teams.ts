import type { MagpieClient } from '@magpie/client';

/** Creates a team and invites a member. */
export async function teams(client: MagpieClient, email: string): Promise<string[]> {
  const { id } = await client.teams.create.mutate({ name: 'Growth' });
  await client.teams.inviteByEmail.mutate({ id, email, role: 'viewer' });
  const members = await client.teams.listMembers.query({ id });
  return members.map((member) => `${member.role} ${member.status}`);
}
