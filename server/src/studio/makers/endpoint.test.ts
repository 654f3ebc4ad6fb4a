import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import {
  hanging,
  imageAt,
  type ImageServer,
  refusing,
  saying,
  startImageServer,
} from '../../testing/imageServer.ts';
import { noise } from '../../testing/pictures.ts';
import { plainOrder } from '../../testing/studio.ts';
import { createEndpointMaker, type EndpointSettings } from './endpoint.ts';
import { type MadeImage, MakingFailed, type Order } from './maker.ts';

const key = 'sk-very-secret';
let server: ImageServer;
beforeAll(async () => {
  server = await startImageServer();
});
afterAll(() => server.close());
beforeEach(() => void server.next.splice(0));

const never = new AbortController().signal;

interface Options {
  readonly settings?: Partial<EndpointSettings>;
  readonly order?: Partial<Order>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: number) => void;
}

function make({
  settings,
  order,
  signal = never,
  onProgress = () => undefined,
}: Options = {}): Promise<MadeImage> {
  const fetch = createSafeFetch({ allow: [new URL(server.address).host] });
  const maker = createEndpointMaker({
    address: server.address,
    key,
    model: 'some-model',
    cost: null,
    fetch,
    ...settings,
  });
  return maker.make({ ...plainOrder, ...order }, onProgress, signal);
}

/** The failure of a request with the prepared response. */
async function failureOf(
  options: Options = {},
): Promise<Pick<MakingFailed, 'message' | 'isRetryable' | 'retryAfter'>> {
  const failure = await make(options).catch((error: unknown) => error);
  if (!(failure instanceof MakingFailed)) throw failure;
  const { message, isRetryable, retryAfter } = failure;
  expect(message).not.toContain(key);
  return { message, isRetryable, retryAfter };
}

describe('an image service', () => {
  it.each([
    ['some-model', '1:1', '1024x1024', 1080, 1080],
    ['some-model', '4:5', '1024x1536', 1080, 1350],
    ['gpt-image-1', '9:16', '1024x1536', 1080, 1920],
    ['dall-e-3', '9:16', '1024x1792', 1080, 1920],
    ['dall-e-3', '1.91:1', '1792x1024', 1200, 628],
    ['dall-e-2', '1.91:1', '1024x1024', 1200, 628],
  ] as const)(
    '%s gets the size nearest to %s, and the image is cropped to it',
    async (model, aspectRatio, size, width, height) => {
      const { bytes } = await make({ settings: { model }, order: { aspectRatio } });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
      expect(server.requests.at(-1)).toEqual({
        path: '/v1/images/generations',
        key: `Bearer ${key}`,
        body: { model, prompt: `${plainOrder.prompt}\n\nAvoid: ${plainOrder.negativePrompt}`, size, n: 1 },
      });
    },
  );

  it.each(['', '/', '/v1', '/v1/', '/v1/images/generations'])(
    'is found with %j behind its address, and needs no key',
    async (path) => {
      await make({ settings: { address: server.address + path, key: null } });
      expect(server.requests.at(-1)).toMatchObject({ path: '/v1/images/generations', key: undefined });
    },
  );

  it('may return a URL, which is fetched without the key', async () => {
    server.next.push(imageAt(`${server.address}/kept/1.png`));
    const reported: number[] = [];
    const { bytes } = await make({ onProgress: (progress) => void reported.push(progress) });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
    expect(reported).toEqual([0.1, 0.7, 0.8]);
  });

  it('may send the image as a data URL', async () => {
    const image = `data:image/png;base64,${(await noise(64, 64)).toString('base64')}`;
    server.next.push(saying(JSON.stringify({ data: [{ b64_json: image }] })));
    expect(await sharp((await make()).bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
  });

  it('gets a prompt within the limit of its model', async () => {
    await make({ settings: { model: 'dall-e-3' }, order: { prompt: `a${'😀'.repeat(5000)}` } });
    expect(server.requests.at(-1)?.body['prompt']).toBe(`a${'😀'.repeat(1999)}`);
  });
});

describe('a failing image service', () => {
  it('is quoted if it rejects the request', async () => {
    const message = `Your request was rejected by our safety system (${key}).`;
    server.next.push(refusing(400, { message, code: 'content_policy_violation' }));
    expect(await failureOf()).toMatchObject({
      message:
        'The image service rejected the request with status 400: Your request was rejected by our safety system (…).',
      isRetryable: false,
    });
  });

  it('that rejects the key is not retried', async () => {
    server.next.push(refusing(401, { message: `Incorrect API key provided: ${key}` }));
    expect(await failureOf()).toMatchObject({
      message: 'The image service rejected the API key; ask the operator to check AI_IMAGE_KEY.',
      isRetryable: false,
    });
  });

  it('that is busy sets the retry delay', async () => {
    server.next.push(refusing(429, { message: 'Slow down' }, { 'retry-after': '7' }));
    expect(await failureOf()).toEqual({
      message: 'The image service responded with status 429.',
      isRetryable: true,
      retryAfter: 7000,
    });
  });

  it('that is out of credit is not retried', async () => {
    server.next.push(
      refusing(429, { message: 'You exceeded your current quota.', code: 'insufficient_quota' }),
    );
    expect(await failureOf()).toMatchObject({
      message: 'The image service rejected the request with status 429: You exceeded your current quota.',
      isRetryable: false,
    });
  });

  it.each([500, 502, 503])('is retried after status %d', async (status) => {
    server.next.push(refusing(status, { message: 'Oops' }));
    expect(await failureOf()).toMatchObject({ isRetryable: true });
  });

  it('is retried after a timeout', async () => {
    server.next.push(hanging);
    expect(await failureOf({ settings: { milliseconds: 50 } })).toMatchObject({
      message: 'The image service did not answer within 0.05 seconds.',
      isRetryable: true,
    });
  });

  it('is retried if unreachable', async () => {
    expect(await failureOf({ settings: { address: 'http://127.0.0.1:1' } })).toMatchObject({
      message: 'The image service could not be reached.',
      isRetryable: true,
    });
  });

  it('is aborted if the image is cancelled', async () => {
    const gone = new AbortController();
    let isGivenUp = false;
    server.next.push((_, response) => {
      response.on('close', () => void (isGivenUp = true));
      gone.abort(new Error('cancelled'));
    });
    await expect(make({ signal: gone.signal })).rejects.toThrow('cancelled');
    await expect.poll(() => isGivenUp).toBe(true);
  });

  it('cannot redirect', async () => {
    const elsewhere = { location: `${server.address}/elsewhere` };
    server.next.push(refusing(307, { message: 'Moved' }, elsewhere));
    const before = server.requests.length;
    expect(await failureOf()).toMatchObject({
      message: 'The image service rejected the request with status 307: Moved.',
      isRetryable: false,
    });
    expect(server.requests).toHaveLength(before + 1);
  });

  it.each([
    ['<html>', 'sent a response that is not JSON'],
    ['null', 'sent a response without an image'],
    ['{}', 'sent a response without an image'],
    ['{"data":[]}', 'sent a response without an image'],
    ['{"data":[{"b64_json":"","url":7}]}', 'sent a response without an image'],
    [
      '{"data":[{"b64_json":"PHN2Zz4="}]}',
      'sent a file that is no usable image: The file is not a JPEG, PNG, GIF, WebP or AVIF image',
    ],
    ['{"data":[{"url":"file:///etc/passwd"}]}', 'returned an image URL that cannot be fetched'],
    ['{"data":[{"url":"http://127.0.0.1:1/image.png"}]}', 'returned an image URL that cannot be fetched'],
    ['{"data":[{"url":"http://169.254.169.254/latest"}]}', 'returned an image URL that cannot be fetched'],
  ])('that sends %s fails', async (body, says) => {
    server.next.push(saying(body));
    const { message, isRetryable } = await failureOf();
    expect(message).toContain(`The image service ${says}`);
    expect(isRetryable).toBe(false);
  });

  it('that sends an endless response fails', async () => {
    server.next.push(saying(`{"data":[{"b64_json":"${'A'.repeat(36 * 1024 * 1024)}"}]}`));
    expect(await failureOf()).toMatchObject({
      message: 'The image service sent more than 33 MB for one request.',
      isRetryable: false,
    });
  });

  it('that sends a truncated image fails', async () => {
    const half = (await noise(200, 200)).subarray(0, 5000).toString('base64');
    server.next.push(saying(JSON.stringify({ data: [{ b64_json: half }] })));
    expect((await failureOf()).message).toContain('sent a file that is no usable image');
  });
});
