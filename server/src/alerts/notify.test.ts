import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { sendDueDigests, notifyRules } from './notify.ts';
import { deleteOldNotifications, listNotifications, notifyInbox } from './inbox.sql.ts';
import { ensureWebhooks } from './webhooks/webhooks.ts';
import { insertRule, ruleDefaults, type RuleFields } from './rules.sql.ts';

const site = 'https://magpie.example';
const hashOf = (name: string): string => createHash('md5').update(name).digest('hex');
const at = (time: string): Date => new Date(`2026-03-${time}:00Z`);

const plain: RuleFields = { ...ruleDefaults, name: 'Rivals', event: 'new_ads' };

describe.each(postgresLanes)('notifications on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.query('TRUNCATE users, mails, teams CASCADE');
    await person('ann');
  });

  const person = (id: string): Promise<unknown> =>
    db.query(`INSERT INTO users (id, email) VALUES ($1, initcap($1) || '@example.com')`, [id]);
  const rule = async (fields: Partial<RuleFields> = {}, userId = 'ann'): Promise<number> =>
    (await insertRule(db, userId, { ...plain, ...fields })).id;
  /** A rule finds ads of a company. */
  const find = async (ruleId: number, when: Date, ...ads: string[]): Promise<void> => {
    await db.query(
      `INSERT INTO rule_firings (rule_id, event, ad_hash, advertiser_id, company_name, happened_at, fired_at)
       SELECT $1, 'new_ads', hash, 7, 'Acme & <Sons>', $2, $2 FROM unnest($3::text[]) AS hash`,
      [ruleId, when, ads.map(hashOf)],
    );
  };
  const notify = (ruleIds: readonly number[], now = at('04T12:00')): Promise<number> =>
    db.transaction((tx) => notifyRules(tx, [{ ruleIds, before: null }], { site, now }));
  const digest = (now: Date): Promise<number> => sendDueDigests({ db, site, now });
  const listed = (userId = 'ann') =>
    listNotifications(db, userId, { unreadOnly: false, limit: 100, cursor: 0 });
  const mails = (): Promise<{ to: string; subject: string; text: string; html: string }[]> =>
    db.query(`SELECT recipient AS to, subject, text, html FROM mails ORDER BY recipient`);

  it('combines all firings of a rule into one notification, once', async () => {
    const id = await rule();
    await find(id, at('04T11:00'), 'b', 'a');
    expect(await notify([id])).toBe(1);
    expect(await notify([id])).toBe(0);
    expect(await listed()).toEqual([
      expect.objectContaining({
        ruleId: id,
        type: 'new_ads',
        companyName: 'Acme & <Sons>',
        title: '2 new ads from Acme & <Sons>',
        adHashes: [hashOf('a'), hashOf('b')].toSorted(),
        createdAt: at('04T12:00'),
        readAt: null,
      }),
    ]);
    expect(await db.query('SELECT last_fired_at FROM rules')).toEqual([{ last_fired_at: at('04T12:00') }]);
  });

  it('sends a notification once for two concurrent calls', async () => {
    const ids = [await rule(), await rule()];
    for (const id of ids) await find(id, at('04T11:00'), 'a');
    const sent = await Promise.all([notify(ids), notify(ids.toReversed())]);
    expect(new Set(sent)).toEqual(new Set([0, 2]));
    expect(await listed()).toHaveLength(2);
  });

  it('keeps a webhook-only notification out of the inbox and sends it', async () => {
    const url = 'https://hooks.example/in';
    await db.transaction((tx) => ensureWebhooks(tx, 'ann', [url]));
    const id = await rule({ channels: [{ type: 'webhook', target: url }] });
    await find(id, at('04T11:00'), 'a');
    await notify([id]);
    expect(await listed()).toEqual([]);
    const [sent] = await db.query<{ type: string; payload: string; notification_id: number }>(
      'SELECT type, payload, notification_id FROM webhook_deliveries',
    );
    expect(sent?.type).toBe('notification.new_ads');
    expect(JSON.parse(sent?.payload ?? '')).toMatchObject({
      type: 'notification.new_ads',
      timestamp: at('04T12:00').toISOString(),
      data: { id: sent?.notification_id, ruleId: id, adHashes: [hashOf('a')], readAt: null },
    });
  });

  it('sends one mail per address with the firings of all rules', async () => {
    const email = [{ type: 'email' as const, target: null }];
    const ids = [await rule({ channels: email }), await rule({ name: '<b>Bold</b>', channels: email })];
    await find(ids[0] ?? 0, at('04T11:00'), ...Array.from({ length: 21 }, (_, number) => `ad ${number}`));
    await find(ids[1] ?? 0, at('04T11:00'), 'a');
    await notify(ids);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ann@example.com',
      subject: '21 new ads from Acme & <Sons>, and 1 more alert',
    });
    expect(mail?.text).toContain(`\nAd ${hashOf('a')}\n`);
    expect(mail?.text).toContain('and 1 more ad\n');
    expect(mail?.text).not.toContain('your inbox');
    expect(mail?.text).toContain(`Rule: <b>Bold</b> (number ${ids[1]})`);
    expect(mail?.html).toContain('Rule: &lt;b&gt;Bold&lt;/b&gt;');
    expect(mail?.html).not.toContain('<Sons>');
  });

  it('mails a team member and names the owner of the rule, until one of them leaves', async () => {
    await person('ben');
    await db.query(`INSERT INTO teams (name, slug) VALUES ('Us', 'us')`);
    await db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
       SELECT teams.id, users.id, users.email, 'owner', now() FROM teams, users`,
    );
    const id = await rule({ channels: [{ type: 'email', target: 'ben@example.com' }] });
    await find(id, at('04T11:00'), 'a');
    await notify([id]);
    expect(await mails()).toEqual([
      expect.objectContaining({
        to: 'ben@example.com',
        text: expect.stringContaining(`(number ${id}, by Ann@example.com)`) as string,
      }),
    ]);
    expect((await mails())[0]?.text).toMatch(/Only the owner of a rule can change or pause it\.$/);
    await db.query('DELETE FROM team_members');
    await find(id, at('04T11:00'), 'b');
    expect(await notify([id])).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  it('lists ten thousand ads and the total count', async () => {
    const url = 'https://hooks.example/in';
    await db.transaction((tx) => ensureWebhooks(tx, 'ann', [url]));
    const inbox = { type: 'inbox' as const, target: null };
    const id = await rule({
      channels: [inbox, { type: 'email', target: null }, { type: 'webhook', target: url }],
    });
    await find(id, at('04T11:00'), ...Array.from({ length: 10_001 }, (_, number) => `ad ${number}`));
    await notify([id]);
    const [notification] = await listed();
    const [delivery] = await db.query<{ payload: string }>('SELECT payload FROM webhook_deliveries');
    for (const sent of [notification, JSON.parse(delivery?.payload ?? '').data]) {
      expect([sent.adHashes.length, sent.data.adCount]).toEqual([10_000, 10_001]);
    }
    const [mail] = await mails();
    expect(mail?.text).toContain('and 9,981 more ads');
    expect(mail?.text).toContain('All of these alerts are also in your inbox');
  });

  it('notifies a thousand rules in a few statements', async () => {
    const ids = await db.query<{ id: number }>(
      `INSERT INTO rules (user_id, name, event, is_for_followed, company_names, platforms, keywords, frequency, channels)
       SELECT 'ann', 'Rule ' || number, 'new_ads', false, '{}', '{}', '{}', 'instant',
         '[{"type": "inbox", "target": null}, {"type": "email", "target": null}]'
       FROM generate_series(1, 1000) AS number
       RETURNING id`,
    );
    await db.query(
      `INSERT INTO rule_firings (rule_id, event, ad_hash, advertiser_id, company_name, happened_at)
       SELECT id, event, md5('ad'), 7, 'Acme', now() FROM rules`,
    );
    let statements = 0;
    const sent = await db.transaction((tx) => {
      const counting = {
        ...tx,
        query: <Row>(statement: string, values?: readonly unknown[]) => {
          statements += 1;
          return tx.query<Row>(statement, values);
        },
      };
      const due = { ruleIds: ids.map(({ id }) => id), before: null };
      return notifyRules(counting, [due], { site, now: at('04T12:00') });
    });
    expect(sent).toBe(1000);
    expect(statements).toBeLessThan(12);
    const [mail] = await mails();
    expect(mail?.subject).toBe('1 new ad from Acme, and 999 more alerts');
    expect(mail?.text).toContain('and 800 more rules fired');
  });

  describe('digests', () => {
    it('are sent once a day at 07:00 with all earlier firings', async () => {
      const id = await rule({ frequency: 'daily' });
      await find(id, at('04T06:00'), 'a');
      await find(id, at('04T07:00'), 'b');
      expect(await digest(at('04T06:50'))).toBe(0);
      expect(await digest(at('04T07:00'))).toBe(1);
      expect(await digest(at('04T07:00'))).toBe(0);
      expect(await digest(at('04T23:50'))).toBe(0);
      expect(await digest(at('05T07:10'))).toBe(1);
      expect((await listed()).map(({ adHashes }) => adHashes)).toEqual([[hashOf('b')], [hashOf('a')]]);
    });

    it('are sent on Monday if weekly, in the same mail as daily ones', async () => {
      const channels = [{ type: 'email' as const, target: null }];
      const daily = await rule({ frequency: 'daily', channels });
      const weekly = await rule({ frequency: 'weekly', channels });
      // The 2nd and the 9th are Mondays.
      await find(weekly, at('03T12:00'), 'a');
      await find(daily, at('08T12:00'), 'b');
      for (const now of ['04T07:00', '05T07:00', '08T07:00']) expect(await digest(at(now))).toBe(0);
      expect(await digest(at('09T07:00'))).toBe(2);
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        '1 new ad from Acme & <Sons>, and 1 more alert',
      ]);
    });

    it('are sent late, but once, if no node was running at 07:00', async () => {
      const id = await rule({ frequency: 'daily' });
      await find(id, at('04T06:00'), 'a');
      await find(id, at('05T06:00'), 'b');
      expect(await digest(at('05T15:00'))).toBe(1);
      expect((await listed())[0]?.adHashes).toHaveLength(2);
    });

    it('leave firings that were stored late to the next digest', async () => {
      const id = await rule({ frequency: 'daily' });
      await find(id, at('04T06:00'), 'a');
      await digest(at('04T07:00'));
      await find(id, at('04T06:59'), 'late');
      expect(await digest(at('04T07:10'))).toBe(0);
      expect(await digest(at('05T07:00'))).toBe(1);
    });

    it('are sent once by two concurrent nodes', async () => {
      const id = await rule({ frequency: 'daily' });
      await find(id, at('04T06:00'), 'a');
      const sent = await Promise.all([digest(at('04T07:00')), digest(at('04T07:00'))]);
      expect(new Set(sent)).toEqual(new Set([0, 1]));
    });

    it('send pending firings at once after a rule was changed to instant', async () => {
      const id = await rule({ frequency: 'daily' });
      await find(id, at('04T08:00'), 'a');
      expect(await digest(at('04T09:00'))).toBe(0);
      await db.query(`UPDATE rules SET frequency = 'instant'`);
      expect(await digest(at('04T09:00'))).toBe(1);
    });
  });

  it('keeps read notifications for 180 days, unread ones for 400, and the last 10,000 per user', async () => {
    const old = (days: number, isRead: boolean, isInbox = true): Promise<unknown> =>
      db.query(
        `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox, created_at, read_at)
         VALUES ('ann', 'x', $1 || CASE WHEN $2 THEN ' read' ELSE '' END, '', '{}', '{}', $3,
           now() - $1::integer * interval '1 day', CASE WHEN $2 THEN now() END)`,
        [String(days), isRead, isInbox],
      );
    for (const days of [179, 181, 401]) for (const isRead of [true, false]) await old(days, isRead);
    await old(31, false, false);
    expect(await deleteOldNotifications(db)).toBe(4);
    expect((await listed()).map(({ title }) => title).toSorted()).toEqual(['179', '179 read', '181']);
    await db.query(
      `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox)
       SELECT 'ann', 'x', '', '', '{}', '{}', true FROM generate_series(1, 9999)`,
    );
    await person('ben');
    const message = { userId: 'ben', type: 'x', title: 'Hi', body: '', data: {} };
    await db.transaction((tx) => notifyInbox(tx, message));
    expect(await deleteOldNotifications(db)).toBe(2);
    expect(await listed('ben')).toEqual([expect.objectContaining({ title: 'Hi', ruleId: null, data: {} })]);
  });
});
