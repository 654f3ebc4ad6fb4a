import type { Postgres } from '../../kernel/postgres/postgres.ts';
import type { KeptFile } from './keptFiles.sql.ts';
import { holdsContent, usedBytes } from './keptMedia.sql.ts';

/** No more pictures fit into an account for now. */
export class AccountFull extends Error {
  override readonly name = 'AccountFull';
}

/** What the pictures of a person's or a team's saved ads may come to. */
export interface AccountRoom {
  /** Throws when nothing more fits, so that it is not fetched in vain. */
  refuseFull(scope: string): Promise<void>;
  /** Throws when this does not fit. The same content is counted once. */
  take(scope: string, file: Pick<KeptFile, 'sha256' | 'bytes'>): Promise<void>;
}

/**
 * Counts each account once and then goes on by itself, for a turn of one node. Two nodes at the same time could take
 * more by as much as they keep in one turn.
 */
export function accountRoom(db: Postgres, mostBytes: number): AccountRoom {
  const used = new Map<string, Promise<Usage>>();
  const usageOf = (scope: string): Promise<Usage> => {
    const counted = used.get(scope) ?? count(db, scope);
    used.set(scope, counted);
    return counted;
  };
  const full = (): AccountFull =>
    new AccountFull(
      `The pictures of this account have reached ${mostBytes / 1024 / 1024} MB, which is the most; it is tried again in a day.`,
    );
  return {
    async refuseFull(scope) {
      if ((await usageOf(scope)).bytes >= mostBytes) throw full();
    },
    async take(scope, { sha256, bytes }) {
      const usage = await usageOf(scope);
      if (usage.held.has(sha256)) return;
      const isNew = !(await holdsContent(db, scope, sha256));
      if (usage.held.has(sha256)) return;
      if (isNew && usage.bytes + bytes > mostBytes) throw full();
      usage.held.add(sha256);
      if (isNew) usage.bytes += bytes;
    },
  };
}

interface Usage {
  bytes: number;
  /** Contents that are counted, as far as this turn has met them. */
  readonly held: Set<string>;
}

async function count(db: Postgres, scope: string): Promise<Usage> {
  return { bytes: await usedBytes(db, scope), held: new Set() };
}
