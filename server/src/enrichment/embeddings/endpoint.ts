import { setTimeout as sleep } from 'node:timers/promises';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { callService, readField, ServiceError, serviceUrl } from '../../integrations/externalService.ts';
import { embedNonEmpty, type Embedder } from './embedder.ts';

interface EndpointSettings {
  /** `https://api.openai.com`, with or without `/v1` and `/embeddings`. */
  readonly address: string;
  readonly model: string;
  readonly key: string | null;
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

async function embedInBatches(settings: EndpointSettings, texts: readonly string[], dimensions: number) {
  const vectors: (readonly number[])[] = [];
  for (let from = 0; from < texts.length; from += textsPerRequest) {
    vectors.push(...(await requestVectors(settings, texts.slice(from, from + textsPerRequest))));
  }
  const odd = vectors.find((vector) => vector.length !== dimensions);
  if (odd !== undefined) throw invalidResponse(`${odd.length} components instead of ${dimensions}`);
  return vectors;
}

async function requestVectors({ address, model, key }: EndpointSettings, texts: readonly string[]) {
  const input = texts.map((text) => text.slice(0, maxSentLength).replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
  const response = await postJson(
    serviceUrl(address, 'embeddings'),
    { model, input, encoding_format: 'float' },
    key,
  );
  return parseVectors(response, texts.length);
}

/** Vectors have the index of their text, in any order. */
function parseVectors(response: unknown, expected: number): readonly (readonly number[])[] {
  const data = readField(response, 'data');
  if (!Array.isArray(data) || data.length !== expected)
    throw invalidResponse(`no list of ${expected} vectors`);
  const vectors: (readonly number[])[] = [];
  for (const [place, item] of data.entries()) {
    const index = readField(item, 'index') ?? place;
    const vector = readField(item, 'embedding');
    if (!isIndex(index, expected) || index in vectors) throw invalidResponse('a duplicate or invalid index');
    if (!isVector(vector)) throw invalidResponse('an embedding that is not a list of numbers');
    vectors[index] = vector;
  }
  return vectors;
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

const attempts = 5;
const firstPauseMilliseconds = 250;
/** Upper bound for the server's `Retry-After`. */
const maxPauseMilliseconds = 60_000;
const requestMilliseconds = 60_000;
/** 64 vectors of 4,096 components take 6 MB as text. */
const maxResponseBytes = 64 * 1024 * 1024;

type Outcome = { readonly response: unknown } | { readonly problem: string; readonly pause: number | null };

/** Retries while the server is busy or unreachable; other errors are thrown at once. */
async function postJson(url: URL, body: unknown, key: string | null): Promise<unknown> {
  let pause = firstPauseMilliseconds;
  let problem = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await post(url, body, key);
    if ('response' in outcome) return outcome.response;
    problem = outcome.problem;
    if (attempt < attempts) await sleep(Math.min(outcome.pause ?? pause, maxPauseMilliseconds));
    pause *= 2;
  }
  throw unavailable(url, `${problem}, ${attempts} times in a row`);
}

async function post(url: URL, body: unknown, key: string | null): Promise<Outcome> {
  try {
    const limits = { maxBytes: maxResponseBytes, milliseconds: requestMilliseconds };
    const { status, retryAfter, text } = await callService(url, { key, body, ...limits });
    if (status >= 200 && status < 300) return { response: parsed(url, text) };
    if (status !== 429 && status < 500) throw refused(url, status, text);
    return { problem: `responded with status ${status}`, pause: retryAfter };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.reason === 'size') throw unavailable(url, error.message);
    return { problem: error.message, pause: null };
  }
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(url, 'sent a response that is not JSON');
  }
}

function refused(url: URL, status: number, text: string): MagpieError {
  if (status === 401 || status === 403) {
    return unavailable(url, 'rejected the API key; check MAGPIE_EMBEDDINGS_KEY');
  }
  return unavailable(url, `rejected the request with ${status}: ${sanitizeForMessage(text.trim(), 200)}`);
}

/** Shows the origin only, because path or query may contain a secret. */
function unavailable(url: URL, problem: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', `The embeddings endpoint at ${url.origin} ${problem}.`);
}
