import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAd } from '@magpie/contract';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { matchImports } from '../alerts/alerts.ts';
import { insertRule, ruleDefaults, setRuleAdvertisers, type RuleFields } from '../alerts/rules.sql.ts';
import { withLandingPages } from './catalog.ts';
import { freshClickHouse, silentLog } from './clickhouse.ts';
import { freshDatabase, type PostgresLane } from './postgres.ts';
import { connectionOf, connectTo, enqueueJob, type ServerProcess } from './process.ts';

export interface SentNotification {
  readonly rule: string;
  readonly date: string;
  readonly adHashes: string[];
}

/** Users with rules, imported ads and the sent notifications, on real engines. */
export interface AlertFixture {
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly catalog: Catalog;
  person(id: string): Promise<void>;
  /** Creates a rule, by default for new ads of all companies; returns its id. */
  rule(userId: string, fields: Partial<RuleFields> & { name: string }): Promise<number>;
  follow(userId: string, name: string): Promise<void>;
  unfollow(userId: string, name: string): Promise<void>;
  /** One import of several batches. */
  bring(batches: readonly (readonly OpenAd[])[], seenAt: Date): Promise<void>;
  /** Has the rules look at what was imported; how many notifications that made. */
  look(now: Date, changes?: Partial<Parameters<typeof matchImports>[0]>): Promise<number>;
  sent(): Promise<SentNotification[]>;
  close(): Promise<void>;
}

export async function openAlertFixture(lane: PostgresLane): Promise<AlertFixture> {
  const [db, clickhouse] = await Promise.all([freshDatabase(lane), freshClickHouse('embedded')]);
  const catalog = createCatalog({ clickhouse, db, enrichment: withLandingPages, embedder: null });
  return {
    db,
    clickhouse,
    catalog,
    person: async (id) => {
      await db.query(`INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')`, [id]);
    },
    rule: (userId, fields) => makeRule(db, userId, fields),
    follow: async (userId, name) => {
      const values = [userId, advertiserId(name), name];
      await db.query(`INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, $2, $3)`, values);
    },
    unfollow: async (userId, name) => {
      await db.query(`DELETE FROM follows WHERE user_id = $1 AND advertiser_id = $2`, [
        userId,
        advertiserId(name),
      ]);
    },
    bring: async (batches, seenAt) => {
      const importId = randomUUID();
      for (const ads of batches) await catalog.recordAds(ads, { source: 'test', seenAt, importId });
      await catalog.endImport(importId);
    },
    look: (now, changes = {}) => {
      const site = (): string => 'https://magpie.example';
      const parts = { db, clickhouse, site, now: () => now, log: silentLog, ...changes };
      return matchImports(parts, new AbortController().signal);
    },
    sent: () => sentNotifications(db),
    close: async () => {
      await clickhouse.close();
      await db.close();
    },
  };
}

async function makeRule(
  db: PostgresEngine,
  userId: string,
  fields: Partial<RuleFields> & { name: string },
): Promise<number> {
  const { id, companyNames } = await insertRule(db, userId, {
    ...ruleDefaults,
    event: 'new_ads',
    ...fields,
  });
  await setRuleAdvertisers(db, id, companyNames.map(advertiserId));
  return id;
}

function sentNotifications(db: PostgresEngine): Promise<SentNotification[]> {
  return db.query<SentNotification>(
    `SELECT rule.name AS rule, to_char(sent.created_at, 'YYYY-MM-DD') AS date, sent.ad_hashes AS "adHashes"
     FROM notifications sent JOIN rules rule ON rule.id = sent.rule_id
     ORDER BY sent.id`,
  );
}

/** Pushes new ads of Acme with different landing pages, and waits until they are on disk. */
export async function pushAds(server: ServerProcess, key: string, names: readonly string[]): Promise<void> {
  const startDate = new Date().toISOString().slice(0, 10);
  const ads = names.map((name) => ({
    key: `meta:${name}`,
    advertiser: { name: 'Acme' },
    startDate,
    landingPageUrl: `https://acme.example/${name}`,
  }));
  const response = await fetch(`${server.address}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: ads.map((ad) => JSON.stringify(ad)).join('\n'),
  });
  const answer = await response.text();
  if (!/"done":true\b/.test(answer) || !/"rejected":0\b/.test(answer))
    throw new Error(`not all ads were taken: ${answer}`);
}

/** Has a running server look at what was imported until nothing is left to look at. */
export async function waitUntilAllSent(dataFolder: string): Promise<void> {
  const db = connectTo(dataFolder);
  try {
    for (;;) {
      await enqueueJob(connectionOf(dataFolder), 'alerts');
      await sleep(200);
      if ((await db.query('SELECT FROM untold_imports')).length === 0) return;
    }
  } finally {
    await db.close();
  }
}
