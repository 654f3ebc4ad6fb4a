import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { isLong, withRarest, type SearchQuery } from '../query.ts';
import type { SearchTerm } from '../searchText.ts';
import type { WeightedTerm } from './relevance.sql.ts';
import { readSampledTokens } from './search.sql.ts';

/** How many of some ads contain each token. */
export interface TokenSample {
  readonly ads: number;
  readonly adsWith: (token: string) => number;
}

const maxSamples = 4;

/** Samples are cached. A sample depends only on `asOf`, so that every page of a list is sorted by the same one. */
export function createTokenSamples(clickhouse: ClickHouse): (asOf: number) => Promise<TokenSample> {
  const samples = new LRUCache<number, Promise<TokenSample>>({ max: maxSamples });
  return (asOf) => {
    const recording = roundDown(asOf);
    const cached = samples.get(recording);
    if (cached !== undefined) return cached;
    const sample = readSample(clickhouse, recording);
    samples.set(recording, sample);
    sample.catch(() => samples.delete(recording));
    return sample;
  };
}

/** Keeps the six highest bits: with continuous imports, a new sample is read after up to 3 % more recordings. */
export function roundDown(recording: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, recording))) - 5);
  return Math.floor(recording / step) * step;
}

async function readSample(clickhouse: ClickHouse, asOf: number): Promise<TokenSample> {
  return toTokenSample(await readSampledTokens(clickhouse, asOf));
}

export function toTokenSample(
  rows: readonly { readonly token: string; readonly ads: number }[],
): TokenSample {
  const counts = new Map(rows.map(({ token, ads }) => [token, ads]));
  const adsWith = (token: string): number => counts.get(token) ?? 0;
  // Every search text begins with a space.
  return { ads: adsWith(''), adsWith };
}

/** Of a long query, the rarest terms. */
export async function shortenQuery(
  query: SearchQuery,
  sample: () => Promise<TokenSample>,
): Promise<SearchQuery> {
  return isLong(query) ? withRarest(query, (await sample()).adsWith) : query;
}

/** The terms by which ads are ranked. Rare terms have larger shares. */
export async function weighTerms(
  { required }: SearchQuery,
  sample: () => Promise<TokenSample>,
): Promise<WeightedTerm[]> {
  if (required.length < 2) return required.map(({ words }) => ({ words, share: 1 }));
  const known = await sample();
  const frequencies = required.map((term) => inverseFrequency(term, known));
  const sum = frequencies.reduce((total, each) => total + each, 0);
  return required.map(({ words }, at) => ({ words, share: (frequencies[at] ?? 0) / sum }));
}

/** As in BM25. A phrase is at least as rare as its rarest token. */
export function inverseFrequency({ tokens }: SearchTerm, { ads, adsWith }: TokenSample): number {
  const found = Math.min(...tokens.map(adsWith));
  return Math.log(1 + (ads - found + 0.5) / (found + 0.5));
}
