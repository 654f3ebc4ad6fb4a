import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import { createAdIndex } from '@magpie/server/app';
import { adChangesOfImport, type AdChange } from '@magpie/server/ads/adChanges';
import { endedImports, markImportEnded, addPendingRecordings } from '@magpie/server/ads/pendingImports.sql';
import { demoAds } from '@magpie/demo/demoAds';
import { openClickHouse, type ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { migrateClickHouse } from '@magpie/server/db/clickhouse/migrate';
import { readConfig } from '@magpie/server/config/config';
import { createLog } from '@magpie/server/config/log';
import { openPostgres, type Postgres } from '@magpie/server/db/postgres/postgres';
import { matchImports } from '@magpie/server/alerts/alerts';
import { findCandidateRules } from '@magpie/server/alerts/alerts.sql';
import { RuleIndex } from '@magpie/server/alerts/ruleIndex';
import { toConditions, fires } from '@magpie/server/alerts/ruleMatch';
import { makeRules, readMaterial, type Mix } from './alerts/rules.ts';
import { countFirings, insertPeople } from './alerts/rules.sql.ts';
import { markdown, runBenchmark, thousands, today, wholeNumber, withFolder } from './harness.ts';

const log = createLog('silent');

interface Engines {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
}

const adsInBatch = 5000;

/** All of them news: they began in the last days. */
function* newAds(ads: number): Generator<OpenAd[]> {
  let batch: OpenAd[] = [];
  let number = 0;
  for (const ad of demoAds({ ads, today })) {
    const began = new Date(Date.parse(today) - (number % 20) * 86_400_000).toISOString().slice(0, 10);
    batch.push(OpenAd.parse({ ...ad, startDate: began, endDate: null }));
    number += 1;
    if (batch.length < adsInBatch && number < ads) continue;
    yield batch;
    batch = [];
  }
}

/** Records the import; the numbers of its recordings. */
async function record({ db, clickhouse }: Engines, ads: number): Promise<readonly number[]> {
  const { catalog } = createAdIndex(clickhouse, db, readConfig({}));
  const importId = randomUUID();
  let milliseconds = 0;
  for (const batch of newAds(ads)) {
    const startedAt = performance.now();
    await catalog.recordAds(batch, { source: 'demo', seenAt: new Date(), importId });
    milliseconds += performance.now() - startedAt;
  }
  await catalog.endImport(importId);
  console.log(`${thousands(ads)} ads were recorded in ${seconds(milliseconds)}.\n`);
  const [untold] = await endedImports(db, new Date(), 1);
  return untold?.recordings ?? [];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Where the time of looking goes, in milliseconds. */
interface Spent {
  reading: number;
  rules: number;
  writing: number;
}

/** The engines, with the time during which each is waited for, however many statements are under way. */
function watched({ db, clickhouse }: Engines, spent: Spent): Engines {
  const underWay = { reading: 0, rules: 0, writing: 0 };
  const since = { reading: 0, rules: 0, writing: 0 };
  const timed = async <Value>(part: keyof Spent, work: () => Promise<Value>): Promise<Value> => {
    if (underWay[part] === 0) since[part] = performance.now();
    underWay[part] += 1;
    try {
      return await work();
    } finally {
      underWay[part] -= 1;
      if (underWay[part] === 0) spent[part] += performance.now() - since[part];
    }
  };
  return {
    db: {
      query: (statement, values) => timed('rules', () => db.query(statement, values)),
      transaction: (work) => timed('writing', () => db.transaction(work)),
    },
    clickhouse: {
      ...clickhouse,
      read: (statement, parameters) => timed('reading', () => clickhouse.read(statement, parameters)),
    },
  };
}

/** Looks at the import once more, with new rules. */
async function look(
  engines: Engines,
  recordings: readonly number[],
  name: string,
  mix: Mix,
): Promise<string[]> {
  const { db, clickhouse } = engines;
  await makeRules(db, await readMaterial(clickhouse), mix);
  await db.transaction(async (tx) => {
    await addPendingRecordings(tx, recordings, 'again');
    await markImportEnded(tx, 'again');
  });
  const spent = { reading: 0, rules: 0, writing: 0 };
  const parts = { ...watched(engines, spent), site: () => 'http://localhost', now: () => new Date(), log };
  const startedAt = performance.now();
  const notifications = await matchImports(parts, new AbortController().signal);
  const total = performance.now() - startedAt;
  const { reading, rules, writing } = spent;
  const matching = total - reading - rules - writing;
  return [
    name,
    thousands(mix.rules),
    thousands(await countFirings(db)),
    thousands(notifications),
    ...[reading, rules, matching, writing, total].map(seconds),
  ];
}

const titles = [
  'Rules',
  'How many',
  'Matches',
  'Notifications',
  'Reading',
  'Rules',
  'Matching',
  'Writing',
  'In all',
];

/** Each rule against everything that happened, beside the index of rules: the same found, and the time of both. */
async function comparePlainWay({ db, clickhouse }: Engines, recordings: readonly number[]): Promise<string> {
  const happenings: AdChange[] = [];
  for await (const page of adChangesOfImport(clickhouse, { recordings, advertiserIds: null })) {
    happenings.push(...page);
    if (happenings.length >= plainHappenings) break;
  }
  const advertiserIds = [...new Set(happenings.map((each) => each.advertiserId))];
  const rules = (
    await findCandidateRules(db, { advertiserIds, createdBefore: new Date(), ruleIds: null })
  ).map((rule) => ({
    rule: { id: rule.id, ...toConditions(rule) },
    advertiserIds: rule.advertiserIds,
  }));
  const plainAt = performance.now();
  const plainly = happenings.flatMap((happening) =>
    rules
      .filter(({ advertiserIds: ids }) => ids === null || ids.includes(happening.advertiserId))
      .filter(({ rule }) => fires(rule, happening, today))
      .map(({ rule }) => `${rule.id} ${happening.hash}`),
  );
  const indexAt = performance.now();
  const index = new RuleIndex(rules);
  const found = happenings.flatMap((happening) =>
    index.firing(happening, today).map((rule) => `${rule.id} ${happening.hash}`),
  );
  const end = performance.now();
  if (found.toSorted().join() !== plainly.toSorted().join())
    throw new Error('The index of rules finds something else.');
  return `${thousands(rules.length)} rules that may fire and ${thousands(happenings.length)} things that happened, ${thousands(found.length)} matches: each against each ${seconds(indexAt - plainAt)}, by the index of rules ${seconds(end - indexAt)}; both find the same.`;
}

const plainHappenings = 10_000;

async function measure(dataFolder: string, ads: number, rules: number): Promise<void> {
  const db = await openPostgres({ databaseUrl: null, dataFolder, log });
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log });
  try {
    await migrateClickHouse(clickhouse, { cluster: null, log });
    const engines = { db, clickhouse };
    await insertPeople(db, rules);
    const recordings = await record(engines, ads);
    const busy = rules / 10;
    const mixes: Readonly<Record<string, Mix>> = {
      'a tenth of them': { rules: busy, busy, anyAdvertiser: true },
      'all, as many matches': { rules, busy, anyAdvertiser: true },
      'all, twice the matches': { rules, busy: 2 * busy, anyAdvertiser: true },
      'all, each with matches': { rules, busy: rules, anyAdvertiser: true },
      'all, of companies alone': { rules, busy, anyAdvertiser: false },
    };
    const rows: string[][] = [];
    for (const [name, mix] of Object.entries(mixes)) {
      console.error(`Looking: ${name} …`);
      rows.push(await look(engines, recordings, name, mix));
    }
    console.log(`${markdown(titles, rows)}\n`);
    await makeRules(db, await readMaterial(clickhouse), { rules, busy: rules, anyAdvertiser: true });
    console.log(await comparePlainWay(engines, recordings));
  } finally {
    await clickhouse.close();
    await db.close();
  }
}

await runBenchmark(
  'npm run bench:alerts --',
  `Records demo ads as one import and measures how long its rules take: reading, matching and writing; with a tenth of the
rules and all of them at the same number of matches, with twice the matches, and without rules about any advertiser.
Then compares the index of rules with matching every rule against every change.`,
  {
    ads: wholeNumber('ads in the import', 100_000, 1000, 1_000_000),
    rules: wholeNumber('rules', 10_000, 100, 100_000),
  },
  ({ ads, rules }) => withFolder((folder) => measure(folder, ads, rules)),
);
