import { isDeepStrictEqual } from 'node:util';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Enrichment, EnrichmentInput } from '../enrichment.ts';
import type { AdEvent, AdFacts, EnrichedAd, KnownAd, Measurement } from '../knownAd.ts';
import { mergeAd, type MergedAd } from '../mergeAd.ts';
import { type AdRow, fromRow } from '../rows.ts';
import { fromPastRows, type PastSightingRow } from '../sightingLog.ts';
import { createBreaks } from './breaks.ts';
import { readPastSightings } from './past.sql.ts';
import { pastNotKnown } from './pastAdvertiser.ts';
import { withCurrentUrls } from './pastFacts.ts';

export interface PastDeps {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
  readonly enrichment: Enrichment;
}

/** An ad as it was known at a moment. Its advertiser is its name. */
export interface PastAd {
  readonly ad: EnrichedAd;
  readonly events: readonly AdEvent[];
  readonly measurements: readonly Measurement[];
}

/** Bounds the response of ClickHouse, which is parsed at once. */
const adsPerPart = 100;

/** @param rows of ads that were seen again after the moment */
export async function foldPastAds(
  { clickhouse, db, enrichment }: PastDeps,
  rows: readonly AdRow[],
  at: string,
  isIncluded: (nameId: number) => boolean = () => true,
): Promise<PastAd[]> {
  const found: PastAd[] = [];
  let knownSince = '';
  // Folding an ad that was seen daily for a year takes several milliseconds.
  const takeBreak = createBreaks();
  for (let start = 0; start < rows.length; start += adsPerPart) {
    const part = rows.slice(start, start + adsPerPart).map(fromRow);
    const hashes = part.map(({ hash }) => hash);
    const sightings = await readPastSightings(clickhouse, hashes, at);
    const log = groupBy(sightings, ({ hash }) => hash);
    const folded: FoldedAd[] = [];
    for (const current of part) {
      const own = log.get(current.hash) ?? [];
      const merged = foldPastAd(current, own, at);
      if (merged !== null && isIncluded(merged.ad.nameId)) {
        knownSince = later(knownSince, findKnownSince(own, at));
        folded.push({ current, merged });
      }
      await takeBreak();
    }
    found.push(...(await deriveAds({ db, enrichment }, folded)));
    await takeBreak();
  }
  if (knownSince !== '') throw pastNotKnown(knownSince);
  return found;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** As if these sightings had been recorded in an empty index; null if there was none yet. */
export function foldPastAd(current: KnownAd, log: readonly PastSightingRow[], at: string): MergedAd | null {
  const seen = fromPastRows(log, current.facts, at);
  if (seen.length === 0) return null;
  const { hash, key, addedIn: recording } = current;
  return mergeAd(
    { hash, key, recording, isPast: true },
    { ad: null, measurements: new Map(), past: null, interrupted: null },
    seen,
  );
}

/** Earlier versions did not log all facts. Empty if the last sighting up to the moment has them. */
export function findKnownSince(log: readonly PastSightingRow[], at: string): string {
  const last = log.findLast((row) => row.at <= at);
  if (last === undefined || last.facts !== '') return '';
  return log.find((row) => row.facts !== '' && row.at > at)?.at ?? log.at(-1)?.at ?? at;
}

interface FoldedAd {
  readonly current: EnrichedAd;
  readonly merged: MergedAd;
}

const enrichedFacts = [
  ...(['headlines', 'bodies', 'description', 'ctaType', 'ctaText', 'landingPageUrl'] as const),
  ...(['landingPageDomain', 'language', 'format', 'mediaType', 'media', 'cards'] as const),
] satisfies readonly (keyof EnrichmentInput & keyof AdFacts)[];

/** Most ads have the same texts as now, of which the derived values are known. */
async function deriveAds(
  { db, enrichment }: Pick<PastDeps, 'db' | 'enrichment'>,
  folded: readonly FoldedAd[],
): Promise<PastAd[]> {
  const ads = folded.map(({ current, merged }) => ({
    current,
    merged,
    facts: withCurrentUrls(merged.ad.facts, current.facts),
  }));
  const changed = ads.filter(({ current, facts }) =>
    enrichedFacts.some((name) => !isDeepStrictEqual(facts[name], current.facts[name])),
  );
  const derived = await enrichment.derive(
    changed.map(({ facts }) => facts),
    db,
  );
  const derivedOf = new Map(changed.map((ad, index) => [ad, derived[index]]));
  return ads.map((each) => {
    const { current, merged, facts } = each;
    const { enriched } = current;
    const ad = { ...merged.ad, facts, derived: derivedOf.get(each) ?? current.derived, enriched };
    return { ad, events: merged.events, measurements: merged.measurements };
  });
}
