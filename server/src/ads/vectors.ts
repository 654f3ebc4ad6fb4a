import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { recordedSince, writeMarker } from './progressMarkers.sql.ts';
import * as sql from './vectors.sql.ts';

export interface TextEmbedder {
  /** Name and version. Vectors of different models are never compared. */
  readonly model: string;
  /** Texts that take a few seconds to embed, which is what a stop or failure loses. */
  readonly batchSize: number;
  /** One vector per text, in order, shorter for a text that counts less. A text without letters gets zeros. */
  embed(texts: readonly string[]): Promise<readonly Int8Array[]>;
}

export interface VectorOptions {
  readonly hasTime?: () => boolean;
  readonly again?: boolean;
  readonly cluster?: string | null;
}

/** Bounds the memory of one query. */
const adsPerSlice = 50_000;
const idSpace = 2 ** 52;

/** Stops between two batches when `hasTime` returns false. Returns whether there was anything to do. */
export async function refreshVectors(
  clickhouse: ClickHouse,
  embedder: TextEmbedder,
  options: VectorOptions = {},
): Promise<boolean> {
  const hasChanged = await refreshAdvertisers(clickhouse, embedder, options);
  return (await refreshCopies(clickhouse, embedder, options)) || hasChanged;
}

async function refreshAdvertisers(
  clickhouse: ClickHouse,
  embedder: TextEmbedder,
  { hasTime = () => true, again = false, cluster = null }: VectorOptions,
): Promise<boolean> {
  const mark = `vectors of ${embedder.model}`;
  const startedAt = new Date();
  const since = again ? new Date(0).toISOString() : (await recordedSince(clickhouse, mark)).toISOString();
  const embeddedSince = again ? startedAt.getTime() : 0;
  const slices = Math.ceil((await sql.countAdsSince(clickhouse, since)) / adsPerSlice);
  for (let index = 0; index < slices; index += 1) {
    const slice = { model: embedder.model, since, embeddedSince, ...idRange(index, slices) };
    await embedMissing(clickhouse, embedder, slice, hasTime);
    if (!hasTime()) return true;
    await sql.buildAdvertiserVectors(clickhouse, slice, new Date());
  }
  // Until here, advertisers without a vector of this model are compared by another version.
  if (Date.parse(since) === 0) await sql.deleteOtherVersions(clickhouse, embedder.model, cluster);
  await writeMarker(clickhouse, mark, startedAt);
  return slices > 0;
}

/** Of the job that builds the vectors of ads. */
export function copiesMarker(model: string): string {
  return `copies of ${model}`;
}

/** With a marker of its own, because ads of earlier versions have vectors of advertisers only. */
async function refreshCopies(
  clickhouse: ClickHouse,
  { model }: TextEmbedder,
  { hasTime = () => true, again = false }: VectorOptions,
): Promise<boolean> {
  const mark = copiesMarker(model);
  const startedAt = new Date();
  const since = again ? new Date(0).toISOString() : (await recordedSince(clickhouse, mark)).toISOString();
  const embeddedSince = again ? startedAt.getTime() : 0;
  const slices = Math.ceil((await sql.countAdsSince(clickhouse, since)) / adsPerSlice);
  for (let index = 0; index < slices; index += 1) {
    if (!hasTime()) return true;
    const slice = { model, since, embeddedSince, ...idRange(index, slices) };
    await sql.buildCopyVectors(clickhouse, slice, new Date());
  }
  if (hasTime()) await writeMarker(clickhouse, mark, startedAt);
  return slices > 0;
}

function idRange(index: number, slices: number): Pick<sql.Slice, 'from' | 'to'> {
  const width = Math.ceil(idSpace / slices);
  return { from: index * width, to: (index + 1) * width };
}

async function embedMissing(
  clickhouse: ClickHouse,
  embedder: TextEmbedder,
  slice: sql.Slice,
  hasTime: () => boolean,
): Promise<void> {
  while (hasTime()) {
    const texts = await sql.missingTexts(clickhouse, slice, embedder.batchSize);
    if (texts.length === 0) return;
    const vectors = await embedder.embed(texts.map(({ text }) => text));
    const rows = texts.map(({ textId }, index) => ({
      model: slice.model,
      text_id: textId,
      vector: [...(vectors[index] ?? [])],
      version: Date.now(),
    }));
    await clickhouse.insert('text_vectors', rows);
  }
}
