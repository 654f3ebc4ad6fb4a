import {
  maxSearchedImageBytes,
  searchedImageTooLarge,
  type contract,
  type FoundAd,
  type OutputOf,
  type ParsedInputOf,
} from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { InvalidImage, readImageInfo } from '../../integrations/images/checkImage.ts';
import { hashPicture, minPictureQuality } from '../../integrations/images/pdq.ts';
import type { Matching } from '../conditions.sql.ts';
import type { SearchQuery } from '../query.ts';
import { toUnit, type CopyIndex } from '../similar/copyIndex.ts';
import * as sql from '../similar/similar.sql.ts';
import { readMarker } from '../progressMarkers.sql.ts';
import { copiesMarker, type TextEmbedder } from '../vectors.ts';

type Input = ParsedInputOf<typeof contract.ads.search>;
export type SimilarTo = NonNullable<Input['similarTo']>;
type Summary = NonNullable<OutputOf<typeof contract.ads.search>['similarity']>;

/** What ads are compared with. */
export interface Target {
  readonly vector: { readonly model: string; readonly query: readonly number[] } | null;
  /** PDQ hashes. */
  readonly pictures: readonly string[];
  /** The ad itself is not similar to itself. */
  readonly hash: string | null;
  readonly pictureHash: string | null;
}

export interface RankedAd extends sql.CandidateRow {
  readonly similarity: NonNullable<FoundAd['similarity']>;
}

export interface Ranking {
  /** Best first. */
  readonly ads: readonly RankedAd[];
  readonly summary: Summary;
}

export interface SimilarParts {
  readonly clickhouse: ClickHouse;
  /** Null where no texts are embedded. */
  readonly embedder: (() => Promise<TextEmbedder>) | null;
  readonly copies: CopyIndex;
}

export { maxDuplicatesNear } from '../similar/similar.sql.ts';
export const maxRankedAds = 1000;
const maxCopies = 2000;
/** If filters leave fewer of the nearest texts of the index, those of matching ads are compared. */
const enoughAds = 200;
/** Below, most texts are about something else. Set by hand; `evals/src/meaning` measures the result. */
export const minTextSimilarity = 0.35;
/** Hashes of different pictures differ in 128 bits, seldom in fewer than 90. */
export const maxPictureDistance = 70;
export const maxWordMatches = 300;

export async function embedQuery(parts: SimilarParts, text: string): Promise<Target> {
  const vector = await embedText(parts.embedder, text);
  return { vector, pictures: [], hash: null, pictureHash: null };
}

/** Null where no texts are embedded, and for a text without letters. */
export async function embedText(openEmbedder: SimilarParts['embedder'] | undefined, text: string) {
  const embedder = await openEmbedder?.();
  const [vector] = (await embedder?.embed([text])) ?? [];
  const query = vector === undefined ? null : toUnit(vector);
  return embedder === undefined || query === null ? null : { model: embedder.model, query: [...query] };
}

/** Excluded words still exclude. */
export function withoutWords({ excluded }: SearchQuery): SearchQuery {
  return { required: [], excluded, whole: null };
}

export async function readTarget(parts: SimilarParts, similarTo: SimilarTo): Promise<Target> {
  const { text, hash, image, picture } = similarTo;
  if (text !== undefined) return embedQuery(parts, text);
  if (hash !== undefined) return readAd(parts, hash);
  const pictureHash = image === undefined ? (picture ?? '') : await hashUploaded(image);
  return { vector: null, pictures: [pictureHash], hash: null, pictureHash };
}

async function readAd({ clickhouse, embedder }: SimilarParts, hash: string): Promise<Target> {
  const [ad, { model = null } = {}] = await Promise.all([sql.copyOfAd(clickhouse, hash), embedder?.()]);
  const [vector, pictures] = await Promise.all([
    ad === undefined || model === null ? null : sql.vectorOfCopy(clickhouse, model, ad.copyId),
    ad === undefined ? [] : sql.picturesOf(clickhouse, ad.creatives),
  ]);
  const query = vector === null ? null : toUnit(vector);
  return {
    vector: model === null || query === null ? null : { model, query: [...query] },
    pictures,
    hash,
    pictureHash: null,
  };
}

async function hashUploaded(image: string): Promise<string> {
  const bytes = Buffer.from(image, 'base64');
  if (bytes.length > maxSearchedImageBytes) throw new MagpieError('PAYLOAD_TOO_LARGE', searchedImageTooLarge);
  try {
    // Bounds what reaches a decoder.
    await readImageInfo(bytes);
    const { pdq, quality } = await hashPicture(bytes);
    if (quality >= minPictureQuality) return pdq;
  } catch (error) {
    if (error instanceof InvalidImage) throw new MagpieError('BAD_REQUEST', error.message);
    throw error;
  }
  throw new MagpieError('BAD_REQUEST', 'The picture has too few edges to be recognized; use another one.');
}

interface Filtered {
  readonly matching: Matching;
  /** Whether every ad matches. */
  readonly isUnfiltered: boolean;
  readonly recording: number;
}

/** The ads whose texts or pictures are nearest, nearest first. */
export async function rankSimilar(parts: SimilarParts, target: Target, filtered: Filtered): Promise<Ranking> {
  const [pendingAds, texts, pictures, comparedPictures] = await Promise.all([
    target.vector === null ? null : countPending(parts.clickhouse, target.vector.model),
    findTexts(parts, target, filtered),
    findPictures(parts.clickhouse, target, filtered.matching),
    target.pictures.length === 0 ? null : sql.countPictures(parts.clickhouse),
  ]);
  const found = new Map<string, RankedAd>();
  for (const { row, score } of texts.ads) found.set(row.hash, withSimilarity(row, { text: score }));
  for (const { row, distance } of pictures.ads) {
    const text = found.get(row.hash)?.similarity.text ?? null;
    found.set(row.hash, withSimilarity(row, { text, pictureDistance: distance }));
  }
  if (target.hash !== null) found.delete(target.hash);
  // The sort is stable: of equally similar ads, the one with the higher score stays first.
  const ads = [...found.values()].toSorted((one, other) => nearness(other) - nearness(one));
  const hasPictures = target.pictures.length > 0;
  const isLimited = ads.length > maxRankedAds;
  return {
    ads: ads.slice(0, maxRankedAds),
    summary: {
      method: hasPictures ? (target.vector === null ? 'pictures' : 'vectorsAndPictures') : 'vectors',
      model: target.vector?.model ?? null,
      minSimilarity: target.vector === null ? null : minTextSimilarity,
      maxPictureDistance: hasPictures ? maxPictureDistance : null,
      comparedPictures,
      pictureHash: target.pictureHash,
      pendingAds,
      isComplete: texts.isComplete && pictures.isComplete && !isLimited && (pendingAds ?? 0) === 0,
    },
  };
}

/** The job that builds vectors follows recordings by some seconds, or by minutes after a large import. */
async function countPending(clickhouse: ClickHouse, model: string): Promise<number> {
  const at = await readMarker(clickhouse, copiesMarker(model));
  return sql.countPendingAds(clickhouse, model, new Date(at ?? 0));
}

function nearness({ similarity: { text, pictureDistance } }: RankedAd): number {
  return Math.max(text ?? 0, pictureDistance === null ? 0 : 1 - pictureDistance / 256);
}

export function withSimilarity(row: sql.CandidateRow, known: Partial<RankedAd['similarity']>): RankedAd {
  const { hash, advertiserId, duplicateKey, copyId } = row;
  const similarity = { text: null, pictureDistance: null, hasWords: false, ...known };
  return { hash, advertiserId, duplicateKey, copyId, similarity };
}

interface FoundTexts {
  readonly ads: readonly { readonly row: sql.CandidateRow; readonly score: number }[];
  readonly isComplete: boolean;
}

async function findTexts(
  { clickhouse, copies }: SimilarParts,
  { vector }: Target,
  { matching, isUnfiltered, recording }: Filtered,
): Promise<FoundTexts> {
  if (vector === null) return { ads: [], isComplete: true };
  const query = {
    ...vector,
    minScore: minTextSimilarity,
    recording,
    matching: isUnfiltered ? null : matching,
    limit: maxCopies,
  };
  const read = async (nearest: Awaited<ReturnType<CopyIndex['nearestInEngine']>>): Promise<FoundTexts> => {
    const scores = new Map(nearest.copies.map(({ id, score }) => [id, roundScore(score)]));
    if (scores.size === 0) return { ads: [], isComplete: nearest.isComplete };
    const rows = await sql.adsWithCopies(clickhouse, rankEqually(scores), matching, maxRankedAds);
    return {
      ads: rows.map((row) => ({ row, score: scores.get(row.copyId) ?? 0 })),
      isComplete: nearest.isComplete && rows.length < maxRankedAds,
    };
  };
  const inMemory = await copies.nearestInMemory(query);
  if (inMemory !== undefined) {
    const found = await read(inMemory);
    if (inMemory.isComplete || isUnfiltered || found.ads.length >= enoughAds) return found;
  }
  return read(await copies.nearestInEngine(query));
}

/** Equally similar texts have one rank, so that their ads are in the order of their scores. */
function rankEqually(scores: ReadonlyMap<number, number>): sql.RankedCopy[] {
  const ranks = new Map<number, number>();
  return Array.from(scores, ([id, score]) => {
    const rank = ranks.get(score) ?? ranks.size;
    ranks.set(score, rank);
    return { id, rank };
  });
}

/** Components have a byte each. */
export function roundScore(score: number): number {
  return Math.min(1, Math.round(score * 100) / 100);
}

async function findPictures(clickhouse: ClickHouse, { pictures }: Target, matching: Matching) {
  if (pictures.length === 0) return { ads: [], isComplete: true };
  const near = await sql.nearestPictures(clickhouse, pictures, maxPictureDistance, maxRankedAds);
  if (near.length === 0) return { ads: [], isComplete: true };
  const distances = new Map(near.map(({ creative, distance }) => [creative, distance]));
  const rows = await sql.adsWithPictures(clickhouse, [...distances.keys()], matching, maxRankedAds);
  return {
    ads: rows.map((row) => ({
      row,
      distance: Math.min(...row.pictures.map((id) => distances.get(id) ?? maxPictureDistance)),
    })),
    isComplete: near.length < maxRankedAds && rows.length < maxRankedAds,
  };
}

/** As in reciprocal rank fusion: how much less the tenth counts than the first. */
const rankOffset = 10;

/** Combines the ads with all words, the most relevant first, and those with the nearest texts. */
export async function rankByMeaning(
  parts: SimilarParts,
  target: Target,
  filtered: Filtered,
  words: { readonly matching: Matching; readonly order: Parameters<typeof sql.bestMatches>[2] },
): Promise<Ranking> {
  const [near, withWords] = await Promise.all([
    rankSimilar(parts, target, filtered),
    sql.bestMatches(parts.clickhouse, words.matching, words.order, maxWordMatches),
  ]);
  return {
    ads: fuse(near.ads, withWords).slice(0, maxRankedAds),
    summary: {
      ...near.summary,
      method: 'wordsAndVectors',
      isComplete: near.summary.isComplete && withWords.length < maxWordMatches,
    },
  };
}

export function fuse(near: readonly RankedAd[], withWords: readonly sql.CandidateRow[]): RankedAd[] {
  const found = new Map<string, { readonly ad: RankedAd; readonly points: number }>();
  for (const [rank, ad] of near.entries()) found.set(ad.hash, { ad, points: 1 / (rankOffset + rank) });
  for (const [rank, row] of withWords.entries()) {
    const { ad = withSimilarity(row, {}), points = 0 } = found.get(row.hash) ?? {};
    const similarity = { ...ad.similarity, hasWords: true };
    found.set(row.hash, { ad: { ...ad, similarity }, points: points + 1 / (rankOffset + rank) });
  }
  return [...found.values()].toSorted((one, other) => other.points - one.points).map(({ ad }) => ad);
}

/** The matching of the ranked ads alone. */
export function ofRanked(ads: readonly RankedAd[], today: string): Matching {
  return {
    condition:
      'advertiser_id IN {rankedAdvertisers:Array(UInt64)} AND hash IN {rankedAds:Array(FixedString(32))}',
    parameters: {
      today,
      rankedAdvertisers: [...new Set(ads.map(({ advertiserId }) => advertiserId))],
      rankedAds: ads.map(({ hash }) => hash),
    },
  };
}
