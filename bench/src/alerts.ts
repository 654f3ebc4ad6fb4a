import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import { createAdIndex } from '@magpie/server/app';
import { adChangesOfImport, type AdChange } from '@magpie/server/ads/adChanges';
import { endedImports, markImportEnded, addPendingRecordings } from '@magpie/server/ads/pendingImports.sql';
import { demoAds } from '@magpie/demo/demoAds';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { readConfig } from '@magpie/server/config/config';
import type { Postgres } from '@magpie/server/db/postgres/postgres';
import { matchImports } from '@magpie/server/alerts/alerts';
import { findCandidateRules } from '@magpie/server/alerts/alerts.sql';
import { RuleIndex } from '@magpie/server/alerts/ruleIndex';
import { toConditions, fires } from '@magpie/server/alerts/ruleMatch';
import { makeRules, readSamples, type Mix } from './alerts/rules.ts';
import { countFirings, insertPeople } from './alerts/rules.sql.ts';
import { openDatabase, openIndex, silentLog as log } from './engines.ts';
import { markdown, runBenchmark, thousands, timed, today, withFolder } from './harness.ts';

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

async function record({ db, clickhouse }: Engines, ads: number): Promise<readonly number[]> {
  const { catalog } = createAdIndex(clickhouse, db, readConfig({}));
  const importId = randomUUID();
  let milliseconds = 0;
  for (const batch of newAds(ads)) {
    const sighting = { source: 'demo', seenAt: new Date(), importId };
    milliseconds += (await timed(() => catalog.recordAds(batch, sighting))).milliseconds;
  }
  await catalog.endImport(importId);
  console.log(`${thousands(ads)} ads were recorded in ${seconds(milliseconds)}.\n`);
  const [pending] = await endedImports(db, new Date(), 1);
  return pending?.recordings ?? [];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Where the time of matching goes, in milliseconds. */
type Spent = Record<'reading' | 'rules' | 'writing', number>;

/** The engines, with the time during which each is waited for, however many statements are under way. */
function measureWaits({ db, clickhouse }: Engines, spent: Spent): Engines {
  const running = { reading: 0, rules: 0, writing: 0 };
  const since = { reading: 0, rules: 0, writing: 0 };
  const wait = async <Value>(part: keyof Spent, work: () => Promise<Value>): Promise<Value> => {
    if (running[part] === 0) since[part] = performance.now();
    running[part] += 1;
    try {
      return await work();
    } finally {
      running[part] -= 1;
      if (running[part] === 0) spent[part] += performance.now() - since[part];
    }
  };
  return {
    db: {
      query: (statement, values) => wait('rules', () => db.query(statement, values)),
      transaction: (work) => wait('writing', () => db.transaction(work)),
    },
    clickhouse: {
      ...clickhouse,
      read: (statement, parameters) => wait('reading', () => clickhouse.read(statement, parameters)),
    },
  };
}

async function matchRules(engines: Engines, recordings: readonly number[], name: string, mix: Mix) {
  const { db, clickhouse } = engines;
  await makeRules(db, await readSamples(clickhouse), mix);
  await db.transaction(async (tx) => {
    await addPendingRecordings(tx, recordings, 'again');
    await markImportEnded(tx, 'again');
  });
  const spent = { reading: 0, rules: 0, writing: 0 };
  const parts = { site: () => 'http://localhost', now: () => new Date(), log };
  const measured = { ...measureWaits(engines, spent), ...parts };
  const { value: notifications, milliseconds: total } = await timed(() =>
    matchImports(measured, new AbortController().signal),
  );
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

const titles = 'Rules | How many | Matches | Notifications | Reading | Rules | Matching | Writing | In all';

const comparedChanges = 10_000;

/** Each rule against each change, beside the rule index: the same matches, and the time of both. */
async function compareWithoutIndex({ db, clickhouse }: Engines, recordings: readonly number[]) {
  const changes: AdChange[] = [];
  for await (const page of adChangesOfImport(clickhouse, { recordings, advertiserIds: null })) {
    changes.push(...page);
    if (changes.length >= comparedChanges) break;
  }
  const advertiserIds = [...new Set(changes.map((change) => change.advertiserId))];
  const found = await findCandidateRules(db, { advertiserIds, createdUntil: new Date(), ruleIds: null });
  const rules = found.map((rule) => ({
    rule: { id: rule.id, ...toConditions(rule) },
    advertiserIds: rule.advertiserIds,
  }));
  const plain = await timed(() =>
    changes.flatMap((change) =>
      rules
        .filter(({ advertiserIds: ids }) => ids === null || ids.includes(change.advertiserId))
        .filter(({ rule }) => fires(rule, change, today))
        .map(({ rule }) => `${rule.id} ${change.hash}`),
    ),
  );
  const indexed = await timed(() => {
    const index = new RuleIndex(rules);
    return changes.flatMap((change) =>
      index.firing(change, today).map((rule) => `${rule.id} ${change.hash}`),
    );
  });
  if (indexed.value.toSorted().join() !== plain.value.toSorted().join())
    throw new Error('The rule index finds other matches.');
  return `${thousands(rules.length)} rules that may fire and ${thousands(changes.length)} changes, ${thousands(indexed.value.length)} matches: each against each ${seconds(plain.milliseconds)}, by the rule index ${seconds(indexed.milliseconds)}; both find the same.`;
}

async function measure(dataFolder: string, ads: number, rules: number): Promise<void> {
  const db = await openDatabase(dataFolder);
  const clickhouse = await openIndex(dataFolder);
  try {
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
      console.error(`Matching: ${name} …`);
      rows.push(await matchRules(engines, recordings, name, mix));
    }
    console.log(`${markdown(titles, rows)}\n`);
    await makeRules(db, await readSamples(clickhouse), { rules, busy: rules, anyAdvertiser: true });
    console.log(await compareWithoutIndex(engines, recordings));
  } finally {
    await clickhouse.close();
    await db.close();
  }
}

await runBenchmark(
  'alerts',
  `Records demo ads as one import and measures how long its rules take: reading, matching and writing; with a tenth of the
rules and all of them at the same number of matches, with twice the matches, and without rules about any advertiser.
Then compares the rule index with matching every rule against every change.`,
  { ads: 100_000, rules: 10_000 },
  ({ ads, rules }) => withFolder((folder) => measure(folder, ads, rules)),
);
