import path from 'node:path';
import type { PostgresEngine } from '@magpie/server/db/postgres/postgres';
import { openDatabase } from './engines.ts';
import {
  markdown,
  median,
  quantile,
  runBenchmark,
  takeTurns,
  thousands,
  timed,
  withFolder,
} from './harness.ts';
import { loadLibrary } from './library/load.ts';
import { listQuestions, queryEngine, totalIn, type LibraryQuestion } from './library/questions.ts';
import { createClient, getUrl } from './measure.ts';
import { startService } from './process.ts';

type Turn = Readonly<Record<'total' | 'http' | 'engine', number>>;

async function measure(folder: string, ads: number, rounds: number): Promise<void> {
  const db = await openDatabase(folder);
  try {
    console.error(`Saving ${thousands(ads)} ads …`);
    const { userId, key } = await loadLibrary(db, ads);
    const questions = await listQuestions(db, userId, ads);
    const { service } = await startService(settingsFor(db, folder), folder);
    const client = createClient(service.address, 1);
    try {
      const results = await takeTurns(questions, { rounds }, async (question): Promise<Turn> => {
        const procedure = question.input === null ? 'ads.getFilterValues' : 'ads.list';
        const { status, body, milliseconds } = await client.request(getUrl(procedure, question.input), key);
        const { value: total, milliseconds: engine } = await timed(() => queryEngine(db, userId, question));
        if (status === 200 && total > 0 && totalIn(question, body) === total)
          return { total, http: milliseconds, engine };
        throw new Error(
          `${question.name}: expected ${total} ads in all, got status ${status}: ${body.slice(-200)}`,
        );
      });
      console.log(`${thousands(ads)} saved ads, ${rounds} rounds.\n`);
      console.log(resultTable(results));
    } finally {
      client.close();
      await service.stop();
    }
  } finally {
    await db.close();
  }
}

/** Environment for a service on the loaded database. */
function settingsFor({ connection }: PostgresEngine, folder: string): Record<string, string> {
  const { host = '', port, user, database } = connection;
  return {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MAGPIE_DATA_DIR: path.join(folder, 'service'),
    MAGPIE_LIMIT_READ: '1000000',
  };
}

function resultTable(results: ReadonlyMap<LibraryQuestion, readonly Turn[]>): string {
  const rows = [...results].map(([{ name }, turns]) => {
    const sides = [turns.map(({ http }) => http), turns.map(({ engine }) => engine)];
    const cells = sides.flatMap((times) => [median(times).toFixed(1), quantile(times, 0.95).toFixed(1)]);
    return [name, thousands(turns[0]?.total ?? 0)].concat(cells);
  });
  return markdown('Question | Ads found | HTTP: median | 95 % | Statement: median | 95 %', rows);
}

await runBenchmark(
  'library',
  `Measures ads.list and ads.getFilterValues over the saved ads of one user in the embedded PostgreSQL: over HTTP, and the
statement alone; median and 95th percentile in milliseconds.`,
  { ads: 100_000, rounds: 100 },
  ({ ads, rounds }) => withFolder((folder) => measure(folder, ads, rounds)),
);
