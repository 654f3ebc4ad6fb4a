import sharp from 'sharp';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { tryParseJson } from '../../integrations/json.ts';
import {
  callService,
  readField,
  ServiceError,
  type ServiceResponse,
  serviceUrl,
} from '../../integrations/externalService.ts';
import {
  checkImage,
  withDecodeErrors,
  decodingSeconds,
  InvalidImage,
  decodeNext,
} from '../../integrations/images/checkImage.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import {
  type AspectRatio,
  type FailureOptions,
  type Maker,
  MakingFailed,
  type Order,
  sizes,
} from './maker.ts';

export interface EndpointSettings {
  /** `https://api.example.com`, with or without `/v1`. */
  readonly address: string;
  readonly key: string | null;
  readonly model: string;
  /** Per image in US dollars; null if unknown. */
  readonly cost: number | null;
  readonly fetch: SafeFetch;
  readonly milliseconds?: number;
}

const responseMilliseconds = 120_000;
const maxImageBytes = 25 * 1024 * 1024;
/** Base64-encoded, plus the JSON around it. */
const maxResponseBytes = Math.ceil(maxImageBytes / 3) * 4 + 64 * 1024;

/** Any service compatible with OpenAI's `POST /v1/images/generations`. */
export function createEndpointMaker(settings: EndpointSettings): Maker {
  return {
    maker: 'endpoint',
    model: settings.model,
    costEstimate: settings.cost,
    aspectRatios: ['1:1', '4:5', '9:16', '1.91:1'],
    layouts: [],
    make: async (order, onProgress, signal) => {
      onProgress(0.1);
      const response = await requestImage(settings, order, signal);
      onProgress(0.7);
      const bytes = await imageFromResponse(settings, response, signal);
      onProgress(0.8);
      return { bytes: await resizeToRatio(bytes, order.aspectRatio), layout: null };
    },
  };
}

async function requestImage(
  { address, key, model, milliseconds = responseMilliseconds }: EndpointSettings,
  { prompt, negativePrompt, aspectRatio }: Order,
  signal: AbortSignal,
): Promise<unknown> {
  const { shapes, maxPromptLength } =
    capabilities.find(({ prefix }) => model.startsWith(prefix)) ?? usualCapabilities;
  const fullPrompt = negativePrompt === '' ? prompt : `${prompt}\n\nAvoid: ${negativePrompt}`;
  const words = fullPrompt.slice(0, maxPromptLength).replace(/\p{Surrogate}$/u, '');
  // Only fields that every such service accepts: most reject unknown ones.
  const body = { model, prompt: words, size: nearest(shapes, aspectRatio), n: 1 };
  const limits = { maxBytes: maxResponseBytes, milliseconds, signal };
  try {
    const response = await callService(serviceUrl(address, 'images/generations'), { key, body, ...limits });
    if (response.status < 200 || response.status > 299) throw errorFromResponse(response, key);
    return JSON.parse(response.text);
  } catch (error) {
    if (error instanceof SyntaxError) throw failure('sent a response that is not JSON');
    if (!(error instanceof ServiceError)) throw error;
    throw failure(error.message, { isRetryable: error.reason !== 'size', cause: error });
  }
}

/** What models accept, by prefix of their name. Longer prompts and other sizes are rejected. */
const capabilities = [
  { prefix: 'dall-e-2', shapes: ['1024x1024'], maxPromptLength: 1000 },
  { prefix: 'dall-e-3', shapes: ['1024x1024', '1024x1792', '1792x1024'], maxPromptLength: 4000 },
];
const usualCapabilities = { shapes: ['1024x1024', '1024x1536', '1536x1024'], maxPromptLength: 32_000 };

function nearest(shapes: readonly string[], aspectRatio: AspectRatio): string {
  const { width, height } = sizes[aspectRatio];
  const distance = (shape: string): number => {
    const [across = 1, down = 1] = shape.split('x').map(Number);
    return Math.abs(Math.log(width / height / (across / down)));
  };
  return shapes.reduce((one, other) => (distance(other) < distance(one) ? other : one));
}

/** Exhausted credit is reported as 429 too, but retrying does not help. */
const outOfCredit: ReadonlySet<unknown> = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

function errorFromResponse({ status, text, retryAfter }: ServiceResponse, key: string | null): MakingFailed {
  const error = readField(tryParseJson(text), 'error');
  const detail = readField(error, 'message') ?? error;
  const words = typeof detail === 'string' ? sanitizeForMessage(withoutKey(detail, key).trim(), 300) : '';
  if (status === 401) return failure('rejected the API key; ask the operator to check AI_IMAGE_KEY');
  const isOutOfCredit = outOfCredit.has(readField(error, 'code'));
  if (!isOutOfCredit && (status === 408 || status === 429 || status >= 500)) {
    return failure(`responded with status ${status}`, { isRetryable: true, retryAfter });
  }
  return failure(
    `rejected the request with status ${status}${words === '' ? '' : `: ${words.replace(/[.\s]+$/, '')}`}`,
  );
}

function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, '…');
}

async function imageFromResponse(
  settings: EndpointSettings,
  response: unknown,
  signal: AbortSignal,
): Promise<Buffer> {
  const data = readField(response, 'data');
  const [image] = Array.isArray(data) ? (data as unknown[]) : [];
  const base64 = readField(image, 'b64_json');
  if (typeof base64 === 'string' && base64 !== '') {
    // Some services send a data URL.
    return Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
  }
  const url = readField(image, 'url');
  if (typeof url !== 'string' || url === '') throw failure('sent a response without an image');
  return downloadImage(settings.fetch, url, signal);
}

async function downloadImage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const limits = { maxBytes: maxImageBytes, milliseconds: 30_000 };
    const { status, bytes } = await fetch(url, { ...limits, signal });
    if (status === 200) return bytes;
    throw failure(`returned an image URL that responds with status ${status}`, {
      isRetryable: status >= 500,
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const isRetryable = error.reason === 'time' || error.reason === 'unreachable';
    throw failure(`returned an image URL that cannot be fetched: ${error.message.replace(/\.$/, '')}`, {
      isRetryable,
      cause: error,
    });
  }
}

async function resizeToRatio(bytes: Buffer, aspectRatio: AspectRatio): Promise<Buffer> {
  const { width, height } = sizes[aspectRatio];
  try {
    await checkImage(bytes);
    const cut = sharp(bytes).timeout({ seconds: decodingSeconds }).autoOrient();
    return await decodeNext(() =>
      withDecodeErrors(cut.resize(width, height, { fit: 'cover' }).png().toBuffer()),
    );
  } catch (error) {
    if (!(error instanceof InvalidImage)) throw error;
    throw failure(`sent a file that is no usable image: ${error.message.replace(/\.$/, '')}`, {
      cause: error,
    });
  }
}

function failure(what: string, options?: FailureOptions): MakingFailed {
  return new MakingFailed(`The image service ${what}.`, options);
}
