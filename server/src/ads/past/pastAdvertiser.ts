import { MagpieError } from '@magpie/contract/errors';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { type AdvertiserRow, advertisersById, ownerOfName } from '../ads.sql.ts';
import { type AdvertiserSightingRow, pagesIn, replayAdvertisers } from './advertiserSightings.ts';
import { readAdvertiserBases, readAdvertiserSightings, readNamesOfPages } from './past.sql.ts';
import { withoutSignature } from './signedUrls.ts';

/** An advertiser as it was known at a moment. */
export interface PastAdvertiser {
  readonly row: AdvertiserRow;
  readonly nameIds: readonly number[];
  /** The advertisers to which these names belong now. */
  readonly currentIds: readonly number[];
}

/** Undefined if the name was not known yet. */
export async function readPastAdvertiser(
  clickhouse: ClickHouse,
  nameId: number,
  at: string,
): Promise<PastAdvertiser | undefined> {
  const current = await readRelated(clickhouse, [nameId]);
  if (current.length === 0) return undefined;
  const { names, rows: sightings } = await readConnected(clickhouse, namesOf(current), at);
  const bases = await readAdvertiserBases(clickhouse, names);
  assertKnownSince(
    bases.map(({ based_at: basedAt }) => basedAt),
    at,
  );
  const { rows, ownerOf } = replayAdvertisers(sightings, bases);
  const owner = ownerOf(nameId);
  const row = owner === undefined ? undefined : rows.get(owner);
  if (owner === undefined || row === undefined) return undefined;
  const nameIds = names.filter((id) => ownerOf(id) === owner);
  const owners = await readRelated(clickhouse, nameIds);
  return {
    row: withCurrentLogo(row, owners),
    nameIds,
    currentIds: [...new Set(owners.map(ownerOfName))],
  };
}

/** Before that, nothing is known of the past of these names. */
export function assertKnownSince(times: readonly string[], at: string): void {
  const since = times.reduce((latest, time) => (time > latest ? time : latest), '');
  if (at < since) throw pastNotKnown(since);
}

export function pastNotKnown(since: string): MagpieError {
  const message = `asOf must not be before ${since}: of these ads, the past is known since then.`;
  return new MagpieError('BAD_REQUEST', message, {
    issues: [{ path: 'asOf', message }],
    knownSince: since,
  });
}

export async function readRelated(
  clickhouse: ClickHouse,
  nameIds: readonly number[],
): Promise<AdvertiserRow[]> {
  const rows = await advertisersById(clickhouse, nameIds);
  const known = new Set(nameIds);
  const owners = [...new Set(rows.map(ownerOfName))].filter((id) => !known.has(id));
  return owners.length === 0 ? rows : [...rows, ...(await advertisersById(clickhouse, owners))];
}

export function namesOf(rows: readonly AdvertiserRow[]): number[] {
  return [...new Set(rows.flatMap((row) => [row.advertiser_id, ...row.names.map(([id]) => id)]))];
}

/** Pages of real advertisers connect fewer names. */
const maxConnectedNames = 200;

/**
 * The sightings of these names, and of those that share a page with them: which names are one advertiser depends on all
 * of them, also if they are separate now.
 */
export async function readConnected(
  clickhouse: ClickHouse,
  start: readonly number[],
  at: string,
  maxNames = maxConnectedNames,
) {
  const names = new Set(start);
  const rows: AdvertiserSightingRow[] = [];
  let added = [...start];
  while (added.length > 0 && names.size < maxNames) {
    const read = await readAdvertiserSightings(clickhouse, added, at);
    rows.push(...read);
    const connected = await readNamesOfPages(clickhouse, pagesIn(read));
    added = connected.filter((id) => !names.has(id));
    for (const id of added) names.add(id);
  }
  return { names: [...names], rows };
}

export function withCurrentLogo(row: AdvertiserRow, current: readonly AdvertiserRow[]): AdvertiserRow {
  const logos = current.map((each) => each.brand_logo);
  const same = logos.find((logo) => logo !== null && withoutSignature(logo) === row.brand_logo);
  return same === undefined ? row : { ...row, brand_logo: same };
}
