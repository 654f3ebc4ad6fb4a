import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { median } from '../harness.ts';
import { check, measure, type Target } from '../measure.ts';
import { startTarget } from '../process.ts';
import { addressOf, createClient } from './client.ts';
import type { Question } from './questions.ts';
import type { Arena } from './rounds.ts';

const rounds = 11;
const run = { connections: 16, seconds: 1 };

export interface Cached {
  readonly name: string;
  readonly bytes: number;
  readonly requestsPerSecond: number;
  readonly bareFastify: number;
  /** The median of the rounds' own. */
  readonly ratio: number;
}

/** The same question again and again, beside a bare Fastify that sends the same text. */
export async function measureRepeats(
  { service, keys }: Arena,
  question: Question,
  folder: string,
): Promise<Cached> {
  const [key = ''] = keys;
  const client = createClient(service.address, 1);
  const { body } = await client.request(addressOf(question), key);
  client.close();
  const file = path.join(folder, 'answer.json');
  writeFileSync(file, body);
  const fastify = await startTarget('fastifyText', [file], folder);
  try {
    const problem = (text: string): string | undefined => (text === body ? undefined : 'another answer');
    const headers = { authorization: `Bearer ${key}` };
    const bare: Target = { name: 'bare Fastify', process: fastify, path: '/', headers, problem };
    const ours: Target = { ...bare, name: question.name, process: service, path: addressOf(question) };
    const speeds = await takeTurns(bare, ours);
    return {
      name: question.name,
      bytes: Buffer.byteLength(body),
      requestsPerSecond: median(speeds.map((round) => round.ours)),
      bareFastify: median(speeds.map((round) => round.bare)),
      ratio: median(speeds.map((round) => round.ours / round.bare)),
    };
  } finally {
    await fastify.stop();
  }
}

async function takeTurns(bare: Target, ours: Target): Promise<{ bare: number; ours: number }[]> {
  for (const target of [bare, ours]) {
    await check(target);
    await measure(target, run);
  }
  const speeds: { bare: number; ours: number }[] = [];
  while (speeds.length < rounds) {
    const { requestsPerSecond: fastify } = await measure(bare, run);
    const { requestsPerSecond } = await measure(ours, run);
    speeds.push({ bare: fastify, ours: requestsPerSecond });
  }
  return speeds;
}
