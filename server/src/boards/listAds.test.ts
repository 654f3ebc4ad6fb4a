import { AdMeasurements, maxBatchBytes, maxListBytes, stages, type Ad } from '@magpie/contract';
import { parse } from 'csv-parse/sync';
import { sample } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advertiserId } from '../ads/identity.ts';
import { adTexts } from '../testing/adTexts.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { presentedAd } from '../testing/savedAd.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { saveAd, type SaveOptions } from './saveAd.ts';

/** Properties shared by copies of a row. */
const copied = `platforms, format, cta_labels, is_partnership, first_seen_at, search_text, recommended, date_key, views_key,
  likes_key, comments_key`;

describe.each(postgresLanes)('the list of saved ads on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
  });

  const board = async (
    who: Person,
    input: object = {},
  ): Promise<{ id: number; teamId: number | null; authorId: string }> =>
    (await who.post('boards.create', { name: 'Board', ...input })).data;
  const save = (where: Awaited<ReturnType<typeof board>>, ad: Ad, options: SaveOptions = {}) =>
    service.db.transaction((tx) => saveAd(tx, where, ad, options));
  const list = async (who: Client, input: object = {}) => (await who.get('ads.list', input)).data;
  const found = async (who: Client, input: object): Promise<string[]> =>
    (await list(who, { limit: 100, ...input })).ads.map((ad: Ad) => ad.externalId).toSorted();

  it('200: a new account has none, and every value of the vocabulary counts 0', async () => {
    expect(await list(ann)).toEqual({ ads: [], total: 0, hasMore: false, nextCursor: null });
    expect((await ann.get('ads.getFilterValues')).data).toMatchObject({
      platforms: ['facebook', 'instagram', 'linkedin', 'tiktok', 'youtube'],
      companyNames: [],
      counts: { formats: { video: 0, other: 0 }, companyNames: {} },
    });
  });

  it('returns the saved ad with time, boards and note', async () => {
    const [one, two] = [await board(ann), await board(ann)];
    const savedAt = new Date('2026-03-01T10:00:00.000Z');
    const ad = presentedAd('a', {
      headlines: ['Hello'],
      reach: { value: 5, lower: 1, upper: 9, kind: 'range' },
    });
    await save(one, ad, { note: 'Good hook', savedAt });
    await save(two, ad);
    const { ads } = await list(ann);
    expect(ads).toEqual([
      {
        ...ad,
        advertiser: {
          ...ad.advertiser,
          brandLogo: `${service.address}/logos/${ad.advertiser.advertiserId}.svg`,
        },
        savedAs: AdMeasurements.strip().parse(ad),
        savedAt: savedAt.toISOString(),
        note: 'Good hook',
        boardIds: [one.id, two.id],
        labels: [],
        stage: null,
      },
    ]);
  });

  it('returns the headlines of cards, also for older copies', async () => {
    const card = { body: null, description: null, ctaText: null, landingPageUrl: null, media: [] };
    const cards = [{ ...card, headline: 'Merino socks' }];
    await save(await board(ann), presentedAd('a', { headlines: ['{{product.name}}'], cards }));
    const { ads } = await list(ann);
    expect(ads).toMatchObject([{ headline: 'Merino socks', headlines: ['Merino socks'] }]);
  });

  it('shortens long ads in a list that would exceed 4 MB, and returns them whole in a shorter list', async () => {
    const own = await board(ann);
    const bodies = Array.from({ length: 10 }, (_, place) => `${place} ${'x'.repeat(19_000)}`);
    for (let ad = 0; ad < 30; ad += 1) await save(own, presentedAd(`long${ad}`, { bodies }));
    const { ads, total } = await list(ann, { limit: 100 });
    expect([ads.length, total]).toEqual([30, 30]);
    expect(Buffer.byteLength(JSON.stringify(ads))).toBeLessThan(maxListBytes);
    for (const ad of ads) expect(ad).toMatchObject({ shortened: ['body', 'bodies'] });
    const one = await list(ann, { limit: 1 });
    expect(one.ads[0]).toMatchObject({ bodies });
    expect(one.ads[0]).not.toHaveProperty('shortened');
  });

  it('a batch returns at most 8 MB: further calls give 413, the others are unaffected', async () => {
    const own = await board(ann);
    const bodies = ['y'.repeat(60_000)];
    for (let ad = 0; ad < 30; ad += 1) await save(own, presentedAd(`large${ad}`, { bodies }));
    const calls = Array.from({ length: 4 }, () => 'ads.list').join(',');
    const response = await fetch(`${service.base}/${calls}?batch=1`, {
      headers: { authorization: `Bearer ${ann.key}` },
    });
    expect(response.status).toBe(207);
    const answers = (await response.json()) as { result?: object; error?: { message: string } }[];
    const refused = answers.flatMap(({ error }) => error ?? []);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(4);
    expect(Buffer.byteLength(JSON.stringify(answers))).toBeLessThan(maxBatchBytes + 10_000);
    for (const { message } of refused)
      expect(message).toBe(
        'The responses of this batch exceed 8 MB; call this procedure alone or in a smaller batch.',
      );
  });

  it('403 for the board of another user, 404 for an unknown one, ALL for every visible board', async () => {
    const team = await newTeam(service.db, { viewer: ann, member: ben });
    const [own, teams, foreign] = [await board(ann), await board(ben, { teamId: team }), await board(ben)];
    await save(own, presentedAd('own'));
    await save(teams, presentedAd('team'));
    await save(foreign, presentedAd('foreign'));
    expect(await found(ann, { boardId: own.id })).toEqual(['own']);
    expect(await found(ann, { boardId: teams.id })).toEqual(['team']);
    expect(await found(ann, { boardId: 'ALL' })).toEqual(['own', 'team']);
    const refused = await ann.get('ads.list', { boardId: foreign.id });
    expect([refused.status, refused.error.message]).toEqual([
      403,
      `Board ${foreign.id} belongs to somebody else.`,
    ]);
    expect((await ann.get('ads.list', { boardId: 999_999_999 })).status).toBe(404);
  });

  it('an ad saved by a person and a team is listed once, as the copy of the person', async () => {
    const team = await newTeam(service.db, { member: ann });
    const [own, teams] = [await board(ann), await board(ann, { teamId: team })];
    await save(teams, presentedAd('a', { headlines: ['Later'] }), { note: 'theirs' });
    await save(own, presentedAd('a', { headlines: ['Before'] }), { note: 'mine' });
    const { ads, total } = await list(ann);
    expect(total).toBe(1);
    expect(ads).toMatchObject([{ headline: 'Before', note: 'mine', boardIds: [own.id, teams.id] }]);
    expect((await list(ann, { boardId: teams.id })).ads).toMatchObject([
      { headline: 'Later', note: 'theirs' },
    ]);
    expect((await ann.get('ads.getFilterValues')).data.counts.companyNames).toEqual({ Acme: 1 });
  });

  it('FOLLOWED are the companies that the caller follows; following none finds none', async () => {
    const own = await board(ann);
    await save(own, presentedAd('a'));
    await save(own, presentedAd('z', { companyName: 'Zenith' }));
    expect(await found(ann, { companyNames: 'FOLLOWED' })).toEqual([]);
    await service.db.query(`INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, $2, 'zenith')`, [
      ann.userId,
      advertiserId('zenith'),
    ]);
    expect(await found(ann, { companyNames: 'FOLLOWED' })).toEqual(['z']);
    expect(await found(ann, { companyNames: ['ZENITH', 'Nobody'] })).toEqual(['z']);
    expect(await found(ann, { companyNames: [] })).toEqual(['a', 'z']);
  });

  it('an ad saved 30 days later ranks the same as one with twice the score', async () => {
    const own = await board(ann);
    const saved = (name: string, performanceScore: number, day: string) =>
      save(own, presentedAd(name, { performanceScore }), { savedAt: new Date(day) });
    await saved('old and good', 61.5, '2026-01-01');
    await saved('new and fair', 31, '2026-02-01');
    await saved('old and fair', 31, '2026-01-01');
    const { ads } = await list(ann);
    expect(ads.map((ad: Ad) => ad.externalId)).toEqual(['new and fair', 'old and good', 'old and fair']);
  });

  it.each([1, 7_000_000_000_000])('400 for the invalid cursor %j', async (cursor) => {
    const { status, error } = await ann.get('ads.list', { cursor });
    expect([status, error.data.issues[0].path]).toEqual([400, 'cursor']);
  });

  it('400 for a cursor of another order, filter or board', async () => {
    const own = await board(ann);
    for (const name of ['a', 'b', 'c']) await save(own, presentedAd(name));
    const { nextCursor: cursor } = await list(ann, { limit: 1, sortBy: 'date' });
    expect((await list(ann, { limit: 2, sortBy: 'date', cursor })).ads).toHaveLength(2);
    for (const other of [{ sortBy: 'views' }, { platforms: ['tiktok'] }, { boardId: own.id }, {}]) {
      const { status, error } = await ann.get('ads.list', { sortBy: 'date', ...other, cursor });
      const isSame = Object.keys(other).length === 0;
      expect([status, error?.data.issues[0].path]).toEqual(isSame ? [200, undefined] : [400, 'cursor']);
    }
  });

  it('the next page starts at the former position of a completed placeholder', async () => {
    const own = await board(ann);
    for (const [name, likes] of Object.entries({ a: 3, b: 2, c: 1 })) {
      await save(own, presentedAd(name, { likes }), { incomplete: name === 'b' });
    }
    const first = await list(ann, { limit: 2, sortBy: 'likes' });
    expect(first.ads.map((ad: Ad) => ad.externalId)).toEqual(['a', 'b']);
    await save(own, presentedAd('b', { likes: 9 }));
    const { ads } = await list(ann, { limit: 2, sortBy: 'likes', cursor: first.nextCursor });
    expect(ads.map((ad: Ad) => ad.externalId)).toEqual(['c']);
  });

  it('400 for a cursor of another user', async () => {
    const theirs = await board(ben);
    await save(theirs, presentedAd('a'));
    await save(theirs, presentedAd('b'));
    const { nextCursor } = await list(ben, { limit: 1 });
    expect((await ben.get('ads.list', { cursor: nextCursor })).data.ads).toHaveLength(1);
    expect((await ann.get('ads.list', { cursor: nextCursor })).status).toBe(400);
  });

  it.each([
    `'; DROP TABLE saved_ads; --`,
    '%',
    '_',
    '\\',
    '$1',
    '"',
    '""',
    '-',
    '--',
    `'`,
    '{}',
    '%_%',
    '\u0301',
  ])('the search %j is safe', async (searchQuery) => {
    await save(await board(ann), presentedAd('a', { bodies: ['Plain words'] }));
    expect((await ann.get('ads.list', { searchQuery })).status).toBe(200);
  });

  it('the whole text of any saved ad finds it, also by GET', async () => {
    const own = await board(ann);
    const texts = [
      ...sample(
        adTexts.filter((text) => text !== ''),
        12,
      ),
      `-50% today: “no kids” -"second hand" ${'Every word of a long story counts. '.repeat(250)}`,
      '全场免运费，限时优惠！'.repeat(900),
      `Σίσυφος ${'ο'.repeat(3000)}`,
      '🔥'.repeat(4900),
    ];
    for (const [place, body] of texts.entries()) {
      await save(own, presentedAd(`ad${place}`, { bodies: [body] }));
    }
    for (const [place, searchQuery] of texts.entries()) {
      expect(await found(ann, { searchQuery })).toContain(`ad${place}`);
    }
  });

  it('a long query uses the rarest words', async () => {
    const own = await board(ann);
    const common = Array.from({ length: 30 }, (_, place) => `commonplace${place}`).join(' ');
    await save(own, presentedAd('a', { bodies: [`${common} k9`] }));
    for (const other of ['b', 'c']) await save(own, presentedAd(other, { bodies: [common] }));
    expect(await found(ann, { searchQuery: `${common} k9` })).toEqual(['a']);
  });

  it('400 for more than 10,000 characters', async () => {
    const long = await ann.post('ads.list', { searchQuery: 'a'.repeat(10_001) });
    expect([long.status, long.error.message]).toEqual([
      400,
      'searchQuery must be at most 10000 characters, got 10001.',
    ]);
  });

  it('finds an ad by its own text with 120 excluded words, and no others', async () => {
    const own = await board(ann);
    const copy = Array.from({ length: 120 }, (_, place) => `-word${place}`).join(' ');
    await save(own, presentedAd('a', { bodies: [copy] }));
    await save(own, presentedAd('b', { bodies: ['word1'] }));
    await save(own, presentedAd('c', { bodies: ['Something else'] }));
    expect(await found(ann, { searchQuery: copy })).toEqual(['a']);
  });

  it('returns filter values, most frequent first', async () => {
    const own = await board(ann);
    await save(
      own,
      presentedAd('a', { platforms: ['tiktok'], ctaText: 'Shop Now', language: 'en', adType: 'Shoes' }),
    );
    await save(
      own,
      presentedAd('b', { platforms: ['tiktok', 'facebook'], ctaText: 'SHOP NOW', format: 'video' }),
    );
    await save(
      own,
      presentedAd('c', { companyName: 'Zenith', ctaType: 'LEARN_MORE', language: 'en', adType: '7' }),
    );
    expect((await ann.get('ads.getFilterValues')).data).toEqual({
      platforms: ['tiktok', 'facebook', 'instagram', 'linkedin', 'youtube'],
      formats: ['image', 'video', 'carousel', 'dco', 'dpa', 'other'],
      adTypes: ['7', 'Shoes'],
      languages: ['en'],
      ctaTypes: ['SHOP NOW', 'LEARN_MORE'],
      companyNames: ['Acme', 'Zenith'],
      labels: [],
      stages: [...stages, 'none'],
      counts: {
        platforms: { tiktok: 2, facebook: 1, instagram: 0, linkedin: 0, youtube: 0 },
        formats: { image: 2, video: 1, carousel: 0, dco: 0, dpa: 0, other: 0 },
        adTypes: { '7': 1, Shoes: 1 },
        languages: { en: 2 },
        ctaTypes: { 'SHOP NOW': 2, LEARN_MORE: 1 },
        companyNames: { Acme: 2, Zenith: 1 },
        labels: {},
        stages: { to_review: 0, shortlisted: 0, in_production: 0, done: 0, none: 3 },
      },
    });
  });

  it('returns the filter values of one board', async () => {
    const [shoes, tea] = [await board(ann), await board(ann)];
    await save(shoes, presentedAd('a', { platforms: ['tiktok'], ctaText: 'Shop Now', language: 'en' }));
    await save(shoes, presentedAd('b', { platforms: ['facebook'], ctaText: 'SHOP NOW', format: 'video' }));
    await save(tea, presentedAd('b', { platforms: ['facebook'], ctaText: 'SHOP NOW', format: 'video' }));
    await save(tea, presentedAd('c', { companyName: 'Zenith', platforms: ['youtube'], language: 'de' }));
    const countsOf = async (boardId: number | 'ALL') =>
      (await ann.get('ads.getFilterValues', { boardId })).data.counts;
    expect(await countsOf(tea.id)).toEqual({
      platforms: { facebook: 1, youtube: 1, tiktok: 0, instagram: 0, linkedin: 0 },
      formats: { image: 1, video: 1, carousel: 0, dco: 0, dpa: 0, other: 0 },
      adTypes: {},
      languages: { de: 1 },
      ctaTypes: { 'SHOP NOW': 1 },
      companyNames: { Acme: 1, Zenith: 1 },
      labels: {},
      stages: { to_review: 0, shortlisted: 0, in_production: 0, done: 0, none: 2 },
    });
    expect((await countsOf(shoes.id)).companyNames).toEqual({ Acme: 2 });
    expect(await countsOf('ALL')).toEqual((await ann.get('ads.getFilterValues')).data.counts);
    const { total } = (await ann.get('ads.list', { boardId: tea.id, platforms: ['facebook'] })).data;
    expect(total).toBe(1);
  });

  it('400 for more than 10,000 ads by creative, with what to do instead', async () => {
    const own = await board(ann);
    await save(own, presentedAd('a'));
    await service.db.query(
      `INSERT INTO saved_ads (user_id, ad_hash, advertiser_id, company_name, ${copied})
       SELECT user_id, md5(number::text), advertiser_id, company_name, ${copied}
       FROM saved_ads, generate_series(1, 12344) AS number
       WHERE scope = 'user:' || $1`,
      [own.authorId],
    );
    const message =
      'At most 10,000 ads can be grouped by creative; this list has 12,345. Choose a board or add filters.';
    for (const input of [{ duplicates: 'family' }, { familyIds: ['0123456789abc'] }]) {
      const refused = await ann.get('ads.list', input);
      expect([refused.status, refused.error.message]).toEqual([400, message]);
      expect(refused.error.data.issues).toEqual([{ path: Object.keys(input)[0], message }]);
    }
  });

  it('returns the 1,000 most frequent advertisers', async () => {
    const own = await board(ann);
    await save(own, presentedAd('a', { companyName: 'Rare' }));
    for (const name of ['b', 'c']) await save(own, presentedAd(name, { companyName: 'Frequent' }));
    await service.db.query(
      `INSERT INTO saved_ads (user_id, ad_hash, advertiser_id, company_name, ${copied})
       SELECT user_id, md5(number::text || place), number, 'Acme ' || number, ${copied}
       FROM saved_ads, generate_series(1, 999) AS number, generate_series(1, 2) AS place
       WHERE scope = 'user:' || $1 AND company_name = 'Rare'`,
      [own.authorId],
    );
    const { companyNames, counts } = (await ann.get('ads.getFilterValues')).data;
    expect([companyNames.length, companyNames[0], companyNames.at(-1)]).toEqual([1000, 'Acme 1', 'Frequent']);
    expect([counts.companyNames.Rare, counts.companyNames.Frequent]).toEqual([undefined, 2]);
  });

  it('counts an ad saved by the caller and several teams once', async () => {
    const teams = [
      await newTeam(service.db, { member: ann }),
      await newTeam(service.db, { viewer: ben, member: ann }),
    ];
    const boards = [await board(ann)];
    for (const teamId of teams) boards.push(await board(ann, { teamId }));
    for (const [index, each] of boards.entries()) {
      await save(each, presentedAd('a', { language: ['de', 'en', 'fr'][index] ?? null }));
      if (index > 0) await save(each, presentedAd('b', { language: ['de', 'en', 'fr'][index] ?? null }));
    }
    const { counts } = (await ann.get('ads.getFilterValues')).data;
    expect([counts.languages, counts.companyNames]).toEqual([{ de: 1, en: 1 }, { Acme: 2 }]);
  });

  describe('as CSV', () => {
    const download = (who: Client, query = '', method = 'GET'): Promise<Response> =>
      fetch(`${service.address}/api/export/ads.csv${query}`, {
        method,
        headers: { authorization: `Bearer ${who.key}` },
      });
    const rows = async (who: Client, query = ''): Promise<Record<string, string>[]> => {
      const response = await download(who, query);
      expect(response.status).toBe(200);
      return parse(await response.text(), { columns: true, bom: true });
    };

    it('contains long texts completely', async () => {
      const own = await board(ann);
      const bodies = Array.from({ length: 10 }, (_, place) => `${place} ${'x'.repeat(19_000)}`);
      for (let ad = 0; ad < 130; ad += 1) await save(own, presentedAd(`long${ad}`, { bodies }));
      const written = await rows(ann);
      expect(written.map((row) => row['bodies'])).toEqual(written.map(() => bodies.join(' | ')));
      expect(written).toHaveLength(130);
    });

    it('200: a file with byte order mark, header line, and a line for each saved ad', async () => {
      const own = await board(ann);
      const texts = { bodies: ['Two\nlines, "quoted"', 'Crème'], headlines: ['免运费'] };
      await save(own, presentedAd('a', { ...texts, likes: 0, platforms: ['facebook', 'tiktok'] }), {
        note: 'Mine',
      });
      const response = await download(ann);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="saved-ads.csv"');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      expect(parse(bytes, { columns: true, bom: true })).toMatchObject([
        {
          body: 'Two\nlines, "quoted"',
          bodies: 'Two\nlines, "quoted" | Crème',
          headline: '免运费',
          likes: '0',
          comments: '',
          platforms: 'facebook | tiktok',
          isPartnership: 'false',
          note: 'Mine',
          boardIds: String(own.id),
        },
      ]);
    });

    it('200 with only the header if nothing is saved', async () => {
      const text = await (await download(ann)).text();
      expect(text.trimEnd().split('\r\n')).toHaveLength(1);
    });

    it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])(
      'a cell that starts with %j is escaped as text',
      async (body) => {
        await save(await board(ann), presentedAd('a', { bodies: [body] }), { note: body });
        expect(await rows(ann)).toMatchObject([{ body: `'${body}`, note: `'${body}` }]);
      },
    );

    it('contains every saved ad once in the requested order, over any number of pages', async () => {
      const own = await board(ann);
      for (let likes = 0; likes < 30; likes += 1) await save(own, presentedAd(`ad ${likes}`, { likes }));
      expect((await rows(ann, '?sortBy=likes')).map(({ likes }) => Number(likes))).toEqual(
        Array.from({ length: 30 }, (_, at) => 29 - at),
      );
      expect(await rows(ann, '?sortBy=likes&limit=7')).toHaveLength(7);
    });

    it.each([
      ['a list with commas', '?platforms=tiktok,youtube', ['a']],
      ['a list given again and again', '?platforms=tiktok&platforms=facebook', ['a', 'b']],
      ['a name with a comma in it', '?companyNames=Acme%2C%20Inc.', ['b']],
      ['two names', '?companyNames=acme%2C%20inc.&companyNames=acme', ['a', 'b']],
      ['two names with a comma between', '?companyNames=Acme,Zenith', ['a']],
      ['nobody followed', '?companyNames=FOLLOWED', []],
      ['numbers', '?viewsMin=2&viewsMax=9.5', ['a']],
      ['yes', '?isPartnership=true', ['b']],
      ['words', '?searchQuery=hel%20wor', ['a']],
      ['all boards', '?boardId=ALL', ['a', 'b']],
    ])('is filtered by query parameters: %s', async (_, query, names) => {
      const own = await board(ann);
      const reach = { value: 3, lower: null, upper: null, kind: null };
      await save(own, presentedAd('a', { platforms: ['tiktok'], bodies: ['Hello world'], reach }));
      await save(
        own,
        presentedAd('b', { platforms: ['facebook'], companyName: 'Acme, Inc.', isPartnership: true }),
      );
      expect((await rows(ann, query)).map(({ externalId }) => externalId).toSorted()).toEqual(names);
    });

    it.each([
      ['?limit=101', 400, 'limit must be a whole number from 1 to 100, got 101.'],
      ['?viewsMin=-1', 400, 'viewsMin must be a number from 0'],
      ['?limit=5&limit=6', 400, 'limit must be a whole number'],
      ['?platform=tiktok', 400, "did you mean 'platforms'"],
      ['?platforms=myspace', 400, 'must be one of facebook'],
      ['?cursor=123456789', 400, 'cursor must be'],
      ['?boardId=123456789', 404, 'There is no board 123456789.'],
      ['?searchQuery=%FF', 400, 'percent-encoded'],
    ])('%s: %i', async (query, status, sentence) => {
      const response = await download(ann, query);
      const { error } = (await response.json()) as { error: { message: string } };
      expect([response.status, error.message]).toEqual([status, expect.stringContaining(sentence)]);
    });

    it('401 without a key, 403 for the board of another user, 405 for other methods', async () => {
      expect((await fetch(`${service.address}/api/export/ads.csv`)).status).toBe(401);
      const { id } = await board(ben);
      expect((await download(ann, `?boardId=${id}`)).status).toBe(403);
      const wrong = await download(ann, '', 'POST');
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      const head = await download(ann, '', 'HEAD');
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        'text/csv; charset=utf-8',
        '',
      ]);
    });
  });
});
