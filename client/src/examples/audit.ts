import { type MagpieClient, recordsOf } from '@magpie/client';

/** Lists who created API keys recently. Only for owners of the instance. */
export async function audit(client: MagpieClient): Promise<string[]> {
  const lines: string[] = [];
  for await (const { at, actorEmail, subject } of recordsOf(client, 'audit.list', { act: 'key.created' })) {
    lines.push(`${at} ${actorEmail ?? 'somebody'}: ${subject ?? ''}`);
    if (lines.length === 10) break;
  }
  return lines;
}
