import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

/** An HTTP server on this machine that messages are sent to. */
export interface Receiver {
  /** `127.0.0.1:40123` */
  readonly host: string;
  /** Sets the response of a path, by status or by function; returns its URL. */
  answer(path: string, answer: number | Answer): string;
  /** What a path was sent so far. */
  got(path: string): Received[];
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const answers = new Map<string, Answer>();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const take = async (): Promise<void> => {
      const message = { path, headers: request.headers, body: await text(request) };
      received.push(message);
      answers.get(path)?.(response, message, request);
    };
    void take();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    answer: (path, answer) => {
      const status: Answer = (response) => void response.writeHead(Number(answer)).end('noted');
      answers.set(path, typeof answer === 'number' ? status : answer);
      return `http://${host}${path}`;
    },
    got: (path) => received.filter((message) => message.path === path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
