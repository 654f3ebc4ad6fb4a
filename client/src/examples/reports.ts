import type { MagpieClient } from '@magpie/client';

/** Subscribes to the weekly report of a brand, and lists the days on which reports are sent. */
export async function reports(client: MagpieClient, companyName: string): Promise<string[]> {
  await client.reports.create.mutate({ companyName, weekday: 'friday', byMail: false });
  return (await client.reports.list.query()).map(({ weekday }) => weekday);
}
