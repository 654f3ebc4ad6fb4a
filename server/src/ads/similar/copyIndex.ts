import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import { readMarker, removalMarker } from '../progressMarkers.sql.ts';
import * as sql from './similar.sql.ts';
import { countVectorBytes, createVectorTable, type VectorTable } from './vectorTable.ts';

export type CopyIndex = ReturnType<typeof createCopyIndex>;

interface Limits {
  /** The engine compares this many vectors in a few milliseconds. */
  readonly minVectors: number;
  /** 1,300,000 vectors of 256 components. */
  readonly maxBytes: number;
}

const defaultLimits: Limits = { minVectors: 20_000, maxBytes: 400 * 2 ** 20 };
/** Most instances search by meaning rarely, and the vectors of a million texts take 300 MB. */
const idleMilliseconds = 30 * 60_000;
const pageSize = 5000;
/** A vector has the time at which its statement started, but becomes visible at its end. */
const overlapMilliseconds = 2 * 60_000;

interface Loaded {
  readonly model: string;
  readonly removedAt: string | null;
  readonly table: VectorTable;
  recording: number;
  since: Date;
}

export interface NearestQuery extends sql.VectorQuery {
  readonly recording: number;
  /** Null if every ad matches. */
  readonly matching: Matching | null;
  readonly limit: number;
}

interface NearestCopies {
  /** Nearest first. */
  readonly copies: readonly sql.ScoredCopy[];
  /** Whether no other text of a matching ad reaches the least score; false if the limit left some out, or may have. */
  readonly isComplete: boolean;
}

/**
 * The texts of ads that are nearest to a vector. Many vectors are compared in memory, where the filters are not known: if these
 * leave few of the nearest, the engine compares those of matching ads. The engine also does so while vectors are loaded.
 */
export function createCopyIndex(clickhouse: ClickHouse, limits: Limits = defaultLimits) {
  const run = createSharedRun();
  let loaded: Loaded | null = null;
  let idle: NodeJS.Timeout | null = null;
  /** At this recording, the vectors were too few or too many. */
  let unloadable = { model: '', recording: 0 };

  const keep = (): void => {
    idle ??= setTimeout(() => {
      [loaded, idle] = [null, null];
    }, idleMilliseconds).unref();
    idle.refresh();
  };

  const load = async (model: string, recording: number): Promise<void> => {
    const since = new Date(Date.now() - overlapMilliseconds);
    const [removedAt, isLoadable] = await Promise.all([
      readMarker(clickhouse, removalMarker),
      canLoad(clickhouse, model, limits),
    ]);
    loaded = null;
    unloadable = { model, recording };
    if (!isLoadable) return;
    const table = await readTable(clickhouse, model);
    if (table === null) return;
    loaded = { model, removedAt, table, recording, since };
    unloadable = { model: '', recording: 0 };
    keep();
  };

  const refresh = async (current: Loaded, recording: number): Promise<void> => {
    const since = new Date(Date.now() - overlapMilliseconds);
    if ((await readMarker(clickhouse, removalMarker)) !== current.removedAt) {
      loaded = null;
      return;
    }
    await addNewVectors(clickhouse, current);
    Object.assign(current, { recording, since });
  };

  /** Null if the vectors are not in memory. */
  const advance = async (model: string, recording: number): Promise<VectorTable | null> => {
    const current = loaded;
    if (current?.model !== model) {
      if (unloadable.model === model && unloadable.recording >= recording) return null;
      // The statement of the caller reports what is wrong with the engine.
      run(() => load(model, recording)).catch(() => undefined);
      return null;
    }
    keep();
    if (current.recording >= recording) return current.table;
    await run(() => refresh(current, recording));
    // The awaited work may have been for an earlier recording.
    return advance(model, recording);
  };

  return {
    /** Undefined if the engine has to compare. */
    nearestInMemory: async (query: NearestQuery) => {
      const table = await advance(query.model, query.recording);
      return table === null ? undefined : nearestInTable(table, query);
    },
    nearestInEngine: (query: NearestQuery) => nearestInEngine(clickhouse, query),
    load: (model: string, recording: number) => run(() => load(model, recording)),
  };
}

/** Starts no work while an earlier one runs; the caller then waits for that. */
function createSharedRun() {
  let working: Promise<void> | null = null;
  return (work: () => Promise<void>): Promise<void> => {
    working ??= work().finally(() => {
      working = null;
    });
    return working;
  };
}

async function canLoad(clickhouse: ClickHouse, model: string, limits: Limits): Promise<boolean> {
  const { vectors, dimensions } = await sql.countCopyVectors(clickhouse, model);
  return vectors >= limits.minVectors && vectors * countVectorBytes(dimensions, false) <= limits.maxBytes;
}

async function addNewVectors(clickhouse: ClickHouse, { model, since, table }: Loaded): Promise<void> {
  for await (const rows of eachPage(clickhouse, model, since)) {
    for (const row of rows) table.set(row.id, decode(row));
  }
}

function nearestInTable(table: VectorTable, { query, minScore, limit }: NearestQuery): NearestCopies {
  const copies = table
    .nearestTo(query, limit)
    .filter(({ score }) => score >= minScore)
    .toSorted((one, other) => other.score - one.score || one.id - other.id);
  return { copies: copies.slice(0, limit), isComplete: copies.length < limit };
}

async function nearestInEngine(
  clickhouse: ClickHouse,
  { matching, limit, ...query }: NearestQuery,
): Promise<NearestCopies> {
  const copies = await sql.nearestCopies(clickhouse, query, matching, limit);
  return { copies, isComplete: copies.length < limit };
}

async function readTable(clickhouse: ClickHouse, model: string): Promise<VectorTable | null> {
  let table: VectorTable | null = null;
  for await (const rows of eachPage(clickhouse, model, new Date(0))) {
    const vectors = rows.map(decode);
    // Ids are digests, so the first page is a random sample.
    table ??= createVectorTable(averageOf(vectors), false);
    for (const [at, { id }] of rows.entries()) table.set(id, vectors[at] ?? []);
  }
  return table;
}

async function* eachPage(clickhouse: ClickHouse, model: string, since: Date) {
  let after = 0;
  for (;;) {
    const rows = await sql.readCopyVectors(clickhouse, { model, since, after, limit: pageSize });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** With length 1. */
function decode({ components }: sql.CopyVectorRow): Float32Array {
  const bytes = Buffer.from(components, 'hex');
  return (
    toUnit(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)) ?? new Float32Array(bytes.length)
  );
}

/** Null for zeros, which have no direction. */
export function toUnit(vector: ArrayLike<number>): Float32Array | null {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  return length === 0 ? null : Float32Array.from(vector, (value) => value / length);
}

function averageOf(vectors: readonly Float32Array[]): Float32Array {
  const average = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (const [at, value] of vector.entries()) average[at] = (average[at] ?? 0) + value / vectors.length;
  }
  return average;
}
