import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedder } from './open.ts';

interface EmbeddingRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly input: readonly string[];
  readonly model: string;
}

type Answer = (request: EmbeddingRequest, response: ServerResponse) => void;

/** A valid response: three distinct numbers per text, in reverse order with indexes. */
const embeddings: Answer = ({ input, model }, response) => {
  const data = input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, -text.length / 2, 0.001],
  }));
  const usage = { prompt_tokens: 8, total_tokens: 8 };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', data: data.toReversed(), model, usage }));
};

const failing =
  (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }));
  };

const saying =
  (body: string): Answer =>
  (_, response) =>
    response.end(body);

let server: Server;
let address = '';
let requests: EmbeddingRequest[] = [];
/** Responses to the next requests, one each; later requests get a valid response. */
let next: Answer[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input, model } = JSON.parse(await readText(request)) as { input: string[]; model: string };
  const call = { path: request.url ?? '', key: request.headers.authorization, input, model };
  requests.push(call);
  (next.shift() ?? embeddings)(call, response);
}

beforeEach(async () => {
  [requests, next] = [[], []];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => openEmbedder({ kind: 'endpoint', address, model: 'small', key: 'secret' });

describe('an OpenAI-compatible endpoint', () => {
  it('is queried for its dimensions, which are part of the name', async () => {
    expect(await open()).toMatchObject({ model: 'small@3', dimensions: 3 });
    expect(requests).toMatchObject([{ path: '/v1/embeddings', key: 'Bearer secret', model: 'small' }]);
  });

  it('assigns vectors to texts in batches, in any order of the response', async () => {
    const embedder = await open();
    const texts = Array.from({ length: 150 }, (_, at) => 'a'.repeat(at + 1));
    const vectors = await embedder.embed(texts);
    expect(vectors).toHaveLength(150);
    expect(vectors[9]).toEqual(Int8Array.of(127, -63, 0));
    expect(requests.slice(1).map(({ input }) => input.length)).toEqual([64, 64, 22]);
    expect(requests.slice(1).flatMap(({ input }) => input)).toEqual(texts);
  });

  it('gets no text without letters, with half a character, or above the limit', async () => {
    const embedder = await open();
    const vectors = await embedder.embed(['50 %', 'a\u{d800}', 'x'.repeat(50_000), '']);
    expect(vectors.map((vector) => vector.every((value) => value === 0))).toEqual([true, false, false, true]);
    expect(requests.at(-1)?.input).toEqual(['a\u{fffd}', 'x'.repeat(4000)]);
  });

  it.each(['', '/', '/v1', '/v1/', '/v1/embeddings'])('is found with %j behind its address', async (path) => {
    await openEmbedder({ kind: 'endpoint', address: address + path, model: 'small' });
    expect(requests).toMatchObject([{ path: '/v1/embeddings', key: undefined }]);
  });

  it('may have a custom path', async () => {
    await openEmbedder({ kind: 'endpoint', address: `${address}/openai/v2`, model: 'small' });
    expect(requests).toMatchObject([{ path: '/openai/v2/embeddings' }]);
  });
});

describe('a failing endpoint', () => {
  it('is retried if busy or broken', async () => {
    next = [
      failing(429, 'Rate limit reached', { 'retry-after': '0' }),
      failing(503, 'Overloaded'),
      embeddings,
    ];
    expect(await open()).toMatchObject({ dimensions: 3 });
    expect(requests).toHaveLength(3);
  });

  it('sets the retry delay in seconds or as a date', async () => {
    next = [
      failing(429, 'Slow down', { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }),
      failing(429, 'Slow down', { 'retry-after': '1' }),
    ];
    const before = performance.now();
    await open();
    // A slow machine may wait longer, never shorter.
    expect(performance.now() - before).toBeGreaterThanOrEqual(990);
  });

  it('fails after five attempts', async () => {
    next = Array.from({ length: 9 }, () => failing(500, 'Oops', { 'retry-after': '0' }));
    await expect(open()).rejects.toThrow(
      `The embeddings endpoint at ${address} responded with status 500, 5 times in a row.`,
    );
    expect(requests).toHaveLength(5);
  });

  it('is retried after a closed connection', async () => {
    next = [(_, response) => response.destroy()];
    expect(await open()).toMatchObject({ dimensions: 3 });
  });

  it('reports a rejected key at once, without quoting it', async () => {
    next = [failing(401, 'Incorrect API key provided: secret')];
    const error = await open().catch((cause: unknown) => cause);
    expect(String(error)).toContain('rejected the API key; check MAGPIE_EMBEDDINGS_KEY.');
    expect(String(error)).not.toContain('secret');
    expect(requests).toHaveLength(1);
  });

  it('quotes other errors in one line', async () => {
    next = [failing(404, 'The model `small`\n does not exist')];
    await expect(open()).rejects.toThrow(/rejected the request with 404: .*does not exist/);
  });

  it('cannot redirect', async () => {
    next = [failing(307, 'Moved', { location: `${address}/elsewhere` })];
    await expect(open()).rejects.toThrow('rejected the request with 307');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['<html>', 'not JSON'],
    ['{}', 'no list of 1 vectors'],
    ['null', 'no list of 1 vectors'],
    ['{"data":[]}', 'no list of 1 vectors'],
    ['{"data":[{"index":1,"embedding":[1]}]}', 'duplicate or invalid index'],
    ['{"data":[{"index":0,"embedding":"AACAPw=="}]}', 'not a list of numbers'],
    ['{"data":[{"index":0,"embedding":[1,null]}]}', 'not a list of numbers'],
    ['{"data":[{"index":0,"embedding":[]}]}', 'without components'],
  ])('that sends %s fails', async (body, says) => {
    next = [saying(body)];
    await expect(open()).rejects.toThrow(says);
  });

  it('fails if the vector length changes', async () => {
    const embedder = await open();
    next = [saying('{"data":[{"index":0,"embedding":[1,2]}]}')];
    await expect(embedder.embed(['hello'])).rejects.toThrow('2 components instead of 3');
  });
});

it('an endpoint without model or URL is rejected with the missing settings', async () => {
  await expect(openEmbedder({ kind: 'endpoint', address })).rejects.toThrow('MAGPIE_EMBEDDINGS_MODEL');
  await expect(openEmbedder({ kind: 'endpoint', model: 'small' })).rejects.toThrow('MAGPIE_EMBEDDINGS');
});
