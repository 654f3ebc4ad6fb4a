import type { OpenAdInput } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import * as sql from './ads.sql.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { fromRow, type AdRow } from './rows.ts';

const adsPerPage = 1000;

export async function* exportAds(clickhouse: ClickHouse): AsyncGenerator<OpenAdInput> {
  let after = { advertiserId: 0, hash: '' };
  for (;;) {
    const page = await sql.adsAfter(clickhouse, after, adsPerPage);
    yield* await openPage(clickhouse, page);
    const last = page.at(-1);
    if (last === undefined || page.length < adsPerPage) return;
    after = { advertiserId: last.advertiser_id, hash: last.hash };
  }
}

async function openPage(clickhouse: ClickHouse, page: readonly AdRow[]): Promise<OpenAdInput[]> {
  const hashes = page.map((row) => row.hash);
  const [advertisers, snapshots, events] = await Promise.all([
    sql.advertisersById(clickhouse, [...new Set(page.map((row) => row.advertiser_id))]),
    sql.findSnapshots(clickhouse, hashes),
    sql.findEvents(clickhouse, hashes),
  ]);
  const advertiserOf = new Map(advertisers.map((row) => [row.advertiser_id, row]));
  const snapshotsByHash = groupBy(snapshots, ({ hash }) => hash);
  const eventsByHash = groupBy(events, ({ hash }) => hash);
  return page.map((row) => {
    const advertiser = advertiserOf.get(row.advertiser_id);
    return openAd(row, advertiser, snapshotsByHash.get(row.hash) ?? [], eventsByHash.get(row.hash) ?? []);
  });
}

function openAd(
  row: AdRow,
  advertiser: sql.AdvertiserRow | undefined,
  snapshots: readonly sql.SnapshotRow[],
  events: readonly sql.EventRow[],
): OpenAdInput {
  const {
    key,
    facts: { legalName, ...facts },
    firstSeenAt,
    lastSeenAt,
    lastConfirmedAt,
    freshnessDays,
    derived,
  } = fromRow(row);
  return {
    key,
    advertiser: { ...openAdvertiser(advertiser), legalName },
    ...facts,
    firstSeenAt,
    lastSeenAt,
    lastConfirmedAt,
    freshnessDays,
    snapshots: snapshots.map(({ hash: _hash, ...measurement }) => measurement),
    events: events.map(({ kind, at, changes }) => ({
      kind,
      at,
      changes: JSON.parse(changes) as NonNullable<OpenAdInput['events']>[number]['changes'],
    })),
    derived: { hash: row.hash, ...derived },
  };
}

function openAdvertiser(row: sql.AdvertiserRow | undefined): OpenAdInput['advertiser'] {
  return {
    name: row?.name ?? '',
    externalIds: row?.external_ids ?? [],
    pageUrl: row?.page_url ?? null,
    logoUrl: row?.brand_logo ?? null,
    categories: row?.categories ?? [],
  };
}
