import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As long as a real one. */
export const metaToken = `EAAB${'Kq4'.repeat(30)}`;

export interface MetaReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface MetaServer {
  readonly baseUrl: string;
  /** The parameters of every request, in order. */
  readonly requests: readonly URLSearchParams[];
  close(): Promise<void>;
}

/** A fake Meta server. It does not respond if `reply` returns nothing, and rejects every other token. */
export async function metaServer(
  reply: (parameters: URLSearchParams, count: number) => MetaReply | undefined,
): Promise<MetaServer> {
  const requests: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const count = requests.push(searchParams);
    const isKnown = request.headers.authorization === `Bearer ${metaToken}`;
    const answer = isKnown ? reply(searchParams, count) : metaFailure(190);
    if (answer !== undefined) send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: MetaReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** An ad of the Ad Library API. */
export function metaRecord(id: number, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    id: String(id),
    page_id: '5',
    page_name: 'Havre Oats',
    ad_creative_bodies: [`Plain oats, bag ${id}.`],
    ad_delivery_start_time: '2025-03-01',
    ...more,
  };
}

/** A page; the last one has no cursor. */
export function metaPage(ads: readonly unknown[], after: string | null = null): MetaReply {
  return { body: { data: ads, ...(after === null ? {} : { paging: { cursors: { after } } }) } };
}

export function metaFailure(code: number, more: Readonly<Record<string, unknown>> = {}): MetaReply {
  return { status: 400, body: { error: { message: 'No', type: 'OAuthException', code, ...more } } };
}

/** A rate limit response with a longer wait than a run accepts. */
export const metaBusy: MetaReply = {
  ...metaFailure(613),
  headers: {
    'x-business-use-case-usage': JSON.stringify({ 1: [{ estimated_time_to_regain_access: 90 }] }),
  },
};
