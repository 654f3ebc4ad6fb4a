import { adsByHash, advertisersById, type AdvertiserRow, findSnapshots } from '../ads.sql.ts';
import type { Measurement } from '../knownAd.ts';
import { type AdRow, writeColumns } from '../rows.ts';
import { foldPastAds, type PastDeps } from './pastAds.ts';
import { readPastAdvertiser } from './pastAdvertiser.ts';

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
