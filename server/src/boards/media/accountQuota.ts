import type { Postgres } from '../../db/postgres/postgres.ts';
import type { KeptFile } from './keptFiles.sql.ts';
import { hasContent, usedBytes } from './keptMedia.sql.ts';

export class AccountFull extends Error {
  override readonly name = 'AccountFull';
}

export interface AccountQuota {
  /** Call before each run: drops cached counts that are outdated. */
  beginRun(): Promise<void>;
  /** Throws if the quota is used up, so that nothing is fetched in vain. */
  assertNotFull(scope: string): Promise<void>;
  /** Throws if the file exceeds the quota. Identical content counts once. */
  reserve(scope: string, file: Pick<KeptFile, 'sha256' | 'bytes'>): Promise<void>;
}

/** How long a count is cached: counting a large account takes a second, and every saved ad starts a run. */
const recountMilliseconds = 5 * 60_000;
/** Below this share of free quota, an account is counted in each run, since its owner may have deleted ads. */
const nearlyFullShare = 0.1;

/**
 * Counts each account periodically and adds new files in between. Two nodes may together exceed the quota by what they
 * store between counts.
 */
export function accountQuota(db: Postgres, maxBytes: number, now = () => performance.now()): AccountQuota {
  const used = new Map<string, Promise<Usage>>();
  const count = async (scope: string): Promise<Usage> => {
    const until = now() + recountMilliseconds;
    return { bytes: await usedBytes(db, scope), countedDigests: new Set(), until };
  };
  const usageOf = (scope: string): Promise<Usage> => {
    const counted = used.get(scope) ?? count(scope);
    used.set(scope, counted);
    counted.catch(() => used.delete(scope));
    return counted;
  };
  const full = (): AccountFull =>
    new AccountFull(
      `The pictures of this account have reached the maximum of ${maxBytes / 1024 / 1024} MB; retrying in a day.`,
    );
  return {
    async beginRun() {
      for (const [scope, counted] of used) {
        const { bytes, until } = await counted;
        if (now() >= until || bytes > (1 - nearlyFullShare) * maxBytes) used.delete(scope);
      }
    },
    async assertNotFull(scope) {
      if ((await usageOf(scope)).bytes >= maxBytes) throw full();
    },
    async reserve(scope, { sha256, bytes }) {
      const usage = await usageOf(scope);
      if (usage.countedDigests.has(sha256)) return;
      const isNew = !(await hasContent(db, scope, sha256));
      if (usage.countedDigests.has(sha256)) return;
      if (isNew && usage.bytes + bytes > maxBytes) throw full();
      usage.countedDigests.add(sha256);
      if (isNew) usage.bytes += bytes;
    },
  };
}

interface Usage {
  bytes: number;
  readonly countedDigests: Set<string>;
  readonly until: number;
}
