import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

/** A received image request. */
export interface ImageServerRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export type ImageResponder = (requests: ImageServerRequest, response: ServerResponse) => void | Promise<void>;

/** A service that makes images, in the shape that OpenAI documents. */
export interface ImageServer {
  /** `http://127.0.0.1:40123` */
  readonly address: string;
  readonly requests: readonly ImageServerRequest[];
  /** The responses to the next requests; afterwards each gets an image. */
  readonly next: ImageResponder[];
  close(): void;
}

export async function startImageServer(): Promise<ImageServer> {
  const requests: ImageServerRequest[] = [];
  const next: ImageResponder[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') return void response.end(await plainImage(64, 64));
    const call = {
      path: request.url ?? '',
      key: request.headers.authorization,
      body: JSON.parse(await text(request)) as ImageServerRequest['body'],
    };
    requests.push(call);
    await (next.shift() ?? imageInside)(call, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function plainImage(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** An image of the requested size. */
export const imageInside: ImageResponder = async ({ body }, response) => {
  const [width = 0, height = 0] = String(body['size']).split('x').map(Number);
  const image = (await plainImage(width, height)).toString('base64');
  send(response, 200, { created: 1_700_000_000, data: [{ b64_json: image }] });
};

/** Returns the URL of the image. */
export const imageAt =
  (url: string): ImageResponder =>
  (_, response) =>
    send(response, 200, { created: 1_700_000_000, data: [{ url, revised_prompt: 'Another one' }] });

export const refusing =
  (status: number, error: { message: string; code?: string }, headers = {}): ImageResponder =>
  (_, response) =>
    send(
      response,
      status,
      { error: { type: 'image_generation_user_error', param: null, code: null, ...error } },
      headers,
    );

export const saying =
  (body: string, headers = {}): ImageResponder =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);

/** Accepts the request and never responds. */
export const hanging: ImageResponder = () => undefined;
