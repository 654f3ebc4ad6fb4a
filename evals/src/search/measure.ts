import { contract, OpenAd } from '@magpie/contract';
import type { Catalog } from '@magpie/server/ads/catalog';
import { adHash } from '@magpie/server/ads/identity';
import { parseQuery } from '@magpie/server/ads/query';
import { searchCondition } from '@magpie/server/ads/search/matching.sql';
import { versionsOfPage } from '@magpie/server/ads/search/search.sql';
import { createTokenSamples, weighTerms } from '@magpie/server/ads/search/termShares';
import { correctQuery, createKnownWords } from '@magpie/server/ads/search/vocabulary';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { z } from 'zod';
import { readLabelledSet } from '../qualityTable.ts';

/** Invented ads in the manner of real ones. Long copy has a high score, as in ad libraries. */
const inventedAd = z.strictObject({
  id: z.string(),
  brand: z.string(),
  headlines: z.array(z.string()),
  bodies: z.array(z.string()),
  landingPageUrl: z.string().nullable(),
  daysRunning: z.int(),
  reach: z.int().nullable(),
  likes: z.int().nullable(),
});

/**
 * Grades by a reader, given before the order was measured and never used to choose its weights: 3 is about the query,
 * 2 belongs to it, 1 mentions it. Other ads have grade 0.
 */
const gradedQuery = z.strictObject({ query: z.string(), grades: z.record(z.string(), z.int()) });
export type GradedQuery = z.infer<typeof gradedQuery>;

/** A query with a typo and what was meant; null if nothing should be replaced. */
const misspelledQuery = z.strictObject({ query: z.string(), meant: z.string().nullable() });

const ads = readLabelledSet('search.ads', inventedAd);
export const queries = readLabelledSet('search.queries', gradedQuery);
const misspelled = readLabelledSet('search.typos', misspelledQuery);

const keyOf = (id: string): string => `meta:${id}`;

export async function recordInventedAds(catalog: Catalog): Promise<number> {
  const now = Date.now();
  const recorded = ads.map(({ id, brand, daysRunning, reach, likes, ...texts }) =>
    OpenAd.parse({
      ...texts,
      key: keyOf(id),
      advertiser: { name: brand },
      startDate: new Date(now - daysRunning * 86_400_000).toISOString().slice(0, 10),
      lastConfirmedAt: new Date(now).toISOString(),
      reach: reach === null ? null : { value: reach },
      engagement: likes === null ? null : { likes },
    }),
  );
  await catalog.recordAds(recorded, { source: 'evals', seenAt: new Date(now) });
  return recorded.length;
}

const cutoff = 10;

function discountedGain(grades: readonly number[]): number {
  return grades.slice(0, cutoff).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

/** The discounted gain of the first ten ads, divided by that of the best order. */
export function ndcg(order: readonly string[], { grades }: GradedQuery): number {
  const best = Object.values(grades).toSorted((one, other) => other - one);
  return discountedGain(order.map((id) => grades[id] ?? 0)) / discountedGain(best);
}

export interface QueryQuality {
  readonly query: string;
  readonly byScore: number;
  readonly byRelevance: number;
}

export async function measureOrder(clickhouse: ClickHouse): Promise<QueryQuality[]> {
  const ids = new Map(ads.map(({ id }) => [adHash(keyOf(id)), id]));
  const samples = createTokenSamples(clickhouse);
  const filters = { ...contract.ads.search.input.parse({}), advertiserIds: null };
  const measured: QueryQuality[] = [];
  for (const graded of queries) {
    const query = parseQuery(graded.query);
    const matching = searchCondition(filters, query, new Date().toISOString().slice(0, 10));
    const terms = await weighTerms(query, () => samples(Number.MAX_SAFE_INTEGER));
    const measure = async (ranked: typeof terms): Promise<number> => {
      const page = { sortBy: 'recommended', limit: cutoff, offset: 0, terms: ranked } as const;
      const order = await versionsOfPage(clickhouse, matching, page, null);
      return ndcg(
        order.map(({ hash }) => ids.get(hash) ?? ''),
        graded,
      );
    };
    measured.push({
      query: graded.query,
      byScore: await measure([]),
      byRelevance: await measure(terms),
    });
  }
  return measured;
}

export interface Correction {
  readonly query: string;
  readonly meant: string | null;
  readonly corrected: string | null;
}

export async function measureTypos(clickhouse: ClickHouse): Promise<Correction[]> {
  const words = createKnownWords(clickhouse);
  const corrections: Correction[] = [];
  for (const { query, meant } of misspelled)
    corrections.push({ query, meant, corrected: await correctQuery(words, query) });
  return corrections;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
