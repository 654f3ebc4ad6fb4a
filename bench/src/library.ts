import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '@magpie/server/config/log';
import { openPostgres, type PostgresEngine } from '@magpie/server/db/postgres/postgres';
import { loadLibrary, type LoadedLibrary } from './library/load.ts';
import { queryEngine, questionsAbout, totalIn, type Question } from './library/questions.ts';
import { startService } from './process.ts';
import { createClient, type Client } from './research/client.ts';
import { markdown, median, thousands } from './table.ts';
import { numberIn } from './numberIn.ts';

const help = `Usage: npm run bench:library -- [--ads n] [--rounds n]

Prints how long ads.list and ads.getFilterValues take over the saved ads of one person in the embedded PostgreSQL: over
HTTP, and the statement alone that finds the answer; median and 95th percentile in milliseconds.

  --ads n      saved ads, from 5000 to 1000000 (default 100000)
  --rounds n   how often each query runs, from 10 to 1000 (default 100)
  --help       print this and do nothing`;

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
  if (input === null) return '/api/v1/trpc/ads.getFilterValues';
  return `/api/v1/trpc/ads.list?input=${encodeURIComponent(JSON.stringify(input))}`;
}

/** A fast wrong answer is worth nothing. */
function refuseWrong(question: Question, total: number, response: { status: number; body: string }): void {
  const found = response.status === 200 && totalIn(question, response.body) === total;
  if (found && total > 0) return;
  throw new Error(
    `${question.name}: expected ${total} ads in all, got status ${response.status}: ${response.body.slice(-200)}`,
  );
}

async function measure(ads: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  chmodSync(folder, 0o711);
  const db = await openPostgres({ databaseUrl: null, dataFolder: folder, log: createLog('silent') });
  try {
    console.error(`Saving ${thousands(ads)} ads …`);
    const loaded = await loadLibrary(db, ads, new Date().toISOString().slice(0, 10));
    const questions = await questionsAbout(db, loaded.userId, ads);
    const { service } = await startService(settingsFor(db, folder), folder);
    const client = createClient(service.address, 1);
    try {
      const times = await takeRounds(db, client, loaded, questions, rounds);
      console.log(`${thousands(ads)} saved ads, ${rounds} rounds, Node ${process.versions.node}.\n`);
      console.log(table(times));
    } finally {
      client.close();
      await service.stop();
    }
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The whole service on the engine that was filled. */
function settingsFor({ connection }: PostgresEngine, folder: string): Record<string, string> {
  const { host = '', port, user, database } = connection;
  return {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MAGPIE_DATA_DIR: path.join(folder, 'service'),
    MAGPIE_DEMO_ADS: '0',
    MAGPIE_LIMIT_READ: '1000000',
  };
}

function table(times: readonly Times[]): string {
  const rows = times.map(({ question, total, http, engine }) => [
    question.name,
    thousands(total),
    ...[http, engine].flatMap((each) => [median(each).toFixed(1), slowOf(each).toFixed(1)]),
  ]);
  return markdown(['Question', 'Ads found', 'HTTP: median', '95 %', 'Statement: median', '95 %'], rows);
}

function slowOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? Number.NaN;
}

const { values } = parseArgs({
  options: {
    ads: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '100' },
    help: { type: 'boolean' },
  },
});
const ads = numberIn(values.ads, 5000, 1_000_000);
const rounds = numberIn(values.rounds, 10, 1000);
if (values.help === true) {
  console.log(help);
} else if (ads === undefined || rounds === undefined) {
  console.error('--ads takes a whole number from 5000 to 1000000, --rounds one from 10 to 1000.');
  process.exitCode = 2;
} else {
  await measure(ads, rounds);
}
