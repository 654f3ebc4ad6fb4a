import { maxListBytes, PublicBoardPage, type PublicAd } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldVisitors } from '../boards/boards.sql.ts';
import { saveAd } from '../boards/saveAd.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { boardWith, personWith, snapshot, type Board, type NewBoard } from '../testing/savedLibrary.ts';
import { startService, type TestService } from '../testing/service.ts';

describe.each(postgresLanes)('published boards on $name', (lane) => {
  let service: TestService;
  let author: string;
  let number = 0;
  beforeAll(async () => {
    service = await startService(lane, { publicLimit: 100_000 });
    author = (await personWith(service.db, 'ann@example.com')).id;
  });
  afterAll(() => service.close());

  const newSlug = (): string => `board-${(number += 1)}`;
  const board = (changes: Partial<NewBoard> = {}): Promise<Board> =>
    boardWith(service.db, { author, name: 'Hooks', slug: newSlug(), ...changes });
  const slugged = async (changes: Partial<NewBoard> = {}): Promise<Board & { slug: string }> => {
    const slug = newSlug();
    return { ...(await board({ ...changes, slug })), slug };
  };
  const save = async (to: Board, ...numbers: number[]): Promise<void> => {
    for (const each of numbers) {
      await service.db.transaction((tx) => saveAd(tx, to, snapshot(each), { note: 'SECRET NOTE' }));
    }
  };
  const fetchBoard = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${service.address}/b/${path}`, { redirect: 'manual', ...init });
  const read = async (path: string): Promise<PublicBoardPage> =>
    PublicBoardPage.parse(await (await fetchBoard(`${path}.json`)).json());
  const readAfter = ({ slug }: { slug: string }, { nextCursor }: PublicBoardPage): Promise<PublicBoardPage> =>
    fetchBoard(`${slug}.json?cursor=${nextCursor}`).then(async (response) =>
      PublicBoardPage.parse(await response.json()),
    );
  const idsOf = ({ ads }: PublicBoardPage): string[] => ads.map(({ externalId }) => externalId);
  const takeOff = async ({ id }: Board, ad: PublicAd | undefined): Promise<void> => {
    await service.db.query(
      `DELETE FROM board_ads USING saved_ads saved
       WHERE board_id = $1 AND saved.id = saved_ad_id AND saved.ad_hash = $2`,
      [id, ad?.hash],
    );
  };
  const viewsOf = async ({ id }: Board): Promise<number> => {
    const rows = await service.db.query<{ views: number }>(`SELECT views FROM boards WHERE id = $1`, [id]);
    return rows[0]?.views ?? -1;
  };
  const withoutSlug = async (): Promise<Board> => {
    const made = await board();
    await service.db.query(`UPDATE boards SET slug = NULL WHERE id = $1`, [made.id]);
    return made;
  };

  describe('need no key', () => {
    it('200: as a page with one script of its own and without external resources', async () => {
      const made = await slugged();
      await save(made, 1, 2);
      const response = await fetchBoard(made.slug);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; img-src 'self' data:; media-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      const text = await response.text();
      expect(text).toContain('Headline 2');
      expect(text).not.toContain('SECRET NOTE');
    });

    it('200: as JSON, the latest ads first, without notes and ids of people', async () => {
      const made = await slugged();
      await save(made, 1, 2, 3);
      const text = await (await fetchBoard(`${made.slug}.json`)).text();
      const page = PublicBoardPage.parse(JSON.parse(text));
      expect(page.ads.map(({ headline }) => headline)).toEqual(['Headline 3', 'Headline 2', 'Headline 1']);
      expect(page.board).toMatchObject({
        id: made.id,
        name: 'Hooks',
        adCount: 3,
        description: 'About Hooks',
      });
      expect(page.board.url).toBe(`${service.address}/b/${made.slug}`);
      for (const hidden of ['SECRET NOTE', author, 'boardIds', 'authorId'])
        expect(text).not.toContain(hidden);
    });

    it('200: with the name of the team, else of the author, if it has one', async () => {
      const made = await slugged();
      expect((await read(made.slug)).board.by).toBeNull();
      expect(await (await fetchBoard(made.slug)).text()).not.toContain('class="owner"');
      await service.db.query(`UPDATE users SET name = 'Ada L.' WHERE id = $1`, [author]);
      expect((await read(made.slug)).board.by).toBe('Ada L.');
      expect(await (await fetchBoard(made.slug)).text()).toContain(
        '<p class="owner"><span aria-hidden="true">AL</span><bdi>Ada L.</bdi></p>',
      );
      const [team] = await service.db.query<{ id: number }>(
        `INSERT INTO teams (name, slug) VALUES ('Agency', 'agency-by') RETURNING id`,
      );
      await service.db.query(`UPDATE boards SET team_id = $2 WHERE id = $1`, [made.id, team?.id]);
      expect((await read(made.slug)).board.by).toBe('Agency');
      await service.db.query(`UPDATE users SET name = NULL WHERE id = $1`, [author]);
    });

    it('200: with the logo of the team, else of the author, instead of initials', async () => {
      const made = await slugged();
      const ownerOf = async (): Promise<string | undefined> =>
        /<p class="owner">.*?<\/p>/s.exec(await (await fetchBoard(made.slug)).text())?.[0];
      const image = (logo: string): string =>
        `<img src="data:image/webp;base64,${Buffer.from(logo).toString('base64')}" alt="" />`;
      const setLogo = `UPDATE users SET name = $2, logo = convert_to($3, 'UTF8') WHERE id = $1`;
      await service.db.query(setLogo, [author, null, 'hers']);
      expect(await ownerOf()).toBe(`<p class="owner">${image('hers')}</p>`);
      await service.db.query(setLogo, [author, 'Ada L.', 'hers'.repeat(100)]);
      expect(await ownerOf()).toBe(`<p class="owner">${image('hers'.repeat(100))}<bdi>Ada L.</bdi></p>`);
      expect(JSON.stringify(await read(made.slug))).not.toContain('data:image');
      const [team] = await service.db.query<{ id: number }>(
        `INSERT INTO teams (name, slug) VALUES ('Agency', 'agency-logo') RETURNING id`,
      );
      await service.db.query(`UPDATE boards SET team_id = $2 WHERE id = $1`, [made.id, team?.id]);
      expect(await ownerOf()).toBe('<p class="owner"><span aria-hidden="true">A</span><bdi>Agency</bdi></p>');
      await service.db.query(`UPDATE teams SET logo = 'ours' WHERE id = $1`, [team?.id]);
      expect(await ownerOf()).toBe(`<p class="owner">${image('ours')}<bdi>Agency</bdi></p>`);
      await service.db.query(setLogo, [author, null, null]);
    });

    it('200: with long texts shortened if the page would exceed 4 MB', async () => {
      const made = await slugged();
      const bodies = Array.from({ length: 10 }, (_, place) => `${place} ${'x'.repeat(19_000)}`);
      await service.db.transaction(async (tx) => {
        for (let ad = 401; ad <= 448; ad += 1) await saveAd(tx, made, snapshot(ad, { bodies }));
      });
      const text = await (await fetchBoard(`${made.slug}.json`)).text();
      expect(Buffer.byteLength(text)).toBeLessThan(maxListBytes);
      const { ads } = PublicBoardPage.parse(JSON.parse(text));
      expect(ads).toHaveLength(48);
      for (const { body, shortened } of ads) {
        expect(shortened).toEqual(['body', 'bodies']);
        expect(body).toMatch(/^0 x+…$/);
      }
    });

    it('200: ordered by the time an ad was added to the board', async () => {
      const [made, other] = [await slugged(), await slugged()];
      await save(other, 1);
      await save(made, 2, 3);
      await save(made, 1);
      expect(idsOf(await read(made.slug))).toEqual(['1', '3', '2']);
    });

    it('200: with the time of the last change or added ad', async () => {
      const made = await slugged();
      const updatedAt = async (): Promise<string> => (await read(made.slug)).board.updatedAt;
      await service.db.query(`UPDATE boards SET updated_at = '2026-02-03T00:00:00Z' WHERE id = $1`, [
        made.id,
      ]);
      const changed = '2026-02-03T00:00:00.000Z';
      expect(await updatedAt()).toBe(changed);
      await service.db.transaction((tx) =>
        saveAd(tx, made, snapshot(1), { addedAt: new Date('2026-01-01') }),
      );
      expect(await updatedAt()).toBe(changed);
      const addedAt = new Date('2026-03-04T05:06:07.000Z');
      await service.db.transaction((tx) => saveAd(tx, made, snapshot(2), { addedAt }));
      expect(await updatedAt()).toBe(addedAt.toISOString());
    });

    it('200: by id if they have no slug; otherwise 302 from the id to the slug', async () => {
      const plain = await withoutSlug();
      expect((await fetchBoard(String(plain.id))).status).toBe(200);
      expect((await read(String(plain.id))).board.slug).toBeNull();
      const made = await slugged();
      const forms = [``, `.json?cursor=5`, `.png`];
      const locations = await Promise.all(
        forms.map(async (form) => {
          const { status, headers } = await fetchBoard(`${made.id}${form}`);
          return [status, headers.get('location')];
        }),
      );
      expect(locations).toEqual(forms.map((form) => [302, `./${made.slug}${form}`]));
    });

    it('HEAD has the same headers without a body', async () => {
      const made = await slugged();
      for (const form of ['', '.json', '.png']) {
        const [head, get] = [
          await fetchBoard(made.slug + form, { method: 'HEAD' }),
          await fetchBoard(made.slug + form),
        ];
        expect([head.status, await head.text()]).toEqual([200, '']);
        for (const name of ['content-type', 'etag', 'content-length']) {
          expect(head.headers.get(name), `${name} of ${form}`).toBe(get.headers.get(name));
        }
      }
    });

    it('304 for a matching entity tag', async () => {
      const made = await slugged();
      const { headers } = await fetchBoard(made.slug);
      const cached = await fetchBoard(made.slug, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([cached.status, cached.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
      expect((await fetchBoard(made.slug, { headers: { 'if-none-match': '*' } })).status).toBe(304);
      await save(made, 1);
      const changed = await fetchBoard(made.slug, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      expect(changed.status).toBe(200);
    });
  });

  describe('are not found', () => {
    it('404 alike for a private board and for one that does not exist', async () => {
      const made = await slugged();
      await service.db.query(`UPDATE boards SET published = false WHERE id = $1`, [made.id]);
      for (const form of ['', '.json', '.png']) {
        const seen = await Promise.all(
          [made.slug, String(made.id), 'never-was', '9007199254740991'].map(async (name) => {
            const response = await fetchBoard(name + form);
            const text = (await response.text()).replace(/"requestId":"[^"]*"/, '');
            return [response.status, response.headers.get('content-type'), text];
          }),
        );
        expect(seen[0]?.[0]).toBe(404);
        expect(seen[0]?.[1]).toBe(`${form === '' ? 'text/html' : 'application/json'}; charset=utf-8`);
        expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
      }
    });

    it.each(['0', '007', '-1', '1e3', '99999999999999999999', 'A%00', 'x.html', '.json', "a'b"])(
      '404 for /b/%s, which is no name of a board',
      async (name) => expect((await fetchBoard(name)).status).toBe(404),
    );

    it('as soon as the board is made private', async () => {
      const made = await slugged();
      expect((await fetchBoard(made.slug)).status).toBe(200);
      await service.db.query(`UPDATE boards SET published = false WHERE id = $1`, [made.id]);
      expect((await fetchBoard(made.slug)).status).toBe(404);
    });
  });

  describe('come in pages', () => {
    it('of 48 ads, each once, even if ads are added and removed in between', async () => {
      const made = await slugged();
      await save(made, ...Array.from({ length: 100 }, (_, index) => index + 1));
      const first = await read(made.slug);
      expect([first.ads.length, first.hasMore]).toEqual([48, true]);
      await save(made, 101);
      await takeOff(made, first.ads[5]);
      const second = await readAfter(made, first);
      const third = await readAfter(made, second);
      const seen = [first, second, third].flatMap(idsOf);
      expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => String(100 - index)));
      expect([third.hasMore, third.nextCursor]).toEqual([false, null]);
      expect(await (await fetchBoard(made.slug)).text()).toContain(`href="${made.slug}?cursor=`);
    });

    it('of ads that were all added at the same time', async () => {
      const made = await slugged();
      await save(made, ...Array.from({ length: 60 }, (_, index) => index + 1));
      await service.db.query(`UPDATE board_ads SET added_at = '2026-03-01 12:00:00.123456Z'`);
      const first = await read(made.slug);
      const seen = [first, await readAfter(made, first)].flatMap(idsOf);
      expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(60 - index)));
    });

    it('400 if the last ad of the previous page is no longer on the board', async () => {
      const made = await slugged();
      await save(made, ...Array.from({ length: 50 }, (_, index) => index + 1));
      const first = await read(made.slug);
      await takeOff(made, first.ads.at(-1));
      for (const form of ['', '.json']) {
        const response = await fetchBoard(`${made.slug}${form}?cursor=${first.nextCursor}`);
        expect(response.status).toBe(400);
        expect(await response.text()).toContain(
          'The last ad of the previous page is no longer on this board; start again with the first page.',
        );
      }
    });

    it('400 for a cursor of another board', async () => {
      const [made, other] = [await slugged(), await slugged()];
      await save(made, 1, 2);
      await save(other, 3);
      const [row] = await service.db.query<{ id: number }>(
        `SELECT saved_ad_id AS id FROM board_ads WHERE board_id = $1`,
        [other.id],
      );
      expect((await fetchBoard(`${made.slug}.json?cursor=${row?.id}`)).status).toBe(400);
    });

    it.each(['x', '-1', '1.5', '', '9007199254740992', '1&cursor=2'])(
      '400 for ?cursor=%s',
      async (cursor) => {
        const made = await slugged();
        expect((await fetchBoard(`${made.slug}?cursor=${cursor}`)).status).toBe(400);
        expect((await fetchBoard(`${made.slug}.json?cursor=${cursor}`)).status).toBe(400);
      },
    );
  });

  it('link published parent and child boards, and no private ones', async () => {
    const parent = await slugged({ name: 'Above' });
    const made = await slugged({ parent: parent.id });
    const child = await slugged({ name: 'Below', parent: made.id });
    const hidden = await slugged({ name: 'Hidden', parent: made.id });
    await service.db.query(`UPDATE boards SET published = false WHERE id = $1`, [hidden.id]);
    const { board: shown } = await read(made.slug);
    expect(shown.parent?.name).toBe('Above');
    expect(shown.boards.map(({ slug, name }) => [slug, name])).toEqual([[child.slug, 'Below']]);
    await service.db.query(`UPDATE boards SET published = false WHERE id = $1`, [parent.id]);
    expect((await read(made.slug)).board.parent).toBeNull();
  });

  describe('count their views', () => {
    const as = (userAgent: string): RequestInit => ({ headers: { 'user-agent': userAgent } });

    it('once per visitor and day, for the page and the JSON together', async () => {
      const made = await slugged();
      const before = await viewsOf(made);
      for (const form of ['', '', '.json']) await fetchBoard(made.slug + form, as('one'));
      expect(await viewsOf(made)).toBe(before + 1);
      await fetchBoard(made.slug, as('two'));
      expect(await viewsOf(made)).toBe(before + 2);
      await service.db.query(`UPDATE board_visitors SET day = day - 1 WHERE board_id = $1`, [made.id]);
      await fetchBoard(made.slug, as('one'));
      expect(await viewsOf(made)).toBe(before + 3);
    });

    it('once for simultaneous requests of a visitor', async () => {
      const made = await slugged();
      const before = await viewsOf(made);
      await Promise.all(Array.from({ length: 20 }, () => fetchBoard(made.slug, as('many'))));
      expect(await viewsOf(made)).toBe(before + 1);
    });

    it('not for HEAD, previews, redirects or 404', async () => {
      const made = await slugged();
      const before = await viewsOf(made);
      await fetchBoard(made.slug, { method: 'HEAD' });
      await fetchBoard(`${made.slug}.png`);
      await fetchBoard(String(made.id));
      await fetchBoard(`${made.slug}?cursor=x`);
      expect(await viewsOf(made)).toBe(before);
    });

    it('without data that identifies visitors, and delete it after two days', async () => {
      const made = await slugged();
      await fetchBoard(made.slug, as('another browser'));
      const stored = async (): Promise<unknown[]> => [
        ...(await service.db.query(`SELECT * FROM board_visitors WHERE board_id = $1`, [made.id])),
        ...(await service.db.query(`SELECT * FROM visitor_salts`)),
      ];
      expect(await stored()).toHaveLength(2);
      expect(JSON.stringify(await stored())).not.toContain('browser');
      for (const table of ['board_visitors', 'visitor_salts']) {
        await service.db.query(`UPDATE ${table} SET day = day - 1`);
      }
      await deleteOldVisitors(service.db);
      expect(await stored()).toHaveLength(2);
      for (const table of ['board_visitors', 'visitor_salts']) {
        await service.db.query(`UPDATE ${table} SET day = day - 1`);
      }
      expect(await deleteOldVisitors(service.db)).toBeGreaterThan(0);
      expect(await stored()).toEqual([]);
    });
  });
});

const [first] = postgresLanes;
if (first === undefined) throw new Error('there is always the embedded lane');

describe('one network address', () => {
  it('429 beyond the configured limit, as a page or as JSON', async () => {
    const service = await startService(first, { publicLimit: 3 });
    const statuses: number[] = [];
    for (let page = 0; page < 3; page += 1) statuses.push((await fetch(`${service.address}/b/none`)).status);
    const [page, json] = [
      await fetch(`${service.address}/b/none`),
      await fetch(`${service.address}/b/none.json`),
    ];
    expect([...statuses, page.status, json.status]).toEqual([404, 404, 404, 429, 429]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toContain('Too many pages were requested from this address; wait');
    expect(await json.json()).toMatchObject({ error: { data: { httpStatus: 429 } } });
    await service.close();
  });
});
