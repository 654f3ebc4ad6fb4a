import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, newAddressOf, type Client } from './client.ts';
import type { Question } from './questions.ts';
import type { Arena } from './rounds.ts';

export const connectionsUnderLoad = 64;

export interface UnderLoad {
  readonly seconds: number;
  readonly milliseconds: readonly number[];
  /** What went wrong, each as it was told. */
  readonly errors: readonly string[];
}

/** Many ask at once, each a person of their own, one question after the other in an order of their own. */
export async function askAtOnce(
  { service, keys }: Arena,
  questions: readonly Question[],
  seconds: number,
): Promise<UnderLoad> {
  const client = createClient(service.address, connectionsUnderLoad);
  const milliseconds: number[] = [];
  const errors: string[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const askOn = async (person: number): Promise<void> => {
    const mayAsk = withinLimit();
    for (let turn = person; performance.now() < until; turn += 1) {
      const question = questions[turn % questions.length];
      if (question === undefined) return;
      if (question.isTrending && !mayAsk()) await sleep(1);
      else await askOne(client, question, keys[person % keys.length] ?? '', milliseconds, errors);
    }
  };
  await Promise.all(Array.from({ length: connectionsUnderLoad }, (_, person) => askOn(person)));
  client.close();
  service.emptyLog();
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, errors };
}

async function askOne(
  client: Client,
  question: Question,
  key: string,
  milliseconds: number[],
  errors: string[],
): Promise<void> {
  try {
    const answered = await client.ask(newAddressOf(question), key);
    if (answered.status === 200) milliseconds.push(answered.milliseconds);
    else errors.push(`${question.name}: status ${answered.status}`);
  } catch (error) {
    errors.push(`${question.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Fewer than the 60 questions about trends that one person may ask in a minute: some were asked before. */
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
