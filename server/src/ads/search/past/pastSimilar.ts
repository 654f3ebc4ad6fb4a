import { refuseMoment } from '../../past/pastIndex.ts';
import { toUnit } from '../../similar/copyIndex.ts';
import {
  maxDuplicatesNear,
  maxRankedAds,
  maxWordMatches,
  minTextSimilarity,
  fuse,
  roundScore,
  withSimilarity,
  type RankedAd,
  type Ranking,
  type SimilarTo,
} from '../similarSearch.ts';
import type { CopyVectors } from './copyVectors.ts';
import type { SearchedAd } from './searchedAd.ts';

/** What the texts of ads at a moment are compared with. */
export interface PastTarget {
  readonly vector: { readonly model: string; readonly query: readonly number[] } | null;
  readonly hash: string | null;
}

/** Pictures become known by saving or showing them, which is no sighting of a source. */
export function assertTextOnly({ image, picture }: SimilarTo): void {
  if (image === undefined && picture === undefined) return;
  throw refuseMoment(
    'asOf is not supported with a picture in similarTo: stored pictures have no time at which a source showed them. Search by a text or the hash of an ad, or without asOf.',
  );
}

/** The text of an ad as it was at the moment. Its picture does not count. */
export function targetOfAd(vectors: CopyVectors, model: string, hash: string): PastTarget {
  const vector = vectors.get(hash);
  const query = vector === undefined ? null : toUnit(vector);
  return { vector: query === null ? null : { model, query: [...query] }, hash };
}

/** As `rankSimilar`, of ads that match. All texts of the moment have vectors, so none are pending. */
export function rankPast(ads: readonly SearchedAd[], vectors: CopyVectors, target: PastTarget): Ranking {
  const scored = target.vector === null ? [] : scoreAds(ads, vectors, target.vector.query);
  const sorted = scored.toSorted(
    (one, other) =>
      other.score - one.score || other.ad.score - one.ad.score || (one.ad.hash < other.ad.hash ? -1 : 1),
  );
  const limited = limitDuplicates(sorted).slice(0, maxRankedAds);
  const ranked = limited.filter(({ ad }) => ad.hash !== target.hash);
  return {
    ads: ranked.map(({ ad, score }) => toRanked(ad, { text: score })),
    summary: {
      method: 'vectors',
      model: target.vector?.model ?? null,
      minSimilarity: target.vector === null ? null : minTextSimilarity,
      maxPictureDistance: null,
      comparedPictures: null,
      pictureHash: null,
      pendingAds: target.vector === null ? null : 0,
      isComplete: limited.length < maxRankedAds,
    },
  };
}

/** As `rankByMeaning`. */
export function rankPastByMeaning(near: Ranking, withWords: readonly SearchedAd[]): Ranking {
  const words = withWords.slice(0, maxWordMatches).map((ad) => toRanked(ad, {}));
  return {
    ads: fuse(near.ads, words).slice(0, maxRankedAds),
    summary: {
      ...near.summary,
      method: 'wordsAndVectors',
      isComplete: near.summary.isComplete && words.length < maxWordMatches,
    },
  };
}

interface Scored {
  readonly ad: SearchedAd;
  readonly score: number;
}

function scoreAds(ads: readonly SearchedAd[], vectors: CopyVectors, query: readonly number[]): Scored[] {
  const scores = new Map<Int8Array, number>();
  return ads.flatMap((ad): Scored[] => {
    const vector = vectors.get(ad.hash);
    if (vector === undefined) return [];
    const score = scores.get(vector) ?? cosine(vector, query);
    scores.set(vector, score);
    return score < minTextSimilarity ? [] : [{ ad, score: roundScore(score) }];
  });
}

function cosine(vector: Int8Array, query: readonly number[]): number {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < query.length; at += 1) {
    const value = vector[at] ?? 0;
    sum += value * (query[at] ?? 0);
    squares += value * value;
  }
  return sum / Math.sqrt(squares);
}

function limitDuplicates(sorted: readonly Scored[]): Scored[] {
  const counts = new Map<number, number>();
  return sorted.filter(({ ad: { texts } }) => {
    const count = (counts.get(texts.duplicate_key) ?? 0) + 1;
    counts.set(texts.duplicate_key, count);
    return count <= maxDuplicatesNear;
  });
}

function toRanked(
  { hash, advertiserId, texts }: SearchedAd,
  known: Partial<RankedAd['similarity']>,
): RankedAd {
  return withSimilarity({ hash, advertiserId, duplicateKey: texts.duplicate_key, copyId: 0 }, known);
}
