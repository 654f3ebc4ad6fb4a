import { createBreaks } from '../ads/past/breaks.ts';
import { createMomentCache, type ReadMoment } from '../ads/past/momentCache.ts';
import type { PastAdvertisers, ReadPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import { type PastLimits, readPastAds } from '../ads/past/pastIndex.ts';
import { pickColumns } from '../ads/past/pastIndex.sql.ts';
import { assertFewTexts, eachTextVector, hasVector, maxPastTexts } from '../ads/past/textVectors.ts';
import type { AdRow } from '../ads/rows.ts';
import type { TextEmbedder } from '../ads/vectors.ts';
import type { Similar } from './similar.sql.ts';

/** The vectors of advertisers of which a text of an ad has one, with length 1. */
export type PastVectors = ReadonlyMap<number, Float32Array>;

export interface PastVectorParts extends PastDeps, PastLimits {
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly embedder: () => Promise<TextEmbedder>;
  /** Of the vectors that stay in memory. */
  readonly maxBytes: number;
  /** Moments with more distinct texts are refused. */
  readonly maxTexts?: number;
  /** And those of which more texts have no stored vector: embedders may be slow, or paid for. */
  readonly maxEmbedded?: number;
}

const bytesPerVector = 200;

export function createPastVectors(parts: PastVectorParts): ReadMoment<PastVectors> {
  return createMomentCache({
    maxBytes: parts.maxBytes,
    bytesOf: (vectors) => {
      const [first] = vectors.values();
      return 1000 + vectors.size * (bytesPerVector + (first?.byteLength ?? 0));
    },
    read: (at, newest) => readPastVectors(parts, at, newest),
  });
}

/** The similarity of all others with an advertiser; none if it has no vector. */
export function scoreVectors(vectors: PastVectors, advertiserId: number): Similar[] {
  const own = vectors.get(advertiserId);
  if (own === undefined) return [];
  const found: Similar[] = [];
  for (const [id, vector] of vectors) {
    if (id === advertiserId) continue;
    let score = 0;
    for (let at = 0; at < own.length; at += 1) score += (own[at] ?? 0) * (vector[at] ?? 0);
    // Zero has no sign.
    found.push({ advertiserId: id, similarity: Math.round(score * 1e4) / 1e4 || 0 });
  }
  return found;
}

/** By `buildAdvertiserVectors`, of the ads of a moment. */
async function readPastVectors(parts: PastVectorParts, at: string, newest: number): Promise<PastVectors> {
  const { clickhouse, maxTexts = maxPastTexts, maxEmbedded } = parts;
  const embedder = await parts.embedder();
  const advertisers = await parts.readPastAdvertisers(at, newest);
  const uses = await collectTexts(parts, advertisers, at, maxTexts);
  const sums = createVectorSums();
  await eachTextVector({ clickhouse, embedder, maxEmbedded }, [...uses.keys()], (text, vector) => {
    sums.add(vector, uses.get(text));
  });
  return sums.finish();
}

/** The advertisers that use a text: in ads, and as words of a landing page or a category. A text in both counts twice. */
interface TextUses {
  readonly inAds: Set<number>;
  readonly elsewhere: Set<number>;
}

type Uses = Map<string, TextUses>;

const textColumns = pickColumns('bodies', 'headlines', 'landing_page');

async function collectTexts(
  parts: PastVectorParts,
  { ownerOf, rows }: PastAdvertisers,
  at: string,
  maxTexts: number,
): Promise<Uses> {
  const uses: Uses = new Map();
  const owners = new Set<number>();
  let letters = 0;
  const add = (text: string, owner: number, kind: keyof TextUses): void => {
    if (!hasVector(text)) return;
    const known = uses.get(text);
    const own = known ?? { inAds: new Set(), elsewhere: new Set() };
    if (known === undefined) {
      uses.set(text, own);
      letters += text.length;
    }
    own[kind].add(owner);
  };
  const takeBreak = createBreaks();
  for await (const page of readPastAds(parts, { at }, textColumns, parts)) {
    for (const row of page) {
      const owner = ownerOf(row.name_id);
      owners.add(owner);
      for (const text of [...row.bodies, ...row.headlines]) add(text, owner, 'inAds');
      add(wordsOfPage(row), owner, 'elsewhere');
      await takeBreak();
    }
    assertFewTexts(uses.size, letters, maxTexts);
  }
  for (const owner of owners) {
    for (const category of rows.get(owner)?.categories ?? []) add(category, owner, 'elsewhere');
  }
  return uses;
}

/** As `landingPageWords`. */
function wordsOfPage({ landing_page: landingPage }: Pick<AdRow, 'landing_page'>): string {
  const start = landingPage?.indexOf('/') ?? -1;
  if (landingPage === null || start === -1) return '';
  return landingPage
    .slice(start)
    .replaceAll(/(?:%[\dA-Fa-f]{2}|\P{L})+/gu, ' ')
    .trim();
}

/** The sums of the vectors of the texts of each advertiser. */
function createVectorSums() {
  const sums = new Map<number, Int32Array>();
  const withTexts = new Set<number>();
  const addTo = (owner: number, vector: Int8Array): void => {
    const sum = sums.get(owner) ?? new Int32Array(vector.length);
    sums.set(owner, sum);
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  };
  return {
    add: (vector: Int8Array, uses: TextUses | undefined): void => {
      if (uses === undefined || vector.every((value) => value === 0)) return;
      for (const owner of uses.inAds) {
        withTexts.add(owner);
        addTo(owner, vector);
      }
      for (const owner of uses.elsewhere) addTo(owner, vector);
    },
    finish: (): PastVectors => {
      const found = new Map<number, Float32Array>();
      for (const [owner, sum] of sums) {
        const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
        if (length > 0 && withTexts.has(owner))
          found.set(
            owner,
            Float32Array.from(sum, (value) => value / length),
          );
      }
      return found;
    },
  };
}
