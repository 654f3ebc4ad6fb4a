import { type MagpieClient, recordsOf } from '@magpie/client';

/** Tests a rule on past ads, saves it, and counts unread notifications. */
export async function notifications(client: MagpieClient): Promise<string> {
  const rule = { event: 'copy_matches' as const, companyNames: ['Acme'], keywords: ['sale'] };
  const { total } = await client.notifications.testRule.query({ ...rule, days: 90 });
  const { enabled } = await client.notifications.upsertRule.mutate({ ...rule, name: 'Sales at Acme' });
  let unread = 0;
  for await (const _ of recordsOf(client, 'notifications.list', { unreadOnly: true })) unread += 1;
  return `${total} ads in 90 days, ${enabled ? 'on' : 'off'}, ${unread} unread`;
}
