import autocannon from 'autocannon';
import type { TargetProcess } from './process.ts';
import { processorSeconds } from './usage.ts';

/** Of one round of one target. */
export interface RoundOptions {
  readonly seconds: number;
  readonly connections: number;
}

export interface Target {
  readonly name: string;
  readonly process: TargetProcess;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is wrong with the body of an answer; undefined when it is right. */
  readonly problem: (body: string) => string | undefined;
  /** Least share of bare Fastify's requests that the project aims at. */
  readonly aim?: number;
}

export interface Round {
  readonly requestsPerSecond: number;
  /** CPU time of the server process per request; undefined if unknown. */
  readonly processorMicroseconds: number | undefined;
}

/** A fast wrong answer is worth nothing: each target must first give the right one. */
export async function check({ name, process, path, headers, problem }: Target): Promise<void> {
  const response = await fetch(`${process.address}${path}`, { headers });
  const body = await response.text();
  const wrong = response.status === 200 ? problem(body) : `status ${response.status}: ${body.slice(0, 300)}`;
  if (wrong !== undefined) throw new Error(`${name} does not answer as it should: ${wrong}`);
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
  const answered = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0 || answered === 0) {
    throw new Error(
      `${target.name}: expected only successes, got ${answered} of them, ${result.non2xx} refusals and ${result.errors} failed connections.`,
    );
  }
  return {
    requestsPerSecond: answered / result.duration,
    processorMicroseconds:
      before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / answered,
  };
}
