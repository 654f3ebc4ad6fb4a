import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, newAddressOf, type Client } from './client.ts';
import type { Question } from './questions.ts';
import type { Arena } from './rounds.ts';

export const connectionsUnderLoad = 64;

export interface UnderLoad {
  readonly seconds: number;
  readonly milliseconds: readonly number[];
  /** The error messages. */
  readonly errors: readonly string[];
}

/** Each connection is a different user and sends the queries one after the other in a different order. */
export async function measureUnderLoad(
  { service, keys }: Arena,
  questions: readonly Question[],
  seconds: number,
): Promise<UnderLoad> {
  const client = createClient(service.address, connectionsUnderLoad);
  const milliseconds: number[] = [];
  const errors: string[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const runConnection = async (person: number): Promise<void> => {
    const isAllowed = withinLimit();
    for (let turn = person; performance.now() < until; turn += 1) {
      const question = questions[turn % questions.length];
      if (question === undefined) return;
      if (question.isTrending && !isAllowed()) await sleep(1);
      else await timeRequest(client, question, keys[person % keys.length] ?? '', milliseconds, errors);
    }
  };
  await Promise.all(Array.from({ length: connectionsUnderLoad }, (_, person) => runConnection(person)));
  client.close();
  service.emptyLog();
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, errors };
}

async function timeRequest(
  client: Client,
  question: Question,
  key: string,
  milliseconds: number[],
  errors: string[],
): Promise<void> {
  try {
    const response = await client.request(newAddressOf(question), key);
    if (response.status === 200) milliseconds.push(response.milliseconds);
    else errors.push(`${question.name}: status ${response.status}`);
  } catch (error) {
    errors.push(`${question.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Below the limit of 60 trending requests per minute and user, since some were sent before. */
const trendingInMinute = 50;

function withinLimit(): () => boolean {
  const times: number[] = [];
  return () => {
    const now = performance.now();
    while (times[0] !== undefined && now - times[0] > 60_000) times.shift();
    if (times.length >= trendingInMinute) return false;
    times.push(now);
    return true;
  };
}
