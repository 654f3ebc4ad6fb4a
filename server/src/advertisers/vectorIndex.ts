import { readMarker, removalMarker } from '../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import * as sql from './similar.sql.ts';
import {
  countVectorBytes,
  createVectorTable,
  type ScoredId,
  type VectorTable,
} from '../ads/similar/vectorTable.ts';

export type VectorIndex = ReturnType<typeof createVectorIndex>;

/** Exact components, a byte for each component, or none because the vectors need too much memory. */
type Storage = 'exact' | 'bytes' | 'none';

interface LoadedVectors {
  readonly model: string;
  readonly removedAt: string | null;
  readonly storage: Storage;
  readonly table: VectorTable | null;
  /** Otherwise the model of an advertiser has to be read. */
  isOnlyModel: boolean;
  recording: number;
  since: Date;
}

interface NearestOptions {
  readonly advertiserId: number;
  readonly limit: number;
  readonly recording: number;
  readonly hasAds: (advertiserId: number) => boolean;
}

const pageSize = 2500;
/** A vector has the start time of its statement, by the clock of that node, but becomes visible only at the end. */
const overlapMilliseconds = 2 * 60_000;
/** The size of a statement bounds the ids in it. */
const maxCandidates = 5000;
const minCandidates = 500;

/** 62,000 vectors of 256 components. */
const defaultExactBytes = 64 * 2 ** 20;
/** 1,200,000 vectors of 256 components. */
const defaultMaxBytes = 360 * 2 ** 20;

type MemoryLimits = Readonly<Record<'maxExactBytes' | 'maxBytes', number>>;

/** The most similar advertisers, by the vectors of one model in memory. */
export function createVectorIndex(clickhouse: ClickHouse, limits: Partial<MemoryLimits> = {}) {
  const { advance, load } = createLoader(clickhouse, {
    maxExactBytes: defaultExactBytes,
    maxBytes: defaultMaxBytes,
    ...limits,
  });
  return {
    /**
     * The most similar others, `limit` and all that equal the last, most similar first. While vectors are loaded, which
     * takes as long as reading all of them, and if they do not fit into memory, the engine compares all of them.
     */
    async nearest(options: NearestOptions): Promise<sql.Similar[]> {
      const { advertiserId, limit, recording } = options;
      const loaded = await advance(recording);
      const isHeld = loaded?.isOnlyModel === true && loaded.table?.has(advertiserId) === true;
      const model = isHeld ? loaded.model : await sql.findVectorModel(clickhouse, advertiserId);
      if (model === undefined) return [];
      // The statement below reports what is wrong with the engine.
      if (loaded?.model !== model) load(model, recording).catch(() => undefined);
      const table = loaded?.model === model ? loaded.table : null;
      const candidates = table === null ? null : findCandidates(table, options);
      if (candidates !== null && loaded?.storage === 'exact') return selectMost(candidates, limit);
      const ids = candidates?.map(({ id }) => id) ?? null;
      return ids?.length === 0
        ? []
        : sql.findSimilarByVector(clickhouse, { model, advertiserId }, ids, limit);
    },
    load,
  };
}

function createLoader(clickhouse: ClickHouse, limits: MemoryLimits) {
  let loaded: LoadedVectors | null = null;
  let working: Promise<void> | null = null;

  const readState = (): Promise<[string | null, sql.VectorCount[]]> =>
    Promise.all([readMarker(clickhouse, removalMarker), sql.countVectors(clickhouse)]);

  const readAll = async (model: string, recording: number): Promise<void> => {
    const since = earlier(Date.now());
    const [removedAt, counts] = await readState();
    const storage = chooseStorage(counts, model, limits);
    const table = storage === 'none' ? null : await readTable(clickhouse, model, storage === 'exact');
    loaded = { model, removedAt, storage, table, isOnlyModel: counts.length === 1, recording, since };
  };

  const refresh = async (current: LoadedVectors, recording: number): Promise<void> => {
    const since = earlier(Date.now());
    const [removedAt, counts] = await readState();
    const storage = chooseStorage(counts, current.model, limits);
    const isDeleted = !counts.some(({ model }) => model === current.model);
    if (removedAt !== current.removedAt || storage !== current.storage || isDeleted) {
      loaded = null;
      return;
    }
    if (current.table !== null) {
      for await (const rows of eachPage(clickhouse, current.model, current.since)) {
        for (const row of rows) current.table.set(row.advertiserId, decode(row));
      }
    }
    Object.assign(current, { recording, since, isOnlyModel: counts.length === 1 });
  };

  const run = (start: () => Promise<void>): Promise<void> => {
    working ??= start().finally(() => {
      working = null;
    });
    return working;
  };

  /** The vectors as of a recording; null while they are not loaded. */
  const advance = async (recording: number): Promise<LoadedVectors | null> => {
    const current = loaded;
    if (current === null || current.recording >= recording) return current;
    await run(() => refresh(current, recording));
    // The awaited work may have been for an earlier recording.
    return advance(recording);
  };

  return {
    advance,
    load: (model: string, recording: number) => run(() => readAll(model, recording)),
  };
}

function chooseStorage(counts: readonly sql.VectorCount[], model: string, limits: MemoryLimits): Storage {
  const counted = counts.find((each) => each.model === model);
  const bytes = (isExact: boolean): number =>
    counted === undefined ? 0 : counted.vectors * countVectorBytes(counted.dimensions, isExact);
  if (bytes(true) <= limits.maxExactBytes) return 'exact';
  return bytes(false) <= limits.maxBytes ? 'bytes' : 'none';
}

/** Null if they are too many for a statement, or if too few of them have ads. */
function findCandidates(
  table: VectorTable,
  { advertiserId, limit, hasAds }: NearestOptions,
): ScoredId[] | null {
  const found = table.nearest(advertiserId, Math.max(minCandidates, 2 * limit));
  if (found === null || found.length > maxCandidates) return null;
  const candidates = found.filter(({ id }) => hasAds(id));
  const isComplete = candidates.length >= limit || found.length >= table.size() - 1;
  return isComplete ? candidates : null;
}

function selectMost(candidates: readonly ScoredId[], limit: number): sql.Similar[] {
  const rounded = candidates
    // As the engine does; zero has no sign.
    .map(({ id, score }) => ({ advertiserId: id, similarity: Math.round(score * 1e4) / 1e4 || 0 }))
    .toSorted((one, other) => other.similarity - one.similarity);
  const least = rounded[limit - 1]?.similarity ?? Number.NEGATIVE_INFINITY;
  return rounded.filter(({ similarity }) => similarity >= least);
}

function earlier(milliseconds: number): Date {
  return new Date(milliseconds - overlapMilliseconds);
}

async function readTable(
  clickhouse: ClickHouse,
  model: string,
  isExact: boolean,
): Promise<VectorTable | null> {
  let table: VectorTable | null = null;
  for await (const rows of eachPage(clickhouse, model, new Date(0))) {
    const vectors = rows.map(decode);
    table ??= createVectorTable(averageOf(vectors), isExact);
    for (const [at, { advertiserId }] of rows.entries()) table.set(advertiserId, vectors[at] ?? []);
  }
  return table;
}

async function* eachPage(
  clickhouse: ClickHouse,
  model: string,
  since: Date,
): AsyncGenerator<sql.VectorRow[]> {
  let after = 0;
  for (;;) {
    const rows = await sql.readVectors(clickhouse, { model, since, after, limit: pageSize });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.advertiserId ?? 0;
  }
}

function decode({ components }: sql.VectorRow): Float32Array {
  const bytes = Buffer.from(components, 'hex');
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
}

/** Ids are digests, so the first page is a random sample. */
function averageOf(vectors: readonly Float32Array[]): Float32Array {
  const average = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (const [at, value] of vector.entries()) average[at] = (average[at] ?? 0) + value / vectors.length;
  }
  return average;
}
