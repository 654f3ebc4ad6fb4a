import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response: a value as JSON, or plain text. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

export interface Request {
  readonly path: string;
  readonly fields: string;
  readonly authorization: string | undefined;
  /** The raw body. */
  readonly body: string;
}

interface TiktokServer {
  readonly baseUrl: string;
  /** All received requests, token requests included. */
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

/** A fake TikTok server. Tokens are `clt.token1`, `clt.token2` and so on unless `reply` overrides them. */
export async function tiktokServer(
  reply: (request: Request, count: number) => Reply | undefined,
): Promise<TiktokServer> {
  const requests: Request[] = [];
  let tokens = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await read(incoming);
    const count = requests.push(request);
    const { status = 200, headers = {}, json, text } = reply(request, count) ?? newToken(++tokens);
    outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    outgoing.end(text ?? JSON.stringify(json));
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newToken(number: number): Reply {
  return { json: { access_token: `clt.token${number}`, expires_in: 7200, token_type: 'Bearer' } };
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  return {
    path: url.pathname,
    fields: url.searchParams.get('fields') ?? '',
    authorization: incoming.headers.authorization,
    body,
  };
}
