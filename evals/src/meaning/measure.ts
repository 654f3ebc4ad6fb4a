import { contract, OpenAd, type InputOf } from '@magpie/contract';
import { createAliases } from '@magpie/server/ads/aliases';
import type { Catalog } from '@magpie/server/ads/catalog';
import { adHash } from '@magpie/server/ads/identity';
import { searchHandler } from '@magpie/server/ads/search/search';
import { refreshVectors } from '@magpie/server/ads/vectors';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { staticEmbedder } from '@magpie/server/enrichment/embeddings/static';
import { z } from 'zod';
import { readLabelledSet } from '../qualityTable.ts';
import { ndcg } from '../search/measure.ts';

/** Invented ads: ten subjects, two ads of each in six languages. */
const inventedAd = z.strictObject({
  id: z.string(),
  language: z.string(),
  subject: z.string(),
  headline: z.string(),
  body: z.string(),
});
/** Written as somebody would search for the subject, mostly in words that the ads do not have. */
const subjectQuery = z.strictObject({ query: z.string(), language: z.string(), subject: z.string() });
type SubjectQuery = z.infer<typeof subjectQuery>;

const ads = readLabelledSet('meaning.ads', inventedAd);
const queries = readLabelledSet('meaning.queries', subjectQuery);

const keyOf = (id: string): string => `meta:${id}`;

export async function recordSubjects(catalog: Catalog, clickhouse: ClickHouse): Promise<number> {
  const now = new Date();
  const recorded = ads.map(({ id, headline, body }) =>
    OpenAd.parse({
      key: keyOf(id),
      // A name without a subject, of one word.
      advertiser: { name: `Brand-${id.replaceAll('-', '')}` },
      headlines: [headline],
      bodies: [body],
      startDate: '2026-01-01',
      lastConfirmedAt: now.toISOString(),
    }),
  );
  await catalog.recordAds(recorded, { source: 'evals', seenAt: now });
  await refreshVectors(clickhouse, staticEmbedder());
  return recorded.length;
}

const methods = {
  words: ({ query }: SubjectQuery) => ({ searchQuery: query }),
  vectors: ({ query }: SubjectQuery) => ({ similarTo: { text: query } }),
  wordsAndVectors: ({ query }: SubjectQuery) => ({ searchQuery: query, match: 'meaning' as const }),
} satisfies Record<string, (query: SubjectQuery) => InputOf<typeof contract.ads.search>>;

export const methodNames = Object.keys(methods) as (keyof typeof methods)[];

interface Measured extends SubjectQuery {
  readonly method: keyof typeof methods;
  /** The order compared with the best one. */
  readonly ndcg: number;
  /** How many of the two ads of the subject in the language of the query are among the first ten. */
  readonly found: number;
  /** Of the first ten, the share about the subject, in any language; null if nothing was found. */
  readonly precision: number | null;
}

/** 3 for ads of the subject in the language of the query, 1 for those in others. */
function gradesOf({ subject, language }: SubjectQuery): Record<string, number> {
  const graded = ads.filter((ad) => ad.subject === subject);
  return Object.fromEntries(graded.map((ad) => [ad.id, ad.language === language ? 3 : 1]));
}

export async function measureMeaning(clickhouse: ClickHouse): Promise<Measured[]> {
  const ids = new Map(ads.map(({ id }) => [adHash(keyOf(id)), id]));
  const search = createSearch(clickhouse);
  const measured: Measured[] = [];
  for (const query of queries) {
    const grades = gradesOf(query);
    for (const method of methodNames) {
      const order = (await search(methods[method](query))).map((hash) => ids.get(hash) ?? '');
      const right = order.filter((id) => grades[id] !== undefined);
      measured.push({
        ...query,
        method,
        ndcg: ndcg(order, { query: query.query, grades }),
        found: order.filter((id) => grades[id] === 3).length,
        precision: order.length === 0 ? null : right.length / order.length,
      });
    }
  }
  return measured;
}

const newestRecording = (): Promise<number> => Promise.resolve(Number.MAX_SAFE_INTEGER);

/** The hashes of the first ten ads. */
function createSearch(clickhouse: ClickHouse) {
  const embedder = staticEmbedder();
  const found = searchHandler({
    clickhouse,
    embedder: () => Promise.resolve(embedder),
    aliases: createAliases({ clickhouse, newestRecording }),
    presentAds: (rows) =>
      Promise.resolve(rows.map(({ hash }) => ({ hash, advertiser: { name: '' } }) as never)),
  });
  return async (input: InputOf<typeof contract.ads.search>): Promise<string[]> => {
    const parsed = contract.ads.search.input.parse({ ...input, limit: 10 });
    const { ads: entries } = await found({
      input: parsed,
      newestRecording,
    } as never);
    return entries.map(({ hash }) => hash);
  };
}
