import { MagpieError } from '@magpie/contract/errors';
import { serviceUrl } from '../../integrations/externalService.ts';
import { embedNonEmpty, type Embedder } from './embedder.ts';
import { postJson } from './endpointRequest.ts';

interface EndpointSettings {
  /** `https://api.openai.com`, with or without `/v1` and `/embeddings`. */
  readonly address: string;
  readonly model: string;
  readonly key?: string;
}

/** Accepted by every compatible server. */
const textsPerRequest = 64;
/** In UTF-16 units: fits the usual 8,192 tokens even in scripts that need many. */
const maxSentLength = 4000;

/**
 * Any server compatible with OpenAI's `POST /v1/embeddings`. A request at startup determines the vector length, and
 * detects a wrong key or model before an import.
 */
export async function endpointEmbedder(settings: EndpointSettings): Promise<Embedder> {
  const [probe] = await requestVectors(settings, ['Free shipping on every order']);
  const dimensions = probe?.length ?? 0;
  if (dimensions === 0) throw invalidResponse('a vector without components');
  return {
    model: `${settings.model}@${dimensions}`,
    dimensions,
    batchSize: 500,
    embed: (texts) =>
      embedNonEmpty(texts, dimensions, (lettered) => embedInBatches(settings, lettered, dimensions)),
  };
}

async function embedInBatches(
  settings: EndpointSettings,
  texts: readonly string[],
  dimensions: number,
): Promise<readonly (readonly number[])[]> {
  const vectors: (readonly number[])[] = [];
  for (let from = 0; from < texts.length; from += textsPerRequest) {
    vectors.push(...(await requestVectors(settings, texts.slice(from, from + textsPerRequest))));
  }
  const odd = vectors.find((vector) => vector.length !== dimensions);
  if (odd !== undefined) throw invalidResponse(`${odd.length} components instead of ${dimensions}`);
  return vectors;
}

async function requestVectors(
  { address, model, key }: EndpointSettings,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const input = texts.map((text) => text.slice(0, maxSentLength).replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
  const response = await postJson(
    serviceUrl(address, 'embeddings'),
    { model, input, encoding_format: 'float' },
    key,
  );
  return vectorsOf(response, texts.length);
}

/** Vectors have the index of their text, in any order. */
function vectorsOf(response: unknown, expected: number): readonly (readonly number[])[] {
  const data = fieldOf(response, 'data');
  if (!Array.isArray(data) || data.length !== expected)
    throw invalidResponse(`no list of ${expected} vectors`);
  const vectors: (readonly number[])[] = [];
  for (const [place, item] of data.entries()) {
    const index = fieldOf(item, 'index') ?? place;
    const vector = fieldOf(item, 'embedding');
    if (!isIndex(index, expected) || index in vectors) throw invalidResponse('a duplicate or invalid index');
    if (!isVector(vector)) throw invalidResponse('an embedding that is not a list of numbers');
    vectors[index] = vector;
  }
  return vectors;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function isIndex(value: unknown, places: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < places;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((component) => Number.isFinite(component));
}

function invalidResponse(got: string): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    `The embeddings endpoint sent an unexpected response: expected OpenAI's list of embeddings, got ${got}.`,
  );
}
