import sharp from 'sharp';
import { shown } from '@magpie/contract/errors';
import { jsonIn } from '../../integrations/json.ts';
import { askService, NoAnswer, type ServiceAnswer, serviceUrl } from '../../integrations/outsideService.ts';
import {
  checkPicture,
  decoded,
  decodingSeconds,
  PictureRefused,
} from '../../integrations/images/checkPicture.ts';
import { decodeNext } from '../../integrations/images/decodeNext.ts';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { type AspectRatio, type Maker, MakingFailed, type Order, sizes } from './maker.ts';

export interface EndpointSettings {
  /** `https://api.example.com`, with or without `/v1` behind it. */
  readonly address: string;
  readonly key: string | null;
  readonly model: string;
  /** Of one image, in US dollars; null where it is not known. */
  readonly cost: number | null;
  /** Fetches an image that the service answers with an address of. */
  readonly fetch: SafeFetch;
  readonly milliseconds?: number;
}

const answerMilliseconds = 120_000;
const mostImageBytes = 25 * 1024 * 1024;
/** As base64, and with what stands around it. */
const mostAnswerBytes = Math.ceil(mostImageBytes / 3) * 4 + 64 * 1024;

/** Any service that answers `POST /v1/images/generations` as OpenAI does. */
export function createEndpointMaker(settings: EndpointSettings): Maker {
  return {
    maker: 'endpoint',
    model: settings.model,
    costEstimate: settings.cost,
    aspectRatios: ['1:1', '4:5', '9:16', '1.91:1'],
    layouts: [],
    make: async (order, tell, signal) => {
      tell(0.1);
      const answer = await ask(settings, order, signal);
      tell(0.7);
      const bytes = await imageIn(settings, answer, signal);
      tell(0.8);
      return { bytes: await fitted(bytes, order.aspectRatio), layout: null };
    },
  };
}

async function ask(
  { address, key, model, milliseconds = answerMilliseconds }: EndpointSettings,
  { prompt, negativePrompt, aspectRatio }: Order,
  signal: AbortSignal,
): Promise<unknown> {
  const { shapes, longestPrompt } = kindOf(model);
  const words = wordsOf(prompt, negativePrompt)
    .slice(0, longestPrompt)
    .replace(/\p{Surrogate}$/u, '');
  // Only what every service of this kind takes: most refuse a request with a field that they do not know.
  const body = { model, prompt: words, size: nearest(shapes, aspectRatio), n: 1 };
  const limits = { mostBytes: mostAnswerBytes, milliseconds, signal };
  try {
    const answer = await askService(serviceUrl(address, 'images/generations'), { key, body, ...limits });
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, key);
    return JSON.parse(answer.text);
  } catch (error) {
    if (error instanceof SyntaxError) throw failed('answered something that is not JSON');
    if (!(error instanceof NoAnswer)) throw error;
    throw failed(error.message, { mayPass: error.reason !== 'size', cause: error });
  }
}

function wordsOf(prompt: string, negativePrompt: string): string {
  return negativePrompt === '' ? prompt : `${prompt}\n\nAvoid: ${negativePrompt}`;
}

/** What models take. A longer prompt or another shape would be refused. */
interface Kind {
  readonly shapes: readonly string[];
  readonly longestPrompt: number;
}

/** By what the name of a model begins with; the last is the kind of all others. */
const kinds: readonly (readonly [name: string, kind: Kind])[] = [
  ['dall-e-2', { shapes: ['1024x1024'], longestPrompt: 1000 }],
  ['dall-e-3', { shapes: ['1024x1024', '1024x1792', '1792x1024'], longestPrompt: 4000 }],
  ['', { shapes: ['1024x1024', '1024x1536', '1536x1024'], longestPrompt: 32_000 }],
];

function kindOf(model: string): Kind {
  const [, kind] = kinds.find(([name]) => model.startsWith(name)) ?? [];
  if (kind === undefined) throw new Error('the list of kinds has no last one');
  return kind;
}

/** The shape of which least is cut off. */
function nearest(shapes: readonly string[], aspectRatio: AspectRatio): string {
  const { width, height } = sizes[aspectRatio];
  const distance = (shape: string): number => {
    const [across = 1, down = 1] = shape.split('x').map(Number);
    return Math.abs(Math.log(width / height / (across / down)));
  };
  return shapes.reduce((one, other) => (distance(other) < distance(one) ? other : one));
}

/** A service that has no more to give says so by the status that otherwise means a moment's patience. */
const outOfCredit: ReadonlySet<unknown> = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

function refusalOf({ status, text, retryAfter }: ServiceAnswer, key: string | null): MakingFailed {
  const error = fieldOf(jsonIn(text), 'error');
  const said = fieldOf(error, 'message') ?? error;
  const words = typeof said === 'string' ? shown(withoutKey(said, key).trim(), 300) : '';
  if (status === 401) return failed('refused the key of this instance; its operator sets AI_IMAGE_KEY');
  const isOver = outOfCredit.has(fieldOf(error, 'code'));
  if (!isOver && (status === 408 || status === 429 || status >= 500)) {
    return failed(`answered with status ${status}`, { mayPass: true, retryAfter });
  }
  return failed(`refused with status ${status}${words === '' ? '' : `: ${words.replace(/[.\s]+$/, '')}`}`);
}

function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, '…');
}

/** The image is in the answer, or where that says. */
async function imageIn(settings: EndpointSettings, answer: unknown, signal: AbortSignal): Promise<Buffer> {
  const data = fieldOf(answer, 'data');
  const [image] = Array.isArray(data) ? (data as unknown[]) : [];
  const base64 = fieldOf(image, 'b64_json');
  if (typeof base64 === 'string' && base64 !== '') {
    // Some put before it what a page would need to show it.
    return Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
  }
  const url = fieldOf(image, 'url');
  if (typeof url !== 'string' || url === '') throw failed('answered without an image');
  return fetchedFrom(settings.fetch, url, signal);
}

async function fetchedFrom(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const limits = { mostBytes: mostImageBytes, milliseconds: 30_000 };
    const { status, bytes } = await fetch(url, { ...limits, signal });
    if (status === 200) return bytes;
    throw failed(`keeps its image where status ${status} is answered`, { mayPass: status >= 500 });
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const mayPass = error.reason === 'time' || error.reason === 'unreachable';
    throw failed(`keeps its image where it cannot be fetched from: ${error.message.replace(/\.$/, '')}`, {
      mayPass,
      cause: error,
    });
  }
}

/** In exactly the size of the shape, cut at its longer sides. */
async function fitted(bytes: Buffer, aspectRatio: AspectRatio): Promise<Buffer> {
  const { width, height } = sizes[aspectRatio];
  try {
    await checkPicture(bytes);
    const cut = sharp(bytes).timeout({ seconds: decodingSeconds }).autoOrient();
    return await decodeNext(() => decoded(cut.resize(width, height, { fit: 'cover' }).png().toBuffer()));
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw failed(`sent no image: ${error.message.replace(/\.$/, '')}`, { cause: error });
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

interface Trouble {
  readonly mayPass?: boolean;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

function failed(what: string, { mayPass = false, retryAfter = null, cause }: Trouble = {}): MakingFailed {
  return new MakingFailed(`The image service ${what}.`, { mayPass, retryAfter, cause });
}
