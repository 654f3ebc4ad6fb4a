import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import { adsByHash } from '../ads.sql.ts';
import { createBreaks } from '../past/breaks.ts';
import { countPastSightings, readPastSightings } from '../past/past.sql.ts';
import { findKnownSince } from '../past/pastAds.ts';
import { pastNotKnown } from '../past/pastAdvertiser.ts';
import { type PastLimits, refuseMoment } from '../past/pastIndex.ts';
import { type AdRow, fromRow } from '../rows.ts';
import { fromPastRows, type PastSightingRow } from '../sightingLog.ts';
import { isPicture, listCreatives } from './creatives.ts';
import * as sql from './families.sql.ts';
import { createUnion } from './joinFamilies.ts';

/** Bounds the memory that a question takes. */
const defaultMaxAds = 50_000;
/** Bounds the time for which a question waits. */
const defaultMaxSightings = 100_000;
const adsPerPart = 100;

/**
 * The families of ads as they were known at a moment, by hash; ads with nothing to compare have none. Families are only ever
 * joined, so each is a part of one of now: the ads of these are read, each with the creatives that it had. Pictures that people
 * saved are no sightings, and connect no ads of a moment.
 */
export async function readPastFamilies(
  clickhouse: ClickHouse,
  hashes: readonly string[],
  at: string,
  limits: PastLimits = {},
): Promise<ReadonlyMap<string, number>> {
  const texts = await readRelatedCreatives(clickhouse, hashes);
  const creativesOf = await readPastCreatives(clickhouse, texts, at, limits);
  const known = new Set([...creativesOf.values()].flat());
  const families = createUnion();
  for (const own of creativesOf.values()) for (const id of own) families.join(own[0] ?? id, id);
  for (const { one, other } of await sql.edgesOfCreatives(clickhouse, [...known])) {
    if (known.has(other)) families.join(one, other);
  }
  return new Map(
    hashes.flatMap((hash): [string, number][] => {
      const first = creativesOf.get(hash)?.[0];
      return first === undefined ? [] : [[hash, families.find(first)]];
    }),
  );
}

/** All creatives of the families in which these ads are now, without pictures. */
async function readRelatedCreatives(
  clickhouse: ClickHouse,
  hashes: readonly string[],
): Promise<ReadonlySet<number>> {
  const own = (await sql.readCreativesOfAds(clickhouse, hashes)).flatMap(({ creatives }) => creatives);
  const rows = await sql.creativesById(clickhouse, [...new Set(own)]);
  const families = [...new Set(rows.map(({ family }) => family))];
  const members = [...new Set([...families, ...(await sql.creativesOfFamilies(clickhouse, families))])];
  const related = await sql.creativesById(clickhouse, members);
  return new Set(related.flatMap((row) => (isPicture(row) ? [] : [row.creative])));
}

/** The ads that had some of the creatives at the moment, each with those that it had, ascending. */
async function readPastCreatives(
  clickhouse: ClickHouse,
  texts: ReadonlySet<number>,
  at: string,
  { maxAds = defaultMaxAds, maxSightings = defaultMaxSightings }: PastLimits,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const related = await sql.adsOfCreatives(clickhouse, [...texts]);
  const hashes = [...new Set(related.map(({ hash }) => hash))];
  if (hashes.length > maxAds) throw tooManyAds(maxAds);
  const found = new Map<string, readonly number[]>();
  const again: string[] = [];
  for (const ad of await sql.readCreativesOfAds(clickhouse, hashes)) {
    if (ad.last_seen_at <= at)
      found.set(
        ad.hash,
        ad.creatives.filter((id) => texts.has(id)),
      );
    else if (ad.is_logged && ad.first_seen_at <= at) again.push(ad.hash);
  }
  if ((await countPastSightings(clickhouse, again, at)) > maxSightings) throw tooManySightings(maxSightings);
  const takeBreak = createBreaks();
  for (let start = 0; start < again.length; start += adsPerPart) {
    const part = again.slice(start, start + adsPerPart);
    const [rows, log] = await Promise.all([
      adsByHash(clickhouse, part),
      readPastSightings(clickhouse, part, at),
    ]);
    const logOf = groupBy(log, ({ hash }) => hash);
    for (const row of rows) {
      const own = listPastCreatives(row, logOf.get(row.hash) ?? [], at);
      if (own.length > 0) found.set(row.hash, own);
      await takeBreak();
    }
  }
  return found;
}

/** What the sightings up to the moment have in common with other ads. */
function listPastCreatives(row: AdRow, log: readonly PastSightingRow[], at: string): number[] {
  const knownSince = findKnownSince(log, at);
  if (knownSince !== '') throw pastNotKnown(knownSince);
  const { key, facts } = fromRow(row);
  const ids = fromPastRows(log, facts, at).flatMap(({ sighting }) =>
    listCreatives({ ...sighting, key, nameId: sighting.advertiserId }).map(({ id }) => id),
  );
  return [...new Set(ids)].toSorted((one, other) => one - other);
}

function tooManyAds(maxAds: number): Error {
  return refuseMoment(
    `asOf is supported for creatives whose families have up to ${maxAds} ads; those of these ads have more.`,
  );
}

function tooManySightings(maxSightings: number): Error {
  return refuseMoment(
    `asOf is supported for creatives whose families have up to ${maxSightings} sightings of ads that were seen again later; those of these ads have more. Use an earlier moment.`,
  );
}
