import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Connector, ConnectorRefused, type ConnectorTools } from './connector.ts';
import type { QueryFields } from './savedSources.sql.ts';

/** The response: a value as JSON, or plain text. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** The raw body. */
  readonly body: string;
}

interface LibraryServer {
  readonly baseUrl: string;
  /** All received requests, in order. */
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

/** A fake library. `count` is the number of the request, from 1. */
export async function libraryServer(
  reply: (request: Request, count: number) => Reply,
): Promise<LibraryServer> {
  const requests: Request[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await read(incoming);
    const { status = 200, headers = {}, json, text } = reply(request, requests.push(request));
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

async function read(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    parameters: url.searchParams,
    headers: incoming.headers,
    body,
  };
}

interface Run {
  /** The documents received. */
  readonly pages: unknown[];
  readonly refused: ConnectorRefused | null;
  readonly requests: readonly Request[];
  readonly naps: readonly number[];
  readonly lines: readonly string[];
  readonly ceilings: readonly number[];
}

/** One run of a connector against a fake library, on March 15, 2026; waiting takes no time. */
export async function runConnector(
  connector: Connector,
  given: QueryFields | ((baseUrl: string) => QueryFields),
  reply: (request: Request, count: number) => Reply,
): Promise<Run> {
  const server = await libraryServer(reply);
  onTestFinished(() => server.close());
  const query = typeof given === 'function' ? given(server.baseUrl) : given;
  const naps: number[] = [];
  const lines: string[] = [];
  const ceilings: number[] = [];
  const pages: unknown[] = [];
  const tools: ConnectorTools = {
    fetch,
    sleep(milliseconds) {
      naps.push(milliseconds);
      return Promise.resolve();
    },
    say: (line) => void lines.push(line),
    reachedCeiling: (limit) => void ceilings.push(limit),
    signal: new AbortController().signal,
    now: () => Date.UTC(2026, 2, 15, 12),
  };
  let refused: ConnectorRefused | null = null;
  try {
    for await (const page of connector.pages({ baseUrl: server.baseUrl, ...query }, tools)) pages.push(page);
  } catch (error) {
    if (!(error instanceof ConnectorRefused)) throw error;
    refused = error;
  }
  return { pages, refused, requests: server.requests, naps, lines, ceilings };
}
