import { type MagpieClient, recordsOf } from '@magpie/client';

/** Who made keys lately? For owners of the instance. */
export async function audit(client: MagpieClient): Promise<string[]> {
  const lines: string[] = [];
  for await (const { at, actorEmail, subject } of recordsOf(client, 'audit.list', { act: 'key.created' })) {
    lines.push(`${at} ${actorEmail ?? 'somebody'}: ${subject ?? ''}`);
    if (lines.length === 10) break;
  }
  return lines;
}
