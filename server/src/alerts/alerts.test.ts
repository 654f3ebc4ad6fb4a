import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { openAlertFixture, type AlertFixture } from '../testing/alerts.ts';
import { openAd } from '../testing/catalog.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { findCandidateRules } from './alerts.sql.ts';

const noon = new Date('2026-03-10T12:00:00Z');
const hour = 60 * 60_000;

/** Ads that began the day before, each called by the id in its key. */
function ads(names: readonly string[], changes: Parameters<typeof openAd>[0] = {}) {
  return names.map((name) =>
    openAd({ key: `meta:${name}`, platforms: ['facebook'], startDate: '2026-03-09', ...changes }),
  );
}

const hashesOf = (names: readonly string[]): string[] =>
  names.map((name) => adHash(`meta:${name}`)).toSorted();

describe.each(postgresLanes)('rules and imports, $name', (lane) => {
  let watch: AlertFixture;
  beforeAll(async () => {
    watch = await openAlertFixture(lane);
    await watch.person('ann');
    await watch.person('bob');
  });
  afterAll(() => watch.close());
  beforeEach(async () => {
    await watch.db.query('DELETE FROM notifications');
    await watch.db.query('DELETE FROM rules');
    await watch.db.query('DELETE FROM follows');
  });

  /** The hashes of each notification, by rule. */
  const sentHashes = async (): Promise<Record<string, string[][]>> => {
    const byRule: Record<string, string[][]> = {};
    for (const { rule, adHashes } of await watch.sent()) (byRule[rule] ??= []).push(adHashes.toSorted());
    return byRule;
  };

  it('one notification lists all ads of an import with several batches; the next import creates another', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.bring([ads(['a1', 'a2']), ads(['a3'])], noon);
    await watch.bring([ads(['a4'])], noon);
    expect(await watch.look(noon)).toBe(2);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['a1', 'a2', 'a3']), hashesOf(['a4'])] });
    expect(await watch.look(noon)).toBe(0);
  });

  it('concurrent imports of the same ads and concurrent matching notify each ad once', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.rule('bob', { name: 'named', companyNames: ['acme'] });
    const names = ['b1', 'b2', 'b3'];
    await Promise.all([watch.bring([ads(names)], noon), watch.bring([ads([...names, 'b4'])], noon)]);
    await Promise.all([watch.look(noon), watch.look(noon), watch.look(noon)]);
    await watch.look(noon);
    const all = await sentHashes();
    expect(Object.keys(all).toSorted()).toEqual(['all', 'named']);
    for (const lists of Object.values(all)) {
      expect(lists.flat().toSorted()).toEqual(hashesOf([...names, 'b4']));
    }
  });

  it('an ad that is imported again, changed and stopped is notified once per event', async () => {
    await watch.rule('ann', { name: 'new' });
    await watch.rule('ann', { name: 'stopped', event: 'ad_stopped' });
    await watch.bring([ads(['c1'])], noon);
    for (const [hours, status] of [1, 2, 3, 4].map(
      (at) => [at, at % 2 === 0 ? 'active' : 'inactive'] as const,
    )) {
      await watch.bring(
        [ads(['c1'], { status, bodies: [`Day ${hours}`] })],
        new Date(noon.getTime() + hours * hour),
      );
    }
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ new: [hashesOf(['c1'])], stopped: [hashesOf(['c1'])] });
  });

  it('a rule whose event is changed and changed back notifies no ad twice', async () => {
    const id = await watch.rule('ann', { name: 'turning', event: 'ad_stopped' });
    const seen = async (hours: number, status: 'active' | 'inactive'): Promise<void> => {
      await watch.bring([ads(['c2'], { status })], new Date(noon.getTime() + hours * hour));
      await watch.look(noon);
    };
    await seen(0, 'active');
    await seen(1, 'inactive');
    await watch.db.query(`UPDATE rules SET event = 'new_ads' WHERE id = $1`, [id]);
    await seen(2, 'active');
    await watch.db.query(`UPDATE rules SET event = 'ad_stopped' WHERE id = $1`, [id]);
    await seen(3, 'inactive');
    expect(await sentHashes()).toEqual({ turning: [hashesOf(['c2'])] });
  });

  it('rules and follows of a name that became one of another advertiser are notified of its ads', async () => {
    const named = (name: string, externalId: string | null = null) => ({ advertiser: { name, externalId } });
    await watch.follow('ann', 'Not Known Yet');
    await watch.rule('ann', { name: 'followed', isForFollowed: true });
    await watch.rule('bob', { name: 'joined', companyNames: ['Had Ads'] });
    await watch.rule('bob', { name: 'first', companyNames: ['The Page'] });
    await watch.bring([ads(['p1'], named('The Page', '77')), ads(['p2'], named('Had Ads'))], noon);
    await watch.look(noon);
    await watch.db.query('DELETE FROM notifications');
    const later = new Date(noon.getTime() + hour);
    await watch.bring(
      [ads(['p3'], named('Not Known Yet', '77')), ads(['p4'], named('Had Ads', '77'))],
      later,
    );
    await watch.bring([ads(['p5'], named('The Page'))], later);
    await watch.look(later);
    const all = [hashesOf(['p3', 'p4']), hashesOf(['p5'])];
    expect(await sentHashes()).toEqual({ followed: all, joined: all, first: all });
  });

  it('an ad listed under two advertisers is notified for the final one', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.rule('ann', { name: 'both', companyNames: ['First Owner', 'Second Owner'] });
    const of = (name: string, at: Date) =>
      ads(['owned'], { advertiser: { name }, capturedAt: at.toISOString() });
    const later = new Date(noon.getTime() + hour);
    await watch.bring([[...of('First Owner', noon), ...of('Second Owner', later)]], later);
    await watch.look(later);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['owned'])], both: [hashesOf(['owned'])] });
  });

  it('old ads are not notified', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.rule('ann', { name: 'reach', event: 'reach_above', threshold: 10 });
    await watch.rule('ann', { name: 'pages', event: 'landing_page_new' });
    const history = {
      startDate: '2025-02-03',
      reach: { value: 100 },
      landingPageUrl: 'https://d.example/old',
    };
    await watch.bring([ads(['d1', 'd2'], { ...history, advertiser: { name: 'Dated' } })], noon);
    expect(await watch.look(noon)).toBe(0);
    expect(await watch.db.query('SELECT FROM untold_imports')).toEqual([]);
  });

  it('FOLLOWED uses the follows at the time of matching', async () => {
    await watch.rule('ann', { name: 'followed', isForFollowed: true });
    await watch.follow('ann', 'Evergreen');
    await watch.follow('bob', 'Other');
    const of = (name: string) => ({ advertiser: { name } });
    await watch.bring([[...ads(['e1'], of('Evergreen')), ...ads(['e2'], of('Other'))]], noon);
    await watch.look(noon);
    await watch.unfollow('ann', 'Evergreen');
    await watch.follow('ann', 'Other');
    await watch.bring([[...ads(['e3'], of('Evergreen')), ...ads(['e4'], of('Other'))]], noon);
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ followed: [hashesOf(['e1']), hashesOf(['e4'])] });
  });

  it('a rule that was created later or is disabled does not match, and does not catch up', async () => {
    const disabled = await watch.rule('ann', { name: 'disabled', enabled: false });
    await watch.bring([ads(['f1'])], noon);
    await watch.rule('ann', { name: 'later' });
    await watch.look(noon);
    await watch.db.query('UPDATE rules SET enabled = true WHERE id = $1', [disabled]);
    await watch.bring([ads(['f2'])], noon);
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ disabled: [hashesOf(['f2'])], later: [hashesOf(['f2'])] });
  });

  it('a rule matches what was recorded at the time of its creation, and nothing earlier', async () => {
    const id = await watch.rule('ann', { name: 'at once' });
    const createdAt = new Date('2026-02-03T04:05:06.007Z');
    await watch.db.query('UPDATE rules SET created_at = $2 WHERE id = $1', [id, createdAt]);
    const matching = async (recordedAt: Date): Promise<number[]> => {
      const filter = { advertiserIds: [1], createdUntil: recordedAt, ruleIds: [id] };
      return (await findCandidateRules(watch.db, filter)).map((rule) => rule.id);
    };
    expect(await matching(createdAt)).toEqual([id]);
    expect(await matching(new Date(createdAt.getTime() - 1))).toEqual([]);
  });

  /** Does something once, between reading the rules and looking. */
  const meanwhile = (work: () => Promise<unknown>): AlertFixture['clickhouse'] => {
    const { clickhouse } = watch;
    let reads = 0;
    const read: typeof clickhouse.read = async (statement, parameters) => {
      reads += 1;
      // The first reading is before the rules are read.
      if (reads === 2) await work();
      return clickhouse.read(statement, parameters);
    };
    return { ...clickhouse, read };
  };
  const change = (id: number, fields: string): Promise<unknown> =>
    watch.db.query(`UPDATE rules SET ${fields}, updated_at = clock_timestamp() WHERE id = $1`, [id]);

  it('a rule changed during matching fires in its new form; a deleted or disabled one does not', async () => {
    const event = await watch.rule('ann', { name: 'event' });
    const words = await watch.rule('ann', { name: 'words', keywords: ['blue'] });
    const deleted = await watch.rule('ann', { name: 'deleted' });
    const disabled = await watch.rule('ann', { name: 'disabled' });
    await watch.rule('ann', { name: 'kept' });
    await watch.bring([[...ads(['g1'], { bodies: ['Red'] }), ...ads(['g2'], { bodies: ['Blue'] })]], noon);
    const clickhouse = meanwhile(async () => {
      await change(event, `event = 'ad_stopped'`);
      await change(words, `keywords = '{red}'`);
      await change(disabled, 'enabled = false');
      await watch.db.query('DELETE FROM rules WHERE id = $1', [deleted]);
    });
    expect(await watch.look(noon, { clickhouse })).toBe(2);
    expect(await sentHashes()).toEqual({ kept: [hashesOf(['g1', 'g2'])], words: [hashesOf(['g1'])] });
    expect(await watch.db.query('SELECT FROM untold_imports')).toEqual([]);
  });

  it('rules that exceed the memory limit are matched in passes, and a kill between passes notifies nobody twice', async () => {
    const names = ['l1', 'l2', 'l3'];
    const rules = ['one', 'two', 'three', 'four', 'daily'];
    for (const name of rules)
      await watch.rule('ann', { name, frequency: name === 'daily' ? 'daily' : 'instant' });
    await watch.rule('ann', { name: 'few', keywords: ['rare'] });
    await watch.bring([[...ads(names), ...ads(['l4'], { bodies: ['Rare'] })]], noon);
    const { db } = watch;
    let passes = 0;
    const transaction: typeof db.transaction = (work) => {
      passes += 1;
      return passes === 3 ? Promise.reject(new Error('killed')) : db.transaction(work);
    };
    await expect(watch.look(noon, { db: { ...db, transaction }, maxFirings: 9 })).rejects.toThrow('killed');
    const all = [hashesOf([...names, 'l4'])];
    expect(await sentHashes()).toEqual({ one: all, two: all, three: all, four: all });
    passes = Number.NEGATIVE_INFINITY;
    // The limit is below the firings of one rule: each rule gets its own pass.
    expect(await watch.look(noon, { db: { ...db, transaction }, maxFirings: 1 })).toBe(1);
    expect(await sentHashes()).toEqual({
      one: all,
      two: all,
      three: all,
      four: all,
      few: [hashesOf(['l4'])],
    });
    expect(await db.query('SELECT FROM rule_firings WHERE NOT told')).toHaveLength(4);
    expect(await db.query('SELECT FROM untold_imports')).toEqual([]);
  });

  it('recordings between two passes are matched by all rules', async () => {
    for (const name of ['one', 'two']) await watch.rule('ann', { name });
    const importId = randomUUID();
    const record = (names: string[]) =>
      watch.catalog.recordAds(ads(names), { source: 'test', seenAt: noon, importId });
    await record(['m1']);
    await watch.catalog.endImport(importId);
    const { db } = watch;
    const transaction: typeof db.transaction = async (work) => {
      const answer = await db.transaction(work);
      await record(['m2']);
      return answer;
    };
    await watch.look(noon, { db: { ...db, transaction }, maxFirings: 1 });
    expect(await sentHashes()).toEqual({ one: [hashesOf(['m1'])] });
    await watch.look(noon);
    expect(await sentHashes()).toEqual({
      one: [hashesOf(['m1']), hashesOf(['m2'])],
      two: [hashesOf(['m1', 'm2'])],
    });
  });

  it('an interrupted import is matched after an idle period, and again if it continues', async () => {
    await watch.rule('ann', { name: 'all' });
    const importId = randomUUID();
    const now = new Date();
    const record = (names: string[]) =>
      watch.catalog.recordAds(ads(names, { startDate: null }), { source: 'test', seenAt: now, importId });
    await record(['h1']);
    expect(await watch.look(now)).toBe(0);
    await record(['h2']);
    expect(await watch.look(new Date(now.getTime() + 6 * 60_000))).toBe(1);
    await record(['h3']);
    await watch.catalog.endImport(importId);
    await watch.look(now);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['h1', 'h2']), hashesOf(['h3'])] });
  });

  it('recordings that arrive during matching stay pending', async () => {
    await watch.rule('ann', { name: 'all' });
    const importId = randomUUID();
    const record = (names: string[]) =>
      watch.catalog.recordAds(ads(names), { source: 'test', seenAt: noon, importId });
    await record(['i1']);
    await watch.catalog.endImport(importId);
    const { clickhouse } = watch;
    let came = false;
    const read: typeof clickhouse.read = async (statement, parameters) => {
      const rows = await clickhouse.read<never>(statement, parameters);
      if (!came) {
        came = true;
        await record(['i2']);
      }
      return rows;
    };
    expect(await watch.look(noon, { clickhouse: { ...clickhouse, read } })).toBe(0);
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['i1', 'i2'])] });
  });

  it('matching that is interrupted before commit stores nothing and is repeated completely', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.rule('ann', { name: 'daily', frequency: 'daily' });
    await watch.bring([ads(['k1', 'k2'])], noon);
    const { db } = watch;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('cut off');
      });
    await expect(watch.look(noon, { db: { ...db, transaction } })).rejects.toThrow('cut off');
    expect([await sentHashes(), await db.query('SELECT FROM rule_firings')]).toEqual([{}, []]);
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['k1', 'k2'])] });
    expect(await db.query('SELECT FROM rule_firings')).toHaveLength(4);
  });

  it('an import that fails does not block others and is notified later', async () => {
    await watch.rule('ann', { name: 'all' });
    await watch.bring([ads(['j1'])], noon);
    await watch.bring([ads(['j2'])], noon);
    const { clickhouse } = watch;
    let failed = false;
    const read: typeof clickhouse.read = (statement, parameters) => {
      if (failed) return clickhouse.read(statement, parameters);
      failed = true;
      return Promise.reject(new Error('too much memory'));
    };
    await expect(watch.look(noon, { clickhouse: { ...clickhouse, read } })).rejects.toThrow(
      'too much memory',
    );
    expect(await sentHashes()).toEqual({ all: [hashesOf(['j2'])] });
    await watch.look(noon);
    expect(await sentHashes()).toEqual({ all: [hashesOf(['j2']), hashesOf(['j1'])] });
  });
});
