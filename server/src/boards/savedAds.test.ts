import type { OpenAdInput } from '@magpie/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { assertConsistent, newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { deleteCursorTombstones } from './savedAds.sql.ts';

describe.each(postgresLanes)('saved ads on $name', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
  });
  afterEach(() => assertConsistent(service.db));
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  /** Two new users and an indexed ad that is not saved. */
  let ads = 0;
  const meet = async (ad: Partial<OpenAdInput> = {}): Promise<{ ann: Person; ben: Person; hash: string }> => {
    const hash = await record(`ad${++ads}`, { bodies: ['Run further'], ...ad });
    return { ann: await service.newcomer(), ben: await service.newcomer(), hash };
  };
  const record = async (id: string, ad: Partial<OpenAdInput>): Promise<string> => {
    const catalog = plainCatalog(clickhouse, service.db);
    await catalog.recordAds([openAd({ ...ad, key: `meta:${id}` })], { source: 'test', seenAt: new Date() });
    return adHash(`meta:${id}`);
  };
  const loseFromIndex = (hash: string): Promise<void> =>
    clickhouse.write(`ALTER TABLE ads DELETE WHERE hash = {hash:String} SETTINGS mutations_sync = 2`, {
      hash,
    });
  const newBoard = async (who: Client, input: object = {}): Promise<number> =>
    (await who.post('boards.create', { name: 'Board', ...input })).data.id;
  const save = async (who: Client, boardId: number, hash: string, more: object = {}) =>
    who.post('ads.addToBoard', { boardId, hash, ...more });
  const details = async (who: Client, hash: string) => (await who.get('ads.getDetails', { hash })).data;
  const copies = async (hash: string): Promise<{ id: number; scope: string; note: string | null }[]> =>
    service.db.query(`SELECT id, scope, note FROM saved_ads WHERE ad_hash = $1 ORDER BY id`, [hash]);
  const boardsHolding = async (who: Client, hash: string): Promise<number[]> =>
    (await who.get('ads.listBoardsContaining', { hash })).data.map(({ id }: { id: number }) => id);

  describe('filtered by ad types and calls to action', () => {
    const list = (who: Client, input: object) => who.get('ads.list', input);

    it('200 for common values and those of the index, also if nothing is saved', async () => {
      const { ann } = await meet({ ctaText: 'Jetzt im Öko-Laden' });
      for (const input of [{ adTypes: ['offer'] }, { ctaTypes: ['shop_now', 'JETZT IM ÖKO-LADEN'] }]) {
        expect(await list(ann, input)).toMatchObject({ status: 200, data: { total: 0 } });
      }
    });

    it('400 with suggestions for an unknown value; values of saved ads are known to their owner', async () => {
      const { ann, ben } = await meet();
      const boardId = await newBoard(ann);
      const ad = { platform: 'tiktok', companyName: 'Own' };
      // Enrichment finds no type without texts.
      for (const one of [
        { externalId: 'own1', adType: 'Unboxing' },
        { externalId: 'own2', ctaText: 'Grab yours' },
      ]) {
        expect((await ann.post('ads.addToBoard', { boardId, ad: { ...ad, ...one } })).status).toBe(200);
      }
      expect((await list(ann, { adTypes: ['Unboxing'] })).data.total).toBe(1);
      expect((await list(ann, { ctaTypes: ['GRAB YOURS'] })).data.total).toBe(1);
      const misspelt = await list(ann, { ctaTypes: ['Shop now', 'Grab yuors'] });
      expect([misspelt.status, misspelt.error.data.issues[0].path]).toEqual([400, 'ctaTypes.1']);
      expect(misspelt.error.data.suggestions[0]).toBe('Grab yours');
      const unknown = await list(ben, { adTypes: ['Unboxing'] });
      expect([unknown.status, unknown.error.data.issues[0].path]).toEqual([400, 'adTypes.0']);
      expect(unknown.error.data.suggestions).toEqual(expect.arrayContaining(['offer', 'other']));
      const exported = await fetch(`${service.address}/api/export/ads.csv?adTypes=Unboxing`, {
        headers: { Authorization: `Bearer ${ben.key}` },
      });
      expect(exported.status).toBe(400);
    });
  });

  describe('joined by creative', () => {
    const text =
      'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.';
    const list = async (who: Client, input: object) => (await who.get('ads.list', input)).data;

    it('are one entry per family, of other advertisers and of team boards too, on pages of any size', async () => {
      const { ann, ben } = await meet();
      const board = await newBoard(ann);
      const bodies = [text, text.replace('94', '96'), 'Shop now', text, 'Shop now'];
      const hashes: string[] = [];
      for (const [at, body] of bodies.entries()) {
        hashes.push(
          await record(`joined${at}`, {
            bodies: [body],
            advertiser: { name: at === 3 ? 'Copycat' : 'Acme' },
            startDate: `2026-01-0${9 - at}`,
          }),
        );
      }
      for (const hash of hashes) await save(ann, board, hash);
      const all = await list(ann, { sortBy: 'date' });
      expect(all).toMatchObject({ total: 5, ads: hashes.map((hash) => ({ hash })) });
      expect(all).not.toHaveProperty('totalAds');
      const { familyId } = (await ann.get('ads.getFamily', { hash: hashes[0] })).data;
      const joined = { sortBy: 'date', duplicates: 'family' };
      const entries = await list(ann, joined);
      const evidence = { kind: 'measured', ads: 5, libraries: ['meta'] };
      expect(entries).toMatchObject({ total: 3, totalAds: 5, evidence });
      const similar = (listed: { hash: string; similarAds: number; familyId: string | null }[]) =>
        listed.map((ad) => [ad.hash, ad.similarAds, ad.familyId]);
      expect(similar(entries.ads)).toEqual([
        [hashes[0], 2, familyId],
        [hashes[2], 0, null],
        [hashes[4], 0, null],
      ]);
      const first = await list(ann, { ...joined, limit: 1 });
      const rest = await list(ann, { ...joined, limit: 2, cursor: first.nextCursor });
      expect(similar([...first.ads, ...rest.ads])).toEqual(similar(entries.ads));
      expect(rest).toMatchObject({ total: 3, hasMore: false });
      const filtered = await list(ann, { ...joined, companyNames: ['Copycat'], boardId: board });
      expect(filtered).toMatchObject({ total: 1, totalAds: 1, ads: [{ hash: hashes[3], similarAds: 0 }] });
      expect(await list(ben, joined)).toMatchObject({
        total: 0,
        totalAds: 0,
        evidence: { ads: 0, libraries: [] },
        ads: [],
      });
    });

    it('list all ads of an entry by its familyId', async () => {
      const { ann, ben } = await meet();
      const [board, other] = [await newBoard(ann), await newBoard(ann)];
      const bodies = [text, text.replace('94', '96'), 'Shop now', text];
      const hashes: string[] = [];
      for (const [at, body] of bodies.entries()) {
        hashes.push(await record(`entry${at}`, { bodies: [body], startDate: `2026-01-0${9 - at}` }));
      }
      for (const [at, hash] of hashes.entries()) await save(ann, at === 3 ? other : board, hash);
      const entries = await list(ann, { duplicates: 'family', sortBy: 'date' });
      const familyIds = [entries.ads[0].familyId];
      const found = async (input: object, who: Client = ann) => {
        const { total, ads: listed } = await list(who, { familyIds, sortBy: 'date', ...input });
        return [total, listed.map(({ hash }: { hash: string }) => hashes.indexOf(hash))];
      };
      expect(await found({})).toEqual([3, [0, 1, 3]]);
      expect(await found({ boardId: board })).toEqual([2, [0, 1]]);
      expect(await found({ boardId: board, dateTo: '2026-01-08' })).toEqual([1, [1]]);
      expect(await found({ duplicates: 'family' })).toEqual([1, [0]]);
      expect(await found({ familyIds: [familyIds[0].toUpperCase(), '0000000000000'] })).toEqual([
        3,
        [0, 1, 3],
      ]);
      expect(await found({ familyIds: ['0000000000000'] })).toEqual([0, []]);
      expect(await found({}, ben)).toEqual([0, []]);
      expect((await ann.get('ads.list', { familyIds: ['kettle'] })).status).toBe(400);
      // The family joins another one after its id was listed.
      await clickhouse.write(
        `INSERT INTO creatives SELECT * REPLACE (toUInt64(1) AS family) FROM creatives FINAL WHERE creatives.family = {family:UInt64}`,
        { family: Number.parseInt(familyIds[0], 16) },
      );
      expect(await found({})).toEqual([3, [0, 1, 3]]);
    });
  });

  describe('addToBoard', () => {
    it('200: an indexed ad is saved; saving again changes nothing and returns created: false', async () => {
      const { ann, hash } = await meet();
      const board = await newBoard(ann);
      expect((await save(ann, board, hash.toUpperCase())).data).toEqual({
        hash,
        boardId: board,
        created: true,
      });
      const first = await details(ann, hash);
      expect(first).toMatchObject({ hash, body: 'Run further', boardIds: [board], note: null });
      expect((await save(ann, board, hash)).data).toEqual({ hash, boardId: board, created: false });
      expect((await details(ann, hash)).savedAt).toBe(first.savedAt);
      expect((await ann.get('boards.list')).data[0]).toMatchObject({ adCount: 1 });
    });

    it('400 for a captured ad with more than 64 kB of text; a smaller one is complete in getDetails', async () => {
      const { ann } = await meet();
      const boardId = await newBoard(ann);
      const capture = (externalId: string, bodies: string[]) =>
        ann.post('ads.addToBoard', {
          boardId,
          ad: { platform: 'tiktok', companyName: 'Wordy', externalId, bodies },
        });
      const bodies = Array.from({ length: 3 }, (_, place) => `${place} ${'x'.repeat(19_000)}`);
      const saved = await capture('whole', bodies);
      expect(saved.status).toBe(200);
      expect((await details(ann, saved.data.hash)).bodies).toEqual(bodies);
      const refused = await capture(
        'long',
        bodies.map((body) => `${body}${body.slice(0, 900)}界`.replaceAll('x', 'é')),
      );
      expect([refused.status, refused.error.message]).toEqual([
        400,
        expect.stringMatching(
          /^ad must have at most 64 kB of text \(65536 bytes\), got \d+; leave some out\.$/,
        ),
      ]);
    });

    it('saved to two boards it is one saved ad on both', async () => {
      const { ann, hash } = await meet();
      const boards = [await newBoard(ann), await newBoard(ann)];
      for (const board of boards) expect((await save(ann, board, hash)).data.created).toBe(true);
      expect(await copies(hash)).toHaveLength(1);
      expect((await details(ann, hash)).boardIds).toEqual(boards);
    });

    it('a note is set if given, and kept otherwise', async () => {
      const { ann, hash } = await meet();
      const board = await newBoard(ann);
      for (const [note, kept] of [
        ['First', 'First'],
        [undefined, 'First'],
        [null, 'First'],
        [' Second ', 'Second'],
      ]) {
        await save(ann, board, hash, { note });
        expect((await details(ann, hash)).note).toBe(kept);
      }
    });

    it('each person and each team has a separate copy', async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { admin: ann, member: ben });
      await save(ann, await newBoard(ann), hash, { note: 'Mine' });
      await save(ben, await newBoard(ben), hash, { note: 'Not yours' });
      await save(ben, await newBoard(ben, { teamId }), hash, { note: 'Ours' });
      expect((await copies(hash)).map(({ scope }) => scope)).toEqual([
        `user:${ann.userId}`,
        `user:${ben.userId}`,
        `team:${teamId}`,
      ]);
      expect([(await details(ann, hash)).note, (await details(ben, hash)).note]).toEqual([
        'Mine',
        'Not yours',
      ]);
    });

    it('concurrent saves to the same board create one saved ad', async () => {
      const { ann, hash } = await meet();
      const board = await newBoard(ann);
      const replies = await Promise.all(Array.from({ length: 32 }, () => save(ann, board, hash)));
      expect(replies.filter(({ data }) => data.created)).toHaveLength(1);
      expect(await copies(hash)).toHaveLength(1);
    });

    it('404 for an unknown ad or board, 403 for the board of another user, 400 for both or neither identifier', async () => {
      const { ann, ben, hash } = await meet();
      const board = await newBoard(ann);
      const { status, error } = await save(ann, board, 'f'.repeat(32));
      expect([status, error.message]).toEqual([404, expect.stringContaining('ffff in the index')]);
      expect((await save(ann, 999_999, hash)).status).toBe(404);
      expect((await save(ben, board, hash)).status).toBe(403);
      expect((await ann.post('ads.addToBoard', { boardId: board })).status).toBe(400);
      const ad = { platform: 'facebook', externalId: '1', companyName: 'Acme' };
      expect((await save(ann, board, hash, { ad })).status).toBe(400);
      expect(await copies(hash)).toEqual([]);
    });

    it('an ad missing in the index can be saved again only by users who can see a copy', async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { member: ann, viewer: ben });
      await save(ann, await newBoard(ann, { teamId }), hash);
      await loseFromIndex(hash);
      const board = await newBoard(ben);
      expect((await save(ben, board, hash)).data).toEqual({ hash, boardId: board, created: true });
      expect(await details(ben, hash)).toMatchObject({ hash, body: 'Run further', history: [] });
      const stranger = await service.newcomer();
      expect((await save(stranger, await newBoard(stranger), hash)).status).toBe(404);
    });
  });

  describe('a captured ad', () => {
    const captured = {
      platform: 'instagram',
      companyName: 'Captured Shoes',
      brandLogo: 'https://cdn.example/logo.png',
      headline: 'Light as air',
      body: 'Captured body',
      adType: 'Handmade',
      landingPageUrl: 'https://shoes.example/air',
      media: [{ type: 'image', url: 'https://cdn.example/shoe.jpg' }],
      startDate: '2026-01-02',
    };
    const capture = async (who: Client, boardId: number, ad: object) =>
      who.post('ads.addToBoard', { boardId, ad: { ...captured, ...ad } });

    it('200: is added to the index and saved from there', async () => {
      const { ann, ben } = await meet();
      const board = await newBoard(ann);
      const externalId = `10${ads}`;
      const { data } = await capture(ann, board, { externalId, engagement: { likes: 5 } });
      const hash = adHash(`meta:${externalId}`);
      expect(data).toEqual({ hash, boardId: board, created: true });
      const known = await details(ben, hash);
      expect(known).toMatchObject({
        externalId,
        platforms: ['instagram'],
        advertiser: { name: 'Captured Shoes', brandLogo: captured.brandLogo },
        headline: 'Light as air',
        savedAt: null,
        boardIds: [],
        note: null,
      });
      expect(known.history).toMatchObject([{ likes: 5 }]);
      await loseFromIndex(hash);
      expect(await details(ann, hash)).toMatchObject({ headline: 'Light as air', boardIds: [board] });
    });

    it('the same ad captured again is the same saved ad', async () => {
      const { ann } = await meet();
      const board = await newBoard(ann);
      const sourceUrl = `https://www.facebook.com/ads/library/?id=20000${ads}`;
      const created = [];
      for (const ad of [{ sourceUrl }, { sourceUrl, body: 'Other' }, { externalId: `20000${ads}` }]) {
        created.push((await capture(ann, board, ad)).data.created);
      }
      expect(created).toEqual([true, false, false]);
    });

    it('fills gaps of the index without changing known values', async () => {
      const { ann } = await meet();
      const hash = await record(`30${ads}`, {
        advertiser: { name: 'Captured Shoes', logoUrl: 'https://known.example/logo.png' },
        bodies: ['These running shoes are light and comfortable, every day of the year'],
        status: 'inactive',
        platforms: ['facebook'],
        engagement: { likes: 1 },
      });
      const before = await details(ann, hash);
      await capture(ann, await newBoard(ann), {
        externalId: `30${ads}`,
        status: 'active',
        language: 'fr',
        engagement: { likes: 9 },
      });
      const after = await details(ann, hash);
      const known = ['advertiser', 'bodies', 'status', 'platforms', 'language', 'engagement', 'history'];
      expect(before.language).toBe('en');
      for (const field of known) expect(after[field], field).toEqual(before[field]);
      expect(before).toMatchObject({ headline: null, startDate: null, landingPageUrl: null, media: [] });
      expect(after).toMatchObject({
        headline: 'Light as air',
        startDate: '2026-01-02',
        landingPageUrl: captured.landingPageUrl,
        media: [{ url: 'https://cdn.example/shoe.jpg' }],
      });
    });

    it('fields that the index does not store are in the saved copy', async () => {
      const { ann } = await meet();
      const ad = { externalId: `40${ads}`, headline: 'Qwx', body: null, landingPageUrl: null };
      const { hash } = (await capture(ann, await newBoard(ann), ad)).data;
      const [{ snapshot } = { snapshot: {} }] = await service.db.query<{ snapshot: { adType?: string } }>(
        `SELECT snapshot.ad AS snapshot FROM saved_ad_snapshots snapshot JOIN saved_ads ON id = saved_ad_id WHERE ad_hash = $1`,
        [hash],
      );
      expect(snapshot.adType).toBe((await details(ann, hash)).adType ?? 'Handmade');
    });

    it('nothing is recorded without permission for the board or for an invalid ad', async () => {
      const { ann, ben } = await meet();
      const board = await newBoard(ann);
      const externalId = `50${ads}`;
      expect((await capture(ben, board, { externalId })).status).toBe(403);
      expect((await capture(ben, 999_999, { externalId })).status).toBe(404);
      expect((await capture(ann, board, {})).status).toBe(400);
      expect((await capture(ann, board, { externalId, startDate: 'soon' })).status).toBe(400);
      expect((await ann.get('ads.getDetails', { hash: adHash(`meta:${externalId}`) })).status).toBe(404);
    });
  });

  describe('removeFromBoard and delete', () => {
    it('200: an ad stays on its other boards, and is deleted when removed from the last one', async () => {
      const { ann, hash } = await meet();
      const [one, other] = [await newBoard(ann), await newBoard(ann)];
      for (const board of [one, other]) await save(ann, board, hash, { note: 'Kept' });
      const remove = async (boardId: number) => ann.post('ads.removeFromBoard', { boardId, hash });
      expect((await remove(one)).data).toEqual({ success: true });
      expect(await details(ann, hash)).toMatchObject({ boardIds: [other], note: 'Kept' });
      const { status, error } = await remove(one);
      expect([status, error.message]).toEqual([404, `Ad ${hash} is not on board ${one}.`]);
      expect((await remove(other)).status).toBe(200);
      expect(await details(ann, hash)).toMatchObject({ savedAt: null, boardIds: [], note: null });
      expect(await copies(hash)).toEqual([]);
    });

    it('sort keys of deleted ads are stored for a day', async () => {
      const { ann, hash } = await meet();
      await save(ann, await newBoard(ann), hash);
      const saved = await service.db.query(
        `SELECT id, scope, ad_hash, recommended, date_key, views_key, likes_key, comments_key, days_key FROM saved_ads WHERE ad_hash = $1`,
        [hash],
      );
      await ann.post('ads.delete', { hash });
      const forgotten = async () =>
        service.db.query(
          `SELECT id, scope, ad_hash, recommended, date_key, views_key, likes_key, comments_key, days_key FROM forgotten_ads WHERE ad_hash = $1`,
          [hash],
        );
      expect(await forgotten()).toEqual(saved);
      await deleteCursorTombstones(service.db);
      expect(await forgotten()).toEqual(saved);
      await service.db.query(`UPDATE forgotten_ads SET forgotten_at = now() - interval '25 hours'`);
      expect(await deleteCursorTombstones(service.db)).toBeGreaterThan(0);
      expect(await forgotten()).toEqual([]);
    });

    it("delete removes the caller's own copy from every board and keeps the team's copy with its note", async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { member: ann, owner: ben });
      const teamBoard = await newBoard(ben, { teamId });
      await save(ben, teamBoard, hash, { note: 'By Ben' });
      for (const board of [await newBoard(ann), await newBoard(ann)]) await save(ann, board, hash);
      expect((await ann.post('ads.delete', { hash })).data).toEqual({ success: true });
      expect(await boardsHolding(ann, hash)).toEqual([teamBoard]);
      expect(await details(ben, hash)).toMatchObject({ boardIds: [teamBoard], note: 'By Ben' });
    });

    it("delete of a team's copy requires teamId", async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { member: ann, owner: ben });
      const teamBoard = await newBoard(ben, { teamId });
      await save(ben, teamBoard, hash, { note: 'By Ben' });
      for (const person of [ann, ben]) {
        const { status, error } = await person.post('ads.delete', { hash });
        expect([status, error.message]).toEqual([403, expect.stringContaining('pass teamId')]);
      }
      expect(await details(ann, hash)).toMatchObject({ boardIds: [teamBoard], note: 'By Ben' });
    });

    it("delete with teamId removes the team's copy, for owners and admins only", async () => {
      const { ann, ben, hash } = await meet();
      const carl = await service.newcomer();
      const teamId = await newTeam(service.db, { member: ann, admin: carl, owner: ben });
      for (const board of [await newBoard(ben, { teamId }), await newBoard(ben, { teamId })]) {
        await save(ben, board, hash);
      }
      const own = await newBoard(carl);
      await save(carl, own, hash);
      const refused = await ann.post('ads.delete', { hash, teamId });
      expect([refused.status, refused.error.message]).toEqual([
        403,
        expect.stringContaining('your role is member'),
      ]);
      expect((await carl.post('ads.delete', { hash, teamId })).data).toEqual({ success: true });
      expect([await boardsHolding(ben, hash), await boardsHolding(carl, hash)]).toEqual([[], [own]]);
      const again = await ben.post('ads.delete', { hash, teamId });
      expect([again.status, again.error.message]).toEqual([
        404,
        `Team ${teamId} has not saved an ad ${hash}.`,
      ]);
    });

    it('404 without revealing whether another user saved it', async () => {
      const { ann, ben, hash } = await meet();
      const before = await ben.post('ads.delete', { hash });
      await save(ann, await newBoard(ann), hash);
      const after = await ben.post('ads.delete', { hash });
      expect([before.status, after.status]).toEqual([404, 404]);
      expect(after.error.message).toBe(before.error.message);
    });
  });

  describe('setNote', () => {
    it('200: writes, changes and removes a note', async () => {
      const { ann, hash } = await meet();
      await save(ann, await newBoard(ann), hash);
      for (const [note, kept] of [
        [' Cafe\u0301 ', 'Caf\u00e9'],
        ['\u{1f600}'.repeat(5000), '\u{1f600}'.repeat(5000)],
        ['', null],
        ['Again', 'Again'],
        [null, null],
      ]) {
        expect((await ann.post('ads.setNote', { hash, note })).data).toEqual({ hash, note: kept });
        expect((await details(ann, hash)).note).toBe(kept);
      }
      expect((await ann.post('ads.setNote', { hash, note: 'x'.repeat(5001) })).status).toBe(400);
      expect((await ann.post('ads.setNote', { hash })).status).toBe(400);
    });

    it("prefers the caller's own copy; 403 for viewers, 404 for an ad that is not saved", async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { member: ann, viewer: ben });
      const setNote = async (who: Client, note: string) =>
        (await who.post('ads.setNote', { hash, note })).status;
      expect(await setNote(ann, 'x')).toBe(404);
      await save(ann, await newBoard(ann, { teamId }), hash);
      expect([await setNote(ben, 'x'), await setNote(ann, 'Ours')]).toEqual([403, 200]);
      await save(ann, await newBoard(ann), hash);
      expect(await setNote(ann, 'Mine')).toBe(200);
      expect([(await details(ann, hash)).note, (await details(ben, hash)).note]).toEqual(['Mine', 'Ours']);
    });
  });

  describe('getDetails and listBoardsContaining', () => {
    it('an ad that is not saved has its history, oldest first, and no boards', async () => {
      const snapshots = ['2026-01-03', '2026-01-01', '2026-01-02'].map((day, index) => ({
        capturedAt: `${day}T00:00:00Z`,
        likes: index,
      }));
      const { ann, hash } = await meet({ snapshots });
      const { history, ...ad } = await details(ann, hash);
      expect(history.map(({ likes }: { likes: number }) => likes)).toEqual([1, 2, 0]);
      expect(ad).toMatchObject({ savedAt: null, boardIds: [], note: null });
      expect(await boardsHolding(ann, hash)).toEqual([]);
    });

    it('an ad has the momentum of its reach', async () => {
      const counts = [
        { capturedAt: '2026-01-04T00:00:00Z', reach: 1000 },
        { capturedAt: '2026-01-08T00:00:00Z', reach: 4000 },
        { capturedAt: '2026-01-16T00:00:00Z', reach: 16_000 },
        { capturedAt: '2026-01-28T00:00:00Z', reach: 49_000 },
      ];
      const { ann, hash } = await meet({ reach: { value: 49_000, kind: 'reported' }, snapshots: counts });
      expect((await details(ann, hash)).momentum).toMatchObject({
        state: 'rising',
        now: { from: '2026-01-16', to: '2026-01-28', days: 12, reach: 33_000 },
        before: { from: '2026-01-08', to: '2026-01-16', days: 8, reach: 12_000 },
        change: 33_000 / 12 - 1500,
        usual: null,
        evidence: { kind: 'measured' },
      });
    });

    it('an ad whose momentum is known has the usual reach per day of the other ads of its advertiser', async () => {
      const brand = {
        advertiser: { name: 'Steady Reach' },
        startDate: '2026-01-01',
        endDate: '2026-01-11',
        status: 'inactive',
      } as const;
      const counts = ['2026-01-01', '2026-01-08', '2026-01-15'].map((day, at) => ({
        capturedAt: `${day}T00:00:00Z`,
        reach: at * 700,
      }));
      const { ann, hash } = await meet({ ...brand, reach: { value: 1400 }, snapshots: counts });
      for (const reach of [1000, 2000, 3000, 9000]) {
        await record(`usual${reach}`, { ...brand, reach: { value: reach, kind: 'reported' } });
      }
      // Neither ran for 7 days, nor is the start of both known.
      await record('short', { ...brand, endDate: '2026-01-04', reach: { value: 5 } });
      await record('undated', { ...brand, startDate: null, reach: { value: 5 } });
      const ofFour = (await details(ann, hash)).momentum;
      expect([ofFour.state, ofFour.usual]).toEqual(['steady', null]);
      await record('range', { ...brand, reach: { value: 40_000, kind: 'range' } });
      expect((await details(ann, hash)).momentum.usual).toBeNull();
      await record('usual40000', { ...brand, reach: { value: 40_000, kind: 'estimated' } });
      expect((await details(ann, hash)).momentum.usual).toEqual({
        reachPerDay: 300,
        ads: 5,
        kind: 'estimated',
      });
      const then = await ann.get('ads.getDetails', { hash, asOf: new Date().toISOString() });
      expect(then.data.momentum).toMatchObject({
        state: 'steady',
        usual: { reachPerDay: 300, ads: 5, kind: 'estimated' },
      });
    });

    it('404 from listBoardsContaining for a hash that is neither in the index nor saved by the caller', async () => {
      const { ann, ben, hash } = await meet();
      const statusFor = async (who: Client, of: string): Promise<number> =>
        (await who.get('ads.listBoardsContaining', { hash: of })).status;
      expect(await statusFor(ann, 'f'.repeat(32))).toBe(404);
      await save(ann, await newBoard(ann), hash);
      await loseFromIndex(hash);
      expect([await statusFor(ann, hash), await statusFor(ben, hash)]).toEqual([200, 404]);
    });

    it('a saved ad keeps its snapshot when the index changes', async () => {
      const { ann, ben, hash } = await meet({
        snapshots: [{ capturedAt: '2026-01-01T00:00:00Z', likes: 1 }],
      });
      const board = await newBoard(ann);
      await save(ann, board, hash);
      const saved = await details(ann, hash);
      await record(`ad${ads}`, { bodies: ['Run faster'], ctaText: 'Buy' });
      expect((await details(ann, hash)).ctaText).toBe('Buy');
      await loseFromIndex(hash);
      expect(await details(ann, hash)).toEqual({ ...saved, history: [], momentum: null });
      expect((await ben.get('ads.getDetails', { hash })).status).toBe(404);
    });

    it('shows stored pictures of a saved ad, and original pictures to others', async () => {
      const url = 'https://cdn.example/shoe.png';
      const { ann, ben, hash } = await meet({ media: [{ type: 'image', url }] });
      await save(ann, await newBoard(ann), hash);
      const sha256 = 'ab'.repeat(32);
      await service.db.query(
        `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, 'image/png', 1, 1, 1)
         ON CONFLICT DO NOTHING`,
        [sha256],
      );
      await service.db.query(
        `UPDATE kept_media SET sha256 = $2, kept_at = now(), due_at = NULL
         WHERE saved_ad_id IN (SELECT id FROM saved_ads WHERE ad_hash = $1)`,
        [hash, sha256],
      );
      expect((await details(ann, hash)).media).toMatchObject([
        { url: `${service.address}/media/${sha256}.png` },
      ]);
      expect((await details(ben, hash)).media).toMatchObject([{ url }]);
    });

    it('boards are those that the caller can see', async () => {
      const { ann, ben, hash } = await meet();
      const teamId = await newTeam(service.db, { admin: ann, viewer: ben });
      const own = await newBoard(ann);
      const shared = await newBoard(ann, { teamId });
      for (const board of [own, shared]) await save(ann, board, hash);
      expect(await boardsHolding(ann, hash)).toEqual([own, shared]);
      expect((await details(ann, hash)).boardIds).toEqual([own, shared]);
      expect(await boardsHolding(ben, hash)).toEqual([shared]);
      expect((await details(ben, hash)).boardIds).toEqual([shared]);
    });
  });

  describe('boards that are removed or moved', () => {
    it('with keepAds: ads on no other board move to Unsorted with their notes; one that is on another stays there', async () => {
      const { ann, hash: own } = await meet();
      const [later, shared] = [await record('keep-later', {}), await record('keep-shared', {})];
      const [first, second, other] = [
        await newBoard(ann, { name: 'First' }),
        await newBoard(ann, { name: 'Second' }),
        await newBoard(ann, { name: 'Other' }),
      ];
      await save(ann, first, own, { note: 'own' });
      await save(ann, first, shared, { note: 'shared' });
      await save(ann, other, shared);
      await save(ann, second, later, { note: 'later' });
      for (const id of [first, second]) {
        expect((await ann.post('boards.remove', { id, keepAds: true })).status).toBe(200);
      }
      const boards: { id: number; name: string }[] = (await ann.get('boards.list')).data;
      expect(boards.map(({ name }) => name)).toEqual(['Other', 'Unsorted']);
      const unsorted = boards[1]?.id ?? 0;
      expect(await details(ann, own)).toMatchObject({ boardIds: [unsorted], note: 'own' });
      expect(await details(ann, later)).toMatchObject({ boardIds: [unsorted], note: 'later' });
      expect(await details(ann, shared)).toMatchObject({ boardIds: [other], note: 'shared' });

      expect((await ann.post('boards.remove', { id: unsorted, keepAds: true })).status).toBe(409);
      expect((await ann.post('boards.remove', { id: other, keepAds: true })).status).toBe(200);
      expect((await details(ann, shared)).boardIds).toEqual([unsorted]);
      expect((await ann.post('boards.remove', { id: unsorted })).status).toBe(200);
      expect((await details(ann, own)).note).toBeNull();
    });

    it('removing a board deletes ads that are on no other board', async () => {
      const { ann, hash } = await meet();
      const other = await record(`other${ads}`, {});
      const [kept, doomed] = [await newBoard(ann), await newBoard(ann)];
      await save(ann, kept, hash);
      for (const each of [hash, other]) await save(ann, doomed, each);
      expect((await ann.post('boards.remove', { id: doomed })).status).toBe(200);
      expect([await boardsHolding(ann, hash), await boardsHolding(ann, other)]).toEqual([[kept], []]);
      expect(await copies(other)).toEqual([]);
    });

    it('a board that joins a team takes its ads along: moved, copied, or merged with existing ones', async () => {
      const { ann, ben, hash: given } = await meet();
      const [copied, joined] = [await record(`copied${ads}`, {}), await record(`joined${ads}`, {})];
      const teamId = await newTeam(service.db, { admin: ann, member: ben });
      const there = await newBoard(ben, { teamId });
      const [moving, stays] = [await newBoard(ann), await newBoard(ann)];
      const below = await newBoard(ann, { parentBoardId: moving });
      await save(ben, there, joined);
      await save(ann, moving, given, { note: 'Given' });
      await save(ann, below, given);
      for (const board of [moving, stays]) await save(ann, board, copied, { note: 'Copied' });
      await save(ann, below, joined, { note: 'Joined' });
      const [{ id } = { id: 0 }] = await copies(given);
      expect((await ann.post('boards.update', { id: moving, teamId })).status).toBe(200);

      const team = `team:${teamId}`;
      expect(await copies(given)).toEqual([{ id, scope: team, note: 'Given' }]);
      expect((await copies(copied)).map(({ scope, note }) => [scope, note])).toEqual([
        [`user:${ann.userId}`, 'Copied'],
        [team, 'Copied'],
      ]);
      expect((await copies(joined)).map(({ scope, note }) => [scope, note])).toEqual([[team, 'Joined']]);
      expect(await boardsHolding(ben, given)).toEqual([moving, below]);
      expect(await boardsHolding(ben, copied)).toEqual([moving]);
      expect(await boardsHolding(ben, joined)).toEqual([there, below]);
      expect(await boardsHolding(ann, copied)).toEqual(expect.arrayContaining([moving, stays]));
      await loseFromIndex(copied);
      expect(await details(ben, copied)).toMatchObject({ hash: copied, boardIds: [moving] });
    });

    it('a board that leaves a team takes its ads along, and the team keeps ads on other boards', async () => {
      const { ann, ben, hash } = await meet();
      const only = await record(`only${ads}`, {});
      const teamId = await newTeam(service.db, { admin: ann, viewer: ben });
      const [leaving, stays] = [await newBoard(ann, { teamId }), await newBoard(ann, { teamId })];
      for (const board of [leaving, stays]) await save(ann, board, hash, { note: 'Ours' });
      await save(ann, leaving, only);
      expect((await ann.post('boards.update', { id: leaving, teamId: null })).status).toBe(200);
      expect([await boardsHolding(ben, hash), await boardsHolding(ben, only)]).toEqual([[stays], []]);
      expect((await copies(hash)).map(({ scope }) => scope)).toEqual([
        `team:${teamId}`,
        `user:${ann.userId}`,
      ]);
      expect((await copies(only)).map(({ scope }) => scope)).toEqual([`user:${ann.userId}`]);
    });

    it('a cursor stays valid after its ad moved to another team with a board', async () => {
      const { ann, ben, hash } = await meet();
      const hashes = [hash, await record(`second${ads}`, {}), await record(`third${ads}`, {})];
      const teamId = await newTeam(service.db, { admin: ann, viewer: ben });
      const [leaving, stays] = [await newBoard(ann, { teamId }), await newBoard(ann, { teamId })];
      for (const each of hashes) await save(ann, stays, each);
      const page = async (cursor: number) => ben.get('ads.list', { sortBy: 'date', limit: 1, cursor });
      const { data: first } = await page(0);
      const [{ hash: shown }] = first.ads;
      await save(ann, leaving, shown);
      await ann.post('ads.removeFromBoard', { boardId: stays, hash: shown });
      for (const to of [null, teamId, null]) {
        expect((await ann.post('boards.update', { id: leaving, teamId: to })).status).toBe(200);
        const { data: second } = await page(first.nextCursor);
        const { data: third } = await page(second.nextCursor);
        const seen = [shown, ...[...second.ads, ...third.ads].map((ad: { hash: string }) => ad.hash)];
        expect(seen).toHaveLength(3);
        expect(new Set(seen)).toEqual(new Set(hashes));
        expect(third.hasMore).toBe(false);
      }
    });
  });
});
