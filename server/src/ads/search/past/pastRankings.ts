import type { PastDeps } from '../../past/pastAds.ts';
import type { PastLimits } from '../../past/pastIndex.ts';
import type { SearchQuery } from '../../query.ts';
import type { TextEmbedder } from '../../vectors.ts';
import { embedText, withoutWords, type Ranking, type SimilarTo } from '../similarSearch.ts';
import { type CopyVectors, createCopyVectors } from './copyVectors.ts';
import { type PastTarget, rankPast, rankPastByMeaning, targetOfAd } from './pastSimilar.ts';
import type { SearchedAd } from './searchedAd.ts';

interface Filtered {
  readonly query: SearchQuery;
  /** The ads of the moment that match the filters and this query. */
  readonly filter: (query: SearchQuery) => readonly SearchedAd[];
  /** The most relevant first. */
  readonly sort: (ads: readonly SearchedAd[]) => readonly SearchedAd[];
}

/** Null if there are no words whose meaning could be compared. */
export type RankPast = (filtered: Filtered) => Promise<Ranking | null>;

interface Parts extends PastDeps, PastLimits {
  readonly embedder?: () => Promise<TextEmbedder>;
  readonly maxVectorBytes?: number;
}

const noVectors: CopyVectors = new Map();

/** Ranks the ads of a moment by the texts that they had, like a text or an ad, or by the meaning of the query. */
export function createPastRankings(parts: Parts) {
  const { embedder, maxVectorBytes: maxBytes = 0 } = parts;
  const readVectors =
    embedder === undefined ? undefined : createCopyVectors({ ...parts, embedder, maxBytes });
  return async (at: string, newest: number, similarTo: SimilarTo | undefined): Promise<RankPast> => {
    const vectors = (await readVectors?.(at, newest)) ?? noVectors;
    const model = (await embedder?.())?.model ?? null;
    const readTarget = async ({ text, hash = '' }: SimilarTo): Promise<PastTarget> => {
      if (text !== undefined) return { vector: await embedText(embedder, text), hash: null };
      return model === null ? { vector: null, hash } : targetOfAd(vectors, model, hash);
    };
    return async ({ query, filter, sort }) => {
      if (similarTo !== undefined) return rankPast(filter(query), vectors, await readTarget(similarTo));
      if (query.required.length === 0) return null;
      const text = query.required.map(({ words }) => words).join(' ');
      const target = { vector: await embedText(embedder, text), hash: null };
      return rankPastByMeaning(rankPast(filter(withoutWords(query)), vectors, target), sort(filter(query)));
    };
  };
}
