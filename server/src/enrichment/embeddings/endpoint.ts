import { MagpieError } from '@magpie/contract/errors';
import { serviceUrl } from '../../integrations/outsideService.ts';
import { embedLettered, type Embedder } from './embedder.ts';
import { postJson } from './endpointRequest.ts';

interface EndpointSettings {
  /** `https://api.openai.com`, with or without `/v1` and `/embeddings` behind it. */
  readonly address: string;
  readonly model: string;
  readonly key?: string;
}

/** What every server of this kind takes in one request. */
const textsPerRequest = 64;
/** In UTF-16 units: about the 8,192 tokens of usual models, in the scripts that need the most tokens too. */
const longestSentText = 4000;

/**
 * Any server that answers `POST /v1/embeddings` as OpenAI does. It is asked once at the start, because only its
 * answer tells how long its vectors are; a wrong key or model is found out then, not in the middle of an import.
 */
export async function endpointEmbedder(settings: EndpointSettings): Promise<Embedder> {
  const [probe] = await ask(settings, ['Free shipping on every order']);
  const dimensions = probe?.length ?? 0;
  if (dimensions === 0) throw misshapen('a vector without components');
  return {
    model: `${settings.model}@${dimensions}`,
    dimensions,
    atOnce: 500,
    embed: (texts) =>
      embedLettered(texts, dimensions, (lettered) => inBatches(settings, lettered, dimensions)),
  };
}

async function inBatches(
  settings: EndpointSettings,
  texts: readonly string[],
  dimensions: number,
): Promise<readonly (readonly number[])[]> {
  const vectors: (readonly number[])[] = [];
  for (let from = 0; from < texts.length; from += textsPerRequest) {
    vectors.push(...(await ask(settings, texts.slice(from, from + textsPerRequest))));
  }
  const odd = vectors.find((vector) => vector.length !== dimensions);
  if (odd !== undefined) throw misshapen(`${odd.length} components instead of ${dimensions}`);
  return vectors;
}

async function ask(
  { address, model, key }: EndpointSettings,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const input = texts.map((text) => text.slice(0, longestSentText).replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
  const answer = await postJson(
    serviceUrl(address, 'embeddings'),
    { model, input, encoding_format: 'float' },
    key,
  );
  return vectorsOf(answer, texts.length);
}

/** Vectors come with the place of their text, in any order. */
function vectorsOf(answer: unknown, expected: number): readonly (readonly number[])[] {
  const data = fieldOf(answer, 'data');
  if (!Array.isArray(data) || data.length !== expected) throw misshapen(`no list of ${expected} vectors`);
  const vectors: (readonly number[])[] = [];
  for (const [place, item] of data.entries()) {
    const index = fieldOf(item, 'index') ?? place;
    const vector = fieldOf(item, 'embedding');
    if (!isPlace(index, expected) || index in vectors) throw misshapen('a place that is taken or not there');
    if (!isVector(vector)) throw misshapen('an embedding that is no list of numbers');
    vectors[index] = vector;
  }
  return vectors;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function isPlace(value: unknown, places: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < places;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((component) => Number.isFinite(component));
}

function misshapen(got: string): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    `The embeddings endpoint answered in an unknown shape: expected OpenAI's list of embeddings, got ${got}.`,
  );
}
