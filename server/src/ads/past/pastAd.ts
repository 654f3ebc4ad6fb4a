import { adsByHash, advertisersById, type AdvertiserRow, findSnapshots } from '../ads.sql.ts';
import type { Measurement } from '../knownAd.ts';
import type { PresentAds } from '../presentation.ts';
import { type AdRow, writeColumns } from '../rows.ts';
import { foldPastAds, type PastDeps } from './pastAds.ts';
import { readPastAdvertiser } from './pastAdvertiser.ts';
import { readPastAdvertisers } from './pastAdvertisers.ts';

interface PastAdDetails {
  readonly row: AdRow;
  readonly advertisers: readonly AdvertiserRow[];
  readonly measurements: readonly Measurement[];
}

/** An ad as it was known at a moment; null if it was not known yet. */
export async function readPastAd(deps: PastDeps, hash: string, at: string): Promise<PastAdDetails | null> {
  const { clickhouse } = deps;
  const [current] = (await adsByHash(clickhouse, [hash])).toSorted(
    (one, other) => other.version - one.version,
  );
  if (current === undefined) return null;
  const found =
    current.last_seen_at <= at ? await readUnchanged(deps, current) : await readFolded(deps, current, at);
  if (found === null) return null;
  const advertiser = await readPastAdvertiser(clickhouse, found.row.name_id, at);
  return advertiser === undefined
    ? { ...found, advertisers: await advertisersById(clickhouse, [found.row.advertiser_id]) }
    : {
        ...found,
        row: { ...found.row, advertiser_id: advertiser.row.advertiser_id },
        advertisers: [advertiser.row],
      };
}

async function readUnchanged({ clickhouse }: PastDeps, row: AdRow) {
  const snapshots = await findSnapshots(clickhouse, [row.hash]);
  return { row, measurements: snapshots.map(({ hash: _hash, ...measurement }) => measurement) };
}

async function readFolded(deps: PastDeps, row: AdRow, at: string) {
  const [past] = row.is_logged ? await foldPastAds(deps, [row], at) : [];
  if (past === undefined) return null;
  const measurements = past.measurements.toSorted((one, other) =>
    one.capturedAt < other.capturedAt ? -1 : 1,
  );
  return { row: writeColumns(past.ad), measurements };
}

/** Ads as they were known at a moment, at their current advertisers; without those that were not known yet. */
export async function readPastRows(deps: PastDeps, hashes: readonly string[], at: string): Promise<AdRow[]> {
  const stored = await adsByHash(deps.clickhouse, hashes);
  const current = [
    ...new Map(
      stored.toSorted((one, other) => one.version - other.version).map((row) => [row.hash, row]),
    ).values(),
  ];
  const again = current.filter((row) => row.last_seen_at > at && row.is_logged);
  const folded = await foldPastAds(deps, again, at);
  return [...current.filter((row) => row.last_seen_at <= at), ...folded.map(({ ad }) => writeColumns(ad))];
}

export async function presentPastAds(
  deps: PastDeps & { readonly presentAds: PresentAds },
  hashes: readonly string[],
  at: string,
) {
  const rows = await readPastRows(deps, hashes, at);
  const names = [...new Set(rows.map((row) => row.name_id))];
  const advertisers = await readPastAdvertisers(deps.clickhouse, names, at);
  return deps.presentAds(
    rows.map((row) => Object.assign({}, row, { advertiser_id: advertisers.ownerOf(row.name_id) })),
    { today: at.slice(0, 10), advertisers: [...advertisers.rows.values()] },
  );
}
