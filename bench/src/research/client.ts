import { procedureBase } from '@magpie/contract/limits';
import http from 'node:http';
import type { Question } from './questions.ts';

export interface TimedResponse {
  readonly status: number;
  readonly body: string;
  /** From the request to the last byte of the answer. */
  readonly milliseconds: number;
}

/** An HTTP client with keep-alive connections. */
export interface Client {
  request(path: string, apiKey: string): Promise<TimedResponse>;
  close(): void;
}

export function createClient(address: string, connections: number): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return {
    request: (path, apiKey) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const headers = { authorization: `Bearer ${apiKey}` };
        const request = http.get(`${address}${path}`, { agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const milliseconds = performance.now() - startedAt;
            const body = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, body, milliseconds });
          });
        });
        request.on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}

let requestCount = 0;

/** The URL of a query. */
export function addressOf({ path, input }: Question): string {
  return addressWith(path, JSON.stringify(input));
}

/** The same with spaces behind the input that no address had before, so that no answer to it is kept. */
export function newAddressOf({ path, input }: Question): string {
  requestCount += 1;
  const number = requestCount.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');
  return addressWith(path, `${JSON.stringify(input)}${number}`);
}

function addressWith(path: string, input: string): string {
  return `${procedureBase}/${path}?input=${encodeURIComponent(input)}`;
}

/** What an answer says. */
export function dataOf({ status, body }: TimedResponse, { name }: Question): unknown {
  if (status !== 200) throw new Error(`${name}: expected status 200, got ${status}: ${body.slice(0, 300)}`);
  return (JSON.parse(body) as { result: { data: unknown } }).result.data;
}
