import { groupBy } from '../../db/postgres/batches.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { AdvertiserRow } from '../ads.sql.ts';
import { pagesIn, replayAdvertisers } from './advertiserSightings.ts';
import { createBreaks } from './breaks.ts';
import { createMomentCache, type ReadMoment } from './momentCache.ts';
import { countAdvertiserSightings, readAdvertiserBases } from './past.sql.ts';
import { assertKnownSince, namesOf, readConnected, readRelated, withCurrentLogo } from './pastAdvertiser.ts';
import { refuseMoment } from './pastIndex.ts';
import { listPastNames } from './pastIndex.sql.ts';

/** Advertisers as they were known at a moment. */
export interface PastAdvertisers {
  /** The advertiser to which a name belonged. */
  readonly ownerOf: (nameId: number) => number;
  readonly rows: ReadonlyMap<number, AdvertiserRow>;
}

/** Bounds memory and time. An advertiser has one for each day and content. */
const maxSightings = 200_000;

const maxNames = 100_000;

/** Of an advertiser with its names and pages. */
const bytesOfAdvertiser = 2000;
/** Of moments that stay besides the last one. */
const maxBytes = 8 * 1024 * 1024;

/** All advertisers that were known at a moment. */
export type ReadPastAdvertisers = ReadMoment<PastAdvertisers>;

/** One for all questions about all brands: merging the sightings of advertisers is a third of the time of each. */
export function createPastAdvertisers(clickhouse: ClickHouse): ReadPastAdvertisers {
  return createMomentCache({
    maxBytes,
    bytesOf: ({ rows }) => rows.size * bytesOfAdvertiser,
    read: (at) => readAll(clickhouse, at),
  });
}

async function readAll(clickhouse: ClickHouse, at: string): Promise<PastAdvertisers> {
  const names = await listPastNames(clickhouse, at, maxNames + 1);
  if (names.length > maxNames) {
    throw refuseMoment(
      `asOf is supported for moments with up to ${maxNames} known brands; this one has more.`,
    );
  }
  return readPastAdvertisers(clickhouse, names, at);
}

/** As `readPastAdvertiser`, of many names. */
export async function readPastAdvertisers(
  clickhouse: ClickHouse,
  nameIds: readonly number[],
  at: string,
): Promise<PastAdvertisers> {
  const related = await readRelated(clickhouse, nameIds);
  const start = [...new Set([...nameIds, ...namesOf(related)])];
  if ((await countAdvertiserSightings(clickhouse, start, at)) > maxSightings) {
    throw refuseMoment(
      `asOf is supported for moments with up to ${maxSightings} sightings of advertisers; this one has more. Use an earlier moment.`,
    );
  }
  const { names, rows } = await readConnected(clickhouse, start, at, Number.POSITIVE_INFINITY);
  const bases = await readAdvertiserBases(clickhouse, names);
  assertKnownSince(
    bases.map(({ based_at: basedAt }) => basedAt),
    at,
  );
  const current = await readRelated(clickhouse, names);
  const groups = createGroups();
  for (const row of current) groups.join(namesOf([row]));
  for (const row of [...current, ...bases])
    if (row.alias_of !== 0) groups.join([row.advertiser_id, row.alias_of]);
  for (const base of bases) groups.join([...namesOf([base]), ...base.pages]);
  for (const row of rows) groups.join([row.advertiser_id, ...pagesIn([row])]);
  const groupOf = (row: { readonly advertiser_id: number }): string => groups.find(row.advertiser_id);
  const [rowsOf, basesOf, currentOf] = [
    groupBy(rows, groupOf),
    groupBy(bases, groupOf),
    groupBy(current, groupOf),
  ];
  const found = new Map<number, AdvertiserRow>();
  const owners = new Map<number, number>();
  const takeBreak = createBreaks();
  // Advertisers without a common page or name do not influence each other.
  for (const [group, members] of groupBy(names, (id) => groups.find(id))) {
    const past = replayAdvertisers(rowsOf.get(group) ?? [], basesOf.get(group) ?? []);
    for (const id of members) {
      const owner = past.ownerOf(id);
      const row = owner === undefined ? undefined : past.rows.get(owner);
      if (owner === undefined || row === undefined) continue;
      owners.set(id, owner);
      if (!found.has(owner)) found.set(owner, withCurrentLogo(row, currentOf.get(group) ?? []));
    }
    await takeBreak();
  }
  return { ownerOf: (nameId) => owners.get(nameId) ?? nameId, rows: found };
}

/** Disjoint sets of names and pages. */
function createGroups() {
  const parents = new Map<string, string>();
  const root = (member: string): string => {
    let at = member;
    for (let parent = parents.get(at); parent !== undefined && parent !== at; parent = parents.get(at))
      at = parent;
    if (at !== member) parents.set(member, at);
    return at;
  };
  return {
    find: (nameId: number): string => root(String(nameId)),
    join: ([first, ...others]: readonly (string | number)[]): void => {
      if (first === undefined) return;
      for (const other of others) parents.set(root(String(other)), root(String(first)));
    },
  };
}
