import http from 'node:http';
import { procedureBase } from '@magpie/contract/limits';
import autocannon from 'autocannon';
import { median } from './harness.ts';
import type { TargetProcess } from './process.ts';
import { processorSeconds } from './usage.ts';

/** The path of a query, with its input as JSON and whatever follows it. */
export function getUrl(procedure: string, input?: object | null, suffix = ''): string {
  const query = input ? `?input=${encodeURIComponent(`${JSON.stringify(input)}${suffix}`)}` : '';
  return `${procedureBase}/${procedure}${query}`;
}

export interface TimedResponse {
  readonly status: number;
  readonly body: string;
  readonly milliseconds: number;
}

export function createClient(address: string, connections: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return {
    request: (path: string, apiKey: string) =>
      new Promise<TimedResponse>((resolve, reject) => {
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

export interface RoundOptions {
  readonly seconds: number;
  readonly connections: number;
}

export interface Target {
  readonly name: string;
  readonly process: TargetProcess;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: string | RegExp;
  /** Least share of the requests of another target, by default bare Fastify, that the project aims at. */
  readonly aim?: number;
  readonly aimedAt?: string;
}

export interface Round {
  readonly requestsPerSecond: number;
  /** CPU time of the server process per request; undefined if unknown. */
  readonly processorMicroseconds: number | undefined;
}

/** A fast wrong response is worth nothing: each target must first send the right one. */
export async function check({ name, process, path, headers, expected }: Target): Promise<void> {
  const response = await fetch(`${process.address}${path}`, { headers });
  const body = await response.text();
  const isRight = typeof expected === 'string' ? body === expected : expected.test(body);
  if (response.status === 200 && isRight) return;
  throw new Error(
    `${name}: expected ${String(expected).slice(0, 100)}, got status ${response.status}: ${body.slice(0, 300)}`,
  );
}

export async function measure(target: Target, { connections, seconds }: RoundOptions): Promise<Round> {
  const { process, path, headers } = target;
  const before = processorSeconds(process.pid);
  const result = await autocannon({
    url: `${process.address}${path}`,
    connections,
    duration: seconds,
    headers,
  });
  const after = processorSeconds(process.pid);
  process.emptyLog();
  const succeeded = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0 || succeeded === 0) {
    throw new Error(
      `${target.name}: expected only successes, got ${succeeded} of them, ${result.non2xx} refusals and ${result.errors} failed connections.`,
    );
  }
  return {
    requestsPerSecond: succeeded / result.duration,
    processorMicroseconds:
      before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / succeeded,
  };
}

/** The median of the ratios within a round, so that a machine that slows down during a run slows both sides. */
export function speedRatio(rounds: readonly Round[], others: readonly Round[]): number {
  return median(
    rounds.map((round, at) => round.requestsPerSecond / (others[at]?.requestsPerSecond ?? Number.NaN)),
  );
}
