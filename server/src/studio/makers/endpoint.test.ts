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
import { type Made, MakingFailed, type Order } from './maker.ts';

const key = 'sk-very-secret';
let server: ImageServer;
beforeAll(async () => {
  server = await startImageServer();
});
afterAll(() => server.close());
beforeEach(() => void server.next.splice(0));

const never = new AbortController().signal;

interface Wish {
  readonly settings?: Partial<EndpointSettings>;
  readonly order?: Partial<Order>;
  readonly signal?: AbortSignal;
  readonly tell?: (progress: number) => void;
}

function make({ settings, order, signal = never, tell = () => undefined }: Wish = {}): Promise<Made> {
  const fetch = createSafeFetch({ allow: [new URL(server.address).host] });
  const maker = createEndpointMaker({
    address: server.address,
    key,
    model: 'some-model',
    cost: null,
    fetch,
    ...settings,
  });
  return maker.make({ ...plainOrder, ...order }, tell, signal);
}

/** What a request that is answered in this way comes to. */
async function failureOf(wish: Wish = {}): Promise<Pick<MakingFailed, 'message' | 'mayPass' | 'retryAfter'>> {
  const failure = await make(wish).catch((error: unknown) => error);
  if (!(failure instanceof MakingFailed)) throw failure;
  const { message, mayPass, retryAfter } = failure;
  expect(message).not.toContain(key);
  return { message, mayPass, retryAfter };
}

describe('a service that makes images', () => {
  it.each([
    ['some-model', '1:1', '1024x1024', 1080, 1080],
    ['some-model', '4:5', '1024x1536', 1080, 1350],
    ['gpt-image-1', '9:16', '1024x1536', 1080, 1920],
    ['dall-e-3', '9:16', '1024x1792', 1080, 1920],
    ['dall-e-3', '1.91:1', '1792x1024', 1200, 628],
    ['dall-e-2', '1.91:1', '1024x1024', 1200, 628],
  ] as const)(
    '%s is asked in the shape nearest to %s, and the image is cut to it',
    async (model, aspectRatio, size, width, height) => {
      const { bytes } = await make({ settings: { model }, order: { aspectRatio } });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
      expect(server.asked.at(-1)).toEqual({
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
      expect(server.asked.at(-1)).toMatchObject({ path: '/v1/images/generations', key: undefined });
    },
  );

  it('may say where the image is, and is not shown the key there', async () => {
    server.next.push(imageAt(`${server.address}/kept/1.png`));
    const told: number[] = [];
    const { bytes } = await make({ tell: (progress) => void told.push(progress) });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
    expect(told).toEqual([0.1, 0.7, 0.8]);
  });

  it('may send the image as a data address', async () => {
    const image = `data:image/png;base64,${(await noise(64, 64)).toString('base64')}`;
    server.next.push(saying(JSON.stringify({ data: [{ b64_json: image }] })));
    expect(await sharp((await make()).bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
  });

  it('is never asked for more words than its model takes', async () => {
    await make({ settings: { model: 'dall-e-3' }, order: { prompt: `a${'😀'.repeat(5000)}` } });
    expect(server.asked.at(-1)?.body['prompt']).toBe(`a${'😀'.repeat(1999)}`);
  });
});

describe('a service that makes no image', () => {
  it('says why, where it does not want to', async () => {
    const message = `Your request was rejected by our safety system (${key}).`;
    server.next.push(refusing(400, { message, code: 'content_policy_violation' }));
    expect(await failureOf()).toMatchObject({
      message:
        'The image service refused with status 400: Your request was rejected by our safety system (…).',
      mayPass: false,
    });
  });

  it('may refuse the key, which is nothing that a repeat would help', async () => {
    server.next.push(refusing(401, { message: `Incorrect API key provided: ${key}` }));
    expect(await failureOf()).toMatchObject({
      message: 'The image service refused the key of this instance; its operator sets AI_IMAGE_KEY.',
      mayPass: false,
    });
  });

  it('may be busy, and says for how long', async () => {
    server.next.push(refusing(429, { message: 'Slow down' }, { 'retry-after': '7' }));
    expect(await failureOf()).toEqual({
      message: 'The image service answered with status 429.',
      mayPass: true,
      retryAfter: 7000,
    });
  });

  it('may have been paid for too little, which does not pass', async () => {
    server.next.push(
      refusing(429, { message: 'You exceeded your current quota.', code: 'insufficient_quota' }),
    );
    expect(await failureOf()).toMatchObject({
      message: 'The image service refused with status 429: You exceeded your current quota.',
      mayPass: false,
    });
  });

  it.each([500, 502, 503])('may be broken: %d', async (status) => {
    server.next.push(refusing(status, { message: 'Oops' }));
    expect(await failureOf()).toMatchObject({ mayPass: true });
  });

  it('may not answer in time', async () => {
    server.next.push(hanging);
    expect(await failureOf({ settings: { milliseconds: 50 } })).toMatchObject({
      message: 'The image service did not answer within 0.05 seconds.',
      mayPass: true,
    });
  });

  it('may not be there', async () => {
    expect(await failureOf({ settings: { address: 'http://127.0.0.1:1' } })).toMatchObject({
      message: 'The image service could not be reached.',
      mayPass: true,
    });
  });

  it('is not waited for when nobody wants the image any more', async () => {
    const gone = new AbortController();
    let isGivenUp = false;
    server.next.push((_, response) => {
      response.on('close', () => void (isGivenUp = true));
      gone.abort(new Error('cancelled'));
    });
    await expect(make({ signal: gone.signal })).rejects.toThrow('cancelled');
    await expect.poll(() => isGivenUp).toBe(true);
  });

  it('is not followed to another address', async () => {
    const elsewhere = { location: `${server.address}/elsewhere` };
    server.next.push(refusing(307, { message: 'Moved' }, elsewhere));
    const before = server.asked.length;
    expect(await failureOf()).toMatchObject({
      message: 'The image service refused with status 307: Moved.',
      mayPass: false,
    });
    expect(server.asked).toHaveLength(before + 1);
  });

  it.each([
    ['<html>', 'answered something that is not JSON'],
    ['null', 'answered without an image'],
    ['{}', 'answered without an image'],
    ['{"data":[]}', 'answered without an image'],
    ['{"data":[{"b64_json":"","url":7}]}', 'answered without an image'],
    [
      '{"data":[{"b64_json":"PHN2Zz4="}]}',
      'sent no image: What came is no JPEG, PNG, GIF, WebP or AVIF picture',
    ],
    ['{"data":[{"url":"file:///etc/passwd"}]}', 'keeps its image where it cannot be fetched from'],
    ['{"data":[{"url":"http://127.0.0.1:1/image.png"}]}', 'keeps its image where it cannot be fetched from'],
    ['{"data":[{"url":"http://169.254.169.254/latest"}]}', 'keeps its image where it cannot be fetched from'],
  ])('is not believed when it answers %s', async (body, says) => {
    server.next.push(saying(body));
    const { message, mayPass } = await failureOf();
    expect(message).toContain(`The image service ${says}`);
    expect(mayPass).toBe(false);
  });

  it('is not read on when its answer has no end', async () => {
    server.next.push(saying(`{"data":[{"b64_json":"${'A'.repeat(36 * 1024 * 1024)}"}]}`));
    expect(await failureOf()).toMatchObject({
      message: 'The image service sent more than 33 MB for one request.',
      mayPass: false,
    });
  });

  it('is told when its image is cut off', async () => {
    const half = (await noise(200, 200)).subarray(0, 5000).toString('base64');
    server.next.push(saying(JSON.stringify({ data: [{ b64_json: half }] })));
    expect((await failureOf()).message).toContain('sent no image');
  });
});
