import { procedureBase } from '@magpie/contract/limits';
import path from 'node:path';
import { createLog } from '@magpie/server/config/log';
import { openPostgres, type PostgresEngine } from '@magpie/server/db/postgres/postgres';
import {
  markdown,
  median,
  quantile,
  runBenchmark,
  thousands,
  today,
  wholeNumber,
  withFolder,
} from './harness.ts';
import { loadLibrary, type LoadedLibrary } from './library/load.ts';
import { queryEngine, questionsAbout, totalIn, type Question } from './library/questions.ts';
import { startService } from './process.ts';
import { createClient, type Client } from './research/client.ts';

interface Times {
  readonly question: Question;
  readonly total: number;
  readonly http: number[];
  readonly engine: number[];
}

const warmUp = 3;

/** The questions take turns, so that a machine that slows down slows all of them. */
async function takeRounds(
  db: PostgresEngine,
  client: Client,
  { userId, key }: LoadedLibrary,
  questions: readonly Question[],
  rounds: number,
): Promise<Times[]> {
  const times: Times[] = [];
  for (const question of questions) {
    times.push({ question, total: await queryEngine(db, userId, question), http: [], engine: [] });
  }
  for (let round = 0; round < rounds + warmUp; round += 1) {
    for (const { question, total, http, engine } of times) {
      const response = await client.request(addressOf(question), key);
      refuseWrong(question, total, response);
      const startedAt = performance.now();
      await queryEngine(db, userId, question);
      if (round < warmUp) continue;
      engine.push(performance.now() - startedAt);
      http.push(response.milliseconds);
    }
  }
  return times;
}

function addressOf({ input }: Question): string {
  if (input === null) return `${procedureBase}/ads.getFilterValues`;
  return `${procedureBase}/ads.list?input=${encodeURIComponent(JSON.stringify(input))}`;
}

/** A fast wrong answer is worth nothing. */
function refuseWrong(question: Question, total: number, response: { status: number; body: string }): void {
  const found = response.status === 200 && totalIn(question, response.body) === total;
  if (found && total > 0) return;
  throw new Error(
    `${question.name}: expected ${total} ads in all, got status ${response.status}: ${response.body.slice(-200)}`,
  );
}

async function measure(folder: string, ads: number, rounds: number): Promise<void> {
  const db = await openPostgres({ databaseUrl: null, dataFolder: folder, log: createLog('silent') });
  try {
    console.error(`Saving ${thousands(ads)} ads …`);
    const loaded = await loadLibrary(db, ads, today);
    const questions = await questionsAbout(db, loaded.userId, ads);
    const { service } = await startService(settingsFor(db, folder), folder);
    const client = createClient(service.address, 1);
    try {
      const times = await takeRounds(db, client, loaded, questions, rounds);
      console.log(`${thousands(ads)} saved ads, ${rounds} rounds.\n`);
      console.log(table(times));
    } finally {
      client.close();
      await service.stop();
    }
  } finally {
    await db.close();
  }
}

/** The whole service on the engine that was filled. */
function settingsFor({ connection }: PostgresEngine, folder: string): Record<string, string> {
  const { host = '', port, user, database } = connection;
  return {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MAGPIE_DATA_DIR: path.join(folder, 'service'),
    MAGPIE_LIMIT_READ: '1000000',
  };
}

function table(times: readonly Times[]): string {
  const rows = times.map(({ question, total, http, engine }) => [
    question.name,
    thousands(total),
    ...[http, engine].flatMap((each) => [median(each).toFixed(1), quantile(each, 0.95).toFixed(1)]),
  ]);
  return markdown(['Question', 'Ads found', 'HTTP: median', '95 %', 'Statement: median', '95 %'], rows);
}

await runBenchmark(
  'npm run bench:library --',
  `Measures ads.list and ads.getFilterValues over the saved ads of one user in the embedded PostgreSQL: over HTTP, and the
statement alone; median and 95th percentile in milliseconds.`,
  {
    ads: wholeNumber('saved ads', 100_000, 5000, 1_000_000),
    rounds: wholeNumber('how often each query runs', 100, 10, 1000),
  },
  ({ ads, rounds }) => withFolder((folder) => measure(folder, ads, rounds)),
);
