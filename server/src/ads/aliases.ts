import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import { allAliases } from './ads.sql.ts';
import { advertiserId } from './identity.ts';
import { createRecordingCache } from './recordingCache.ts';

interface KnownAliases {
  /** The advertiser of each further name. */
  readonly owners: ReadonlyMap<number, number>;
  /** The further names of each advertiser that has some. */
  readonly names: ReadonlyMap<number, readonly number[]>;
}

interface AliasesParts {
  readonly clickhouse: ClickHouse;
  readonly newestRecording: () => MaybePromise<number>;
}

export type Aliases = ReturnType<typeof createAliases>;

/** The further names of advertisers, in memory as of the newest recording: few advertisers have any. */
export function createAliases({ clickhouse, newestRecording }: AliasesParts) {
  const readKnown = createRecordingCache(() => readAll(clickhouse));
  const read = async (): Promise<KnownAliases> => readKnown(await newestRecording());

  /** The advertisers to which ids of names belong. Unknown ones are returned as given. */
  const resolveIds = async (ids: readonly number[]): Promise<number[]> => {
    const { owners } = await read();
    return ids.map((id) => owners.get(id) ?? id);
  };
  return {
    resolveIds,
    resolveNames: (names: readonly string[]) => resolveIds(names.map(advertiserId)),
    /** The ids of advertisers and of all their names, under any of which data of people may be stored. */
    relatedIds: async (ids: readonly number[]): Promise<number[]> => {
      const { owners, names } = await read();
      const advertisers = ids.map((id) => owners.get(id) ?? id);
      return [...new Set([...ids, ...advertisers, ...advertisers.flatMap((id) => names.get(id) ?? [])])];
    },
  };
}

async function readAll(clickhouse: ClickHouse): Promise<KnownAliases> {
  const owners = new Map<number, number>();
  const names = new Map<number, number[]>();
  for (const { id, owner } of await allAliases(clickhouse)) {
    owners.set(id, owner);
    names.set(owner, [...(names.get(owner) ?? []), id]);
  }
  return { owners, names };
}
