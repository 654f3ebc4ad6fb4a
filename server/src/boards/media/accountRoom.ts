import type { Postgres } from '../../db/postgres/postgres.ts';
import type { KeptFile } from './keptFiles.sql.ts';
import { holdsContent, usedBytes } from './keptMedia.sql.ts';

/** No more pictures fit into an account for now. */
export class AccountFull extends Error {
  override readonly name = 'AccountFull';
}

/** What the pictures of a person's or a team's saved ads may come to. */
export interface AccountRoom {
  /** Before each turn, while none is under way: forgets what must be counted anew. */
  beginTurn(): Promise<void>;
  /** Throws when nothing more fits, so that it is not fetched in vain. */
  refuseFull(scope: string): Promise<void>;
  /** Throws when this does not fit. The same content is counted once. */
  take(scope: string, file: Pick<KeptFile, 'sha256' | 'bytes'>): Promise<void>;
}

/** So long a count is gone on with: counting a large account takes a second, and every ad that is saved begins a turn. */
const countedMilliseconds = 5 * 60_000;
/** An account that has less than this part of its room left is counted each turn, for its owner may have deleted ads. */
const plenty = 0.1;

/**
 * Counts each account once in a while and goes on by itself in between. Two nodes could take more by as much as they
 * keep meanwhile.
 */
export function accountRoom(db: Postgres, mostBytes: number, now = () => performance.now()): AccountRoom {
  const used = new Map<string, Promise<Usage>>();
  const count = async (scope: string): Promise<Usage> => {
    const until = now() + countedMilliseconds;
    return { bytes: await usedBytes(db, scope), held: new Set(), until };
  };
  const usageOf = (scope: string): Promise<Usage> => {
    const counted = used.get(scope) ?? count(scope);
    used.set(scope, counted);
    // One that failed is tried again.
    counted.catch(() => used.delete(scope));
    return counted;
  };
  const full = (): AccountFull =>
    new AccountFull(
      `The pictures of this account have reached ${mostBytes / 1024 / 1024} MB, which is the most; it is tried again in a day.`,
    );
  return {
    async beginTurn() {
      for (const [scope, counted] of used) {
        const { bytes, until } = await counted;
        if (now() >= until || bytes > (1 - plenty) * mostBytes) used.delete(scope);
      }
    },
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
  /** Contents that are counted, as far as they were met since. */
  readonly held: Set<string>;
  /** When it is counted anew. */
  readonly until: number;
}
