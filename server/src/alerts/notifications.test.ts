import { maxListBytes } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { deleteUserAlerts } from './rules.ts';
import { notifyInbox } from './inbox.sql.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

describe.each(postgresLanes)('notifications on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, {}, clickhouse);
    const ad = openAd({ key: 'meta:1', advertiser: { name: 'Gymshark' } });
    await plainCatalog(clickhouse, service.db).recordAds([ad], { source: 'test', seenAt: new Date() });
  });
  afterAll(() => service.close());

  const addNotifications = async ({ userId }: Person, ...titles: string[]): Promise<void> => {
    for (const title of titles) {
      await service.db.transaction((tx) =>
        notifyInbox(tx, { userId, type: 'test', title, body: '', data: {} }),
      );
    }
  };
  const titles = (data: { notifications: { title: string }[] }): string[] =>
    data.notifications.map(({ title }) => title);
  const upsert = (who: Client, input: object) => who.post('notifications.upsertRule', input);
  const made = async (who: Client, input: object = {}) =>
    (await upsert(who, { name: 'Rivals', event: 'new_ads', ...input })).data;
  const rules = async (who: Client) => (await who.get('notifications.listRules')).data;

  describe('the inbox', () => {
    it('is paged from newest to oldest, also while new notifications arrive', async () => {
      const ann = await service.newcomer();
      await addNotifications(ann, '1', '2', '3', '4', '5');
      const first = (await ann.get('notifications.list', { limit: 2 })).data;
      expect(first).toMatchObject({ total: 5, hasMore: true });
      expect(titles(first)).toEqual(['5', '4']);
      await addNotifications(ann, '6');
      const second = (await ann.get('notifications.list', { limit: 2, cursor: first.nextCursor })).data;
      expect(titles(second)).toEqual(['3', '2']);
      const third = (await ann.get('notifications.list', { limit: 2, cursor: second.nextCursor })).data;
      expect([titles(third), third.hasMore, third.nextCursor]).toEqual([['1'], false, null]);
    });

    it('shortens adHashes in a list that would exceed 4 MB; get returns all of them', async () => {
      const ann = await service.newcomer();
      const adHashes = Array.from({ length: 10_000 }, (_, ad) => ad.toString(16).padStart(32, '0'));
      await addNotifications(ann, ...Array.from({ length: 20 }, (_, place) => `${place}`));
      await service.db.query('UPDATE notifications SET ad_hashes = $1 WHERE user_id = $2', [
        adHashes,
        ann.userId,
      ]);
      const { data } = await ann.get('notifications.list', { limit: 100 });
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(maxListBytes);
      expect(data.notifications).toHaveLength(20);
      for (const each of data.notifications) expect(each).toMatchObject({ shortened: ['adHashes'] });
      const { id } = data.notifications[0];
      expect((await ann.get('notifications.get', { id })).data).toMatchObject({ adHashes });
    });

    it('400 for a cursor of the full list in the unread list', async () => {
      const ann = await service.newcomer();
      await addNotifications(ann, '1', '2');
      const { nextCursor: cursor } = (await ann.get('notifications.list', { limit: 1 })).data;
      expect((await ann.get('notifications.list', { cursor })).status).toBe(200);
      expect((await ann.get('notifications.list', { cursor, unreadOnly: true })).status).toBe(400);
    });

    it("returns one notification: 403 for another user's, 404 for an unknown one", async () => {
      const [ann, ben] = [await service.newcomer(), await service.newcomer()];
      await addNotifications(ann, '1', '2');
      const [, older] = (await ann.get('notifications.list')).data.notifications;
      expect((await ann.get('notifications.get', { id: older.id })).data).toEqual(older);
      expect((await ben.get('notifications.get', { id: older.id })).status).toBe(403);
      expect((await ann.get('notifications.get', { id: 999_999_999 })).status).toBe(404);
    });

    it('counts and lists unread notifications; marking twice has no effect', async () => {
      const ann = await service.newcomer();
      await addNotifications(ann, 'a', 'b', 'c');
      const listed = (await ann.get('notifications.list')).data;
      const ids = [listed.notifications[0].id, listed.notifications[0].id, listed.notifications[1].id];
      const mark = (input: object) => ann.post('notifications.markRead', input);
      expect((await mark({ ids })).data).toEqual({ updated: 2, unreadCount: 1 });
      const [read] = (await ann.get('notifications.list', { limit: 1 })).data.notifications;
      expect((await mark({ ids })).data).toEqual({ updated: 0, unreadCount: 1 });
      expect((await ann.get('notifications.list', { limit: 1 })).data.notifications).toEqual([read]);
      const unread = (await ann.get('notifications.list', { unreadOnly: true })).data;
      expect([titles(unread), unread.total]).toEqual([['a'], 1]);
      expect((await mark({ all: true })).data).toEqual({ updated: 1, unreadCount: 0 });
      expect((await ann.get('notifications.unreadCount')).data).toEqual({ count: 0 });
    });

    it("marks nothing if one notification is another user's (403) or unknown (404)", async () => {
      const [ann, ben] = [await service.newcomer(), await service.newcomer()];
      await addNotifications(ann, 'mine');
      await addNotifications(ben, 'his');
      const [mine] = (await ann.get('notifications.list')).data.notifications;
      const [his] = (await ben.get('notifications.list')).data.notifications;
      const mark = (...ids: number[]) => ann.post('notifications.markRead', { ids });
      expect((await mark(mine.id, his.id)).error.message).toBe(
        `Notification ${his.id} belongs to somebody else.`,
      );
      expect((await mark(mine.id, 999_999)).error.message).toBe('There is no notification 999999.');
      expect((await ann.get('notifications.unreadCount')).data).toEqual({ count: 1 });
      expect((await ben.get('notifications.unreadCount')).data).toEqual({ count: 1 });
    });
  });

  describe('rules', () => {
    it('are created with defaults, updated by field, and deleted', async () => {
      const ann = await service.newcomer();
      const rule = await made(ann);
      expect(rule).toMatchObject({
        name: 'Rivals',
        enabled: true,
        event: 'new_ads',
        companyNames: [],
        platforms: [],
        keywords: [],
        threshold: null,
        timesUsual: 3,
        frequency: 'instant',
        channels: [{ type: 'inbox', target: null }],
        lastFiredAt: null,
      });
      const changed = (
        await upsert(ann, { id: rule.id, frequency: 'daily', platforms: ['tiktok', 'tiktok'] })
      ).data;
      expect(changed).toEqual({
        ...rule,
        frequency: 'daily',
        platforms: ['tiktok'],
        updatedAt: changed.updatedAt,
      });
      const second = await made(ann, { name: 'Second' });
      expect(await rules(ann)).toEqual([changed, second]);
      expect((await ann.post('notifications.deleteRule', { ruleId: rule.id })).data).toEqual({
        success: true,
      });
      expect(await rules(ann)).toEqual([second]);
    });

    it('use company names as spelled in the index, without duplicates, or FOLLOWED', async () => {
      const ann = await service.newcomer();
      const rule = await made(ann, { companyNames: ['GYMSHARK', 'gymshark', 'Åsa', 'åsa'] });
      expect(rule.companyNames).toEqual(['Gymshark', 'Åsa']);
      const named = async (): Promise<number[]> => {
        const rows = await service.db.query<{ id: number }>(
          'SELECT advertiser_id AS id FROM rule_advertisers WHERE rule_id = $1',
          [rule.id],
        );
        return rows.map(({ id }) => id).toSorted((one, other) => one - other);
      };
      const ids = ['Gymshark', 'Åsa'].map(advertiserId).toSorted((one, other) => one - other);
      expect(await named()).toEqual(ids);
      await upsert(ann, { id: rule.id, name: 'Renamed' });
      expect(await named()).toEqual(ids);
      const followed = (await upsert(ann, { id: rule.id, companyNames: 'FOLLOWED' })).data;
      expect(followed.companyNames).toBe('FOLLOWED');
      expect(await named()).toEqual([]);
    });

    it("403 for another user's rule, 404 for an unknown one", async () => {
      const [ann, ben] = [await service.newcomer(), await service.newcomer()];
      const { id } = await made(ann);
      for (const procedure of ['notifications.upsertRule', 'notifications.deleteRule']) {
        expect((await ben.post(procedure, { id })).error.message).toBe(
          `Rule ${id} belongs to somebody else.`,
        );
        expect((await ben.post(procedure, { id: 999_999 })).error.message).toBe('There is no rule 999999.');
      }
      expect(await rules(ann)).toHaveLength(1);
    });

    it.each([
      [{ event: 'copy_matches' }, 'keywords must contain at least one keyword for this event.'],
      [{ event: 'reach_above' }, 'threshold must be a number for this event.'],
      [{ keywords: ['fine', '?!'] }, 'keywords.1 must contain a letter, a digit or an emoji.'],
      [
        { channels: [] },
        'channels must contain at least one channel; to pause a rule, set enabled to false.',
      ],
      [
        { channels: [{ type: 'email', target: 'stranger@example.com' }] },
        'channels.0.target must be your own address or the address of a member of one of your teams.',
      ],
    ])('400 for %j, when it is made and when it is changed', async (fields, message) => {
      const ann = await service.newcomer();
      const { id } = await made(ann);
      for (const input of [
        { name: 'New', event: 'new_ads', ...fields },
        { id, ...fields },
      ]) {
        const { status, error } = await upsert(ann, input);
        expect([status, error?.message]).toEqual([400, message]);
      }
      expect(await rules(ann)).toHaveLength(1);
    });

    it('400 for a change that removes a field required by the event', async () => {
      const ann = await service.newcomer();
      const words = await made(ann, { event: 'copy_matches', keywords: ['free shipping'] });
      const reach = await made(ann, { event: 'reach_above', threshold: 0 });
      expect((await upsert(ann, { id: words.id, keywords: [] })).status).toBe(400);
      expect((await upsert(ann, { id: reach.id, threshold: null })).status).toBe(400);
      expect((await upsert(ann, { id: reach.id, threshold: null, event: 'new_ads' })).status).toBe(200);
    });

    it('mail their owner and team members, but not an undeliverable address', async () => {
      const [ann, ben] = [await service.newcomer(), await service.newcomer()];
      await newTeam(service.db, { owner: ann, viewer: ben });
      const [address] = await service.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
        ben.userId,
      ]);
      const channels = [
        { type: 'email', target: null },
        { type: 'email', target: address?.email.toUpperCase() },
      ];
      expect((await made(ann, { channels })).channels).toEqual([
        { type: 'email', target: null },
        { type: 'email', target: address?.email },
      ]);
      const { error } = await upsert(service.owner, { name: 'x', event: 'new_ads', channels: [channels[0]] });
      expect(error.message).toBe('channels.0.target must be a deliverable address; got owner@localhost.');
    });

    it('register their webhooks', async () => {
      const ann = await service.newcomer();
      const url = 'https://hooks.example/in';
      await made(ann, { channels: [{ type: 'webhook', target: url }] });
      expect((await ann.get('webhooks.list')).data).toEqual([
        expect.objectContaining({ url, enabled: true }),
      ]);
    });

    it('discard pending firings when they are paused or their event changes, but keep the history', async () => {
      const ann = await service.newcomer();
      const { id } = await made(ann, { frequency: 'daily' });
      await service.db.query(
        `INSERT INTO rule_firings (rule_id, event, ad_hash, advertiser_id, company_name, happened_at)
         SELECT $1, 'new_ads', md5(number::text), 7, 'Acme', now() FROM generate_series(1, 2) AS number`,
        [id],
      );
      const firings = () => service.db.query('SELECT told FROM rule_firings WHERE rule_id = $1', [id]);
      await upsert(ann, { id, name: 'Renamed', event: 'new_ads' });
      const [waiting, dropped] = [false, true].map((told) => [{ told }, { told }]);
      expect(await firings()).toEqual(waiting);
      await upsert(ann, { id, enabled: false });
      expect(await firings()).toEqual(dropped);
      await service.db.query('UPDATE rule_firings SET told = false WHERE rule_id = $1', [id]);
      await upsert(ann, { id, event: 'ad_stopped' });
      expect(await firings()).toEqual(dropped);
    });

    it('are deleted with their owner, including any number of firings', async () => {
      const ann = await service.newcomer();
      const { id } = await made(ann);
      await addNotifications(ann, 'sent');
      await service.db.query(
        `INSERT INTO rule_firings (rule_id, event, ad_hash, advertiser_id, company_name, happened_at)
         SELECT $1, 'new_ads', md5(number::text), 7, 'Acme', now() FROM generate_series(1, 10001) AS number`,
        [id],
      );
      await service.db.transaction((tx) => deleteUserAlerts(tx, ann.userId));
      for (const table of ['rule_firings WHERE rule_id = $1', 'rules WHERE id = $1'])
        expect(await service.db.query(`SELECT FROM ${table}`, [id])).toEqual([]);
      expect((await ann.get('notifications.list')).data.total).toBe(0);
    });

    const insertMany = (who: Person, keywords: string[], count: number): Promise<unknown> =>
      service.db.query(
        `INSERT INTO rules (user_id, name, event, is_for_followed, company_names, platforms, keywords, frequency, channels)
         SELECT $1, 'x', 'new_ads', false, '{}', '{}', $2::text[], 'instant', '[]' FROM generate_series(1, $3)`,
        [who.userId, keywords, count],
      );

    it('409 for more than twenty without companies and keywords, also through a change', async () => {
      const ann = await service.newcomer();
      await insertMany(ann, [], 19);
      const replies = await Promise.all([1, 2].map(() => upsert(ann, { name: 'x', event: 'ad_stopped' })));
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.error.message).toBe(
        'You have reached the limit of 20 rules without brands and keywords; add a brand or a keyword, or delete a rule.',
      );
      const narrow = [
        { keywords: ['sale'] },
        { companyNames: 'FOLLOWED' },
        { event: 'reach_above', threshold: 5 },
        { companyNames: ['Gymshark'] },
      ];
      for (const fields of narrow) expect((await made(ann, fields)).id).toBeGreaterThan(0);
      const all = await rules(ann);
      expect((await upsert(ann, { id: all[0].id, name: 'Renamed' })).status).toBe(200);
      expect((await upsert(ann, { id: all.at(-1).id, companyNames: [] })).status).toBe(409);
    });

    it('409 for more than a thousand', async () => {
      const ann = await service.newcomer();
      await insertMany(ann, ['sale'], 999);
      const replies = await Promise.all(
        [1, 2].map((number) => upsert(ann, { name: `${number}`, event: 'new_ads' })),
      );
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.error.message).toBe(
        'You have reached the limit of 1000 rules; delete one first.',
      );
    });
  });

  describe('the first follow', () => {
    const follow = (who: Client, companyName: string) => who.post('companies.follow', { companyName });

    it('creates one rule, and not again after it is deleted', async () => {
      const ann = await service.newcomer();
      await follow(ann, 'Gymshark');
      const [rule, ...others] = await rules(ann);
      expect(others).toEqual([]);
      expect(rule).toMatchObject({
        name: 'New ads from brands I follow',
        event: 'new_ads',
        companyNames: 'FOLLOWED',
        frequency: 'instant',
        channels: [{ type: 'inbox', target: null }],
      });
      await follow(ann, 'Nike');
      expect(await rules(ann)).toEqual([rule]);
      await ann.post('notifications.deleteRule', { id: rule.id });
      await ann.post('companies.unfollow', { companyName: 'Gymshark' });
      await follow(ann, 'Gymshark');
      expect(await rules(ann)).toEqual([]);
    });

    it('creates one rule for two concurrent follows', async () => {
      const ann = await service.newcomer();
      await Promise.all([follow(ann, 'Gymshark'), follow(ann, 'Nike'), follow(ann, 'Puma')]);
      expect(await rules(ann)).toHaveLength(1);
    });
  });
});
