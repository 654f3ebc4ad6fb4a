import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrandImage } from '@magpie/contract';
import { createTRPCClient, httpLink } from '@trpc/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MagpieRouter } from '@magpie/client';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { browserAt } from '../testing/browser.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { noise, picture, startPictureHost, type PictureHost } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

const megabyte = 1024 * 1024;

let clickhouse: ClickHouseEngine;
let host: PictureHost;
let teal: Buffer;
beforeAll(async () => {
  [clickhouse, host, teal] = await Promise.all([
    freshClickHouse('embedded'),
    startPictureHost(),
    picture('teal'),
  ]);
});
afterAll(() => Promise.all([clickhouse.close(), host.close()]));

/** The response to a form, as far as tests use it. */
interface Sent {
  readonly result: { readonly data: BrandImage };
  readonly error: { readonly message: string };
}

describe.each(postgresLanes)('brand images on $name', (lane) => {
  let service: TestService;
  let dataFolder: string;
  let ann: Person;
  let ben: Person;
  let vera: Person;
  beforeAll(async () => {
    dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-brand-'));
    const fetchAllow = [new URL(host.serve('/', teal)).host];
    const changes = { dataFolder, fetchAllow, studioMegabytes: 1, signUp: 'open' as const };
    service = await startService(lane, changes, clickhouse);
    [ann, ben, vera] = await Promise.all([service.newcomer(), service.newcomer(), service.newcomer()]);
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const base64 = (bytes: Buffer): string => bytes.toString('base64');
  const upload = (who: Client, input: object = {}) =>
    who.post('brandImages.upload', { file: base64(teal), ...input });
  const list = async (who: Client, input = {}) => (await who.get('brandImages.list', input)).data;
  const product = async (who: Client, input: object = {}): Promise<number> =>
    (await who.post('cloneProducts.create', { name: 'Pillow', ...input })).data.id;
  const filesThere = (): number =>
    readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{32}$/.test(name),
    ).length;
  const filesNoted = async (): Promise<number> =>
    (await service.db.query<{ count: number }>('SELECT count(*) FROM studio_files'))[0]?.count ?? -1;
  const imagesKept = async (): Promise<number> =>
    (await service.db.query<{ count: number }>('SELECT count(*) FROM brand_images'))[0]?.count ?? -1;
  const sendForm = (form: FormData, at = 'brandImages.upload', headers: Record<string, string> = {}) =>
    fetch(`${service.base}/${at}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.key}`, ...headers },
      body: form,
    });
  const formWith = (fields: Record<string, string>, bytes = teal): FormData => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'Our logo.png');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };

  describe('an uploaded picture', () => {
    it('is re-encoded, linked, listed, and deleted with its files', async () => {
      const sent = await sharp(await noise(700, 350))
        .jpeg()
        .withExif({ IFD0: { Artist: 'Ann Secret' } })
        .toBuffer();
      const me = await service.newcomer();
      const { data: image } = await upload(me, {
        file: base64(sent),
        name: ' Hero ',
        kind: 'lifestyle',
        companyName: 'Nimbus',
      });
      expect(image).toMatchObject({
        name: 'Hero',
        kind: 'lifestyle',
        companyName: 'Nimbus',
        width: 700,
        height: 350,
        mimeType: 'image/jpeg',
        productId: null,
        teamId: null,
      });
      const [file, thumbnail] = await Promise.all([fetch(image.url), fetch(image.thumbnailUrl)]);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect([file.status, file.headers.get('content-type'), bytes.length]).toEqual([
        200,
        'image/jpeg',
        image.bytes,
      ]);
      expect(bytes.includes('Ann Secret')).toBe(false);
      expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({
        format: 'webp',
        width: 480,
        height: 240,
      });
      expect(await list(me)).toEqual({ images: [image], total: 1, hasMore: false, nextCursor: null });
      const before = filesThere();
      expect((await me.post('brandImages.delete', { imageId: image.id })).data).toEqual({ success: true });
      expect([filesThere(), (await fetch(image.url)).status]).toEqual([before - 2, 404]);
      expect((await me.post('brandImages.delete', { id: image.id })).status).toBe(404);
      expect((await list(me)).total).toBe(0);
    });

    it('400 for a file that is no picture, and no file remains', async () => {
      const before = filesThere();
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
      expect((await upload(ann, { file: base64(svg) })).error.message).toContain('export it as PNG');
      for (const file of [base64(teal.subarray(0, 60)), base64(Buffer.from('text')), '', 'no base64!', 7]) {
        expect((await upload(ann, { file })).status, String(file)).toBe(400);
      }
      expect(filesThere()).toBe(before);
    });

    it('413 above 15 MB, as JSON or as a form, whether the body limit applies or not', async () => {
      const expected = [413, 'The image is larger than 15 MB; upload a smaller one.'];
      for (const megabytes of [15.5, 17]) {
        const { status, error } = await upload(ann, { file: base64(Buffer.alloc(megabytes * megabyte)) });
        expect([status, error.message]).toEqual(expected);
      }
      for (const megabytes of [16, 23]) {
        const sent = await sendForm(formWith({}, Buffer.alloc(megabytes * megabyte)));
        expect([sent.status, ((await sent.json()) as Sent).error.message]).toEqual(expected);
      }
    });

    it('200 with line breaks, as the base64 command writes them', async () => {
      const file = base64(teal).replaceAll(/.{76}/g, '$&\n');
      expect(file).toContain('\n');
      expect((await upload(ann, { file })).status).toBe(200);
    });

    it('is saved once per Idempotency-Key, as a form or as JSON, even if the quota is full by then', async () => {
      const once = { 'idempotency-key': `once on ${lane.name}` };
      const form = formWith({ kind: 'logo' });
      const [first, again] = [
        (await (await sendForm(form, undefined, once)).json()) as Sent,
        await sendForm(formWith({ kind: 'logo' }), undefined, once),
      ];
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.json()).toEqual(first);
      const json = { file: base64(teal), name: 'Our logo', kind: 'logo' };
      expect((await ann.post('brandImages.upload', json, once)).data).toEqual(first.result.data);
      await service.db.query(
        `UPDATE studio_files SET bytes = $1 WHERE key IN
        (SELECT file_key FROM brand_images WHERE id = $2)`,
        [megabyte, first.result.data.id],
      );
      expect((await ann.post('brandImages.upload', json, once)).data).toMatchObject({
        id: first.result.data.id,
      });
      expect((await upload(ann)).status).toBe(409);
      expect([await filesNoted(), filesThere()]).toEqual([
        2 * (await imagesKept()),
        2 * (await imagesKept()),
      ]);
      await ann.post('brandImages.delete', { id: first.result.data.id });
    });
  });

  describe('a form', () => {
    it('200 as browsers send it, with the file name', async () => {
      const productId = await product(ann);
      const sent = await sendForm(formWith({ kind: 'logo', productId: String(productId), teamId: '' }));
      const { result } = (await sent.json()) as Sent;
      expect([sent.status, result.data]).toMatchObject([200, { name: 'Our logo', kind: 'logo', productId }]);
    });

    it('200: from the stock tRPC client', async () => {
      const client = createTRPCClient<MagpieRouter>({
        links: [httpLink({ url: service.base, headers: { authorization: `Bearer ${ann.key}` } })],
      });
      // The client types describe the input as JSON.
      const form = formWith({ name: 'By tRPC' }) as unknown as { file: string };
      expect(await client.brandImages.upload.mutate(form)).toMatchObject({ name: 'By tRPC', width: 40 });
    });

    it('400 or 415 with one message if invalid', async () => {
      const reply = async (
        form: FormData,
        at?: string,
        headers?: Record<string, string>,
      ): Promise<string> => {
        const sent = await sendForm(form, at, headers);
        return `${sent.status} ${((await sent.json()) as Sent).error.message}`;
      };
      const small = (): FormData => formWith({});
      expect(await reply(formWith({ kind: 'poster' }))).toMatch(/^400 kind must be one of logo/);
      expect(await reply(small(), 'brandImages.upload?batch=1')).toMatch(
        /^400 A batch needs its inputs as JSON/,
      );
      expect(await reply(small(), 'brandImages.upload?input={}')).toMatch(
        /^400 Send the input of a POST in the body/,
      );
      expect(await reply(small(), 'boards.create')).toMatch(/^415 The body must be sent with the header/);
      expect(await reply(small(), undefined, { 'content-encoding': 'br' })).toMatch(
        /^415 The body has the encoding/,
      );
      expect(await reply(small(), undefined, { 'content-encoding': 'gzip' })).toMatch(
        /^400 The body is broken/,
      );
      const { key } = await service.keyWith('read');
      expect(await reply(new FormData(), undefined, { authorization: `Bearer ${key}` })).toMatch(/^403 /);
    });

    it('403 with a cookie from another site', async () => {
      const browser = browserAt(service.address);
      const email = `form-${Math.random()}@example.com`;
      const password = 'a password of some length';
      await browser.submit('sign-up/email', { email, password });
      await browser.submit('sign-in/email', { email, password });
      const sendFrom = async (headers: Record<string, string>) =>
        (
          await browser.fetch('/api/v1/trpc/brandImages.upload', {
            method: 'POST',
            headers,
            body: formWith({}),
          })
        ).status;
      expect(await sendFrom({ origin: service.address })).toBe(200);
      expect(await sendFrom({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await sendFrom({ origin: 'null' })).toBe(403);
    });
  });

  describe('ownership', () => {
    it('belongs to its product or team: members read, viewers cannot change, others have no access', async () => {
      const teamId = await newTeam(service.db, {
        owner: ann,
        member: ben,
        viewer: vera,
      });
      const productId = await product(ann, { teamId });
      const { data: image } = await upload(ben, { productId });
      expect(image).toMatchObject({ productId, teamId });
      const { data: other } = await upload(ann, { teamId });
      expect(other).toMatchObject({ productId: null, teamId });
      for (const member of [ann, ben, vera]) {
        const seen = (await list(member)).images.filter((each: typeof image) => each.teamId === teamId);
        expect(seen.map(({ id }: typeof image) => id)).toEqual([other.id, image.id]);
        expect((await fetch(seen[0].url)).status).toBe(200);
      }
      for (const input of [{ productId }, { teamId }]) expect((await upload(vera, input)).status).toBe(403);
      expect((await vera.post('brandImages.delete', { id: image.id })).status).toBe(403);
      const stranger = await service.newcomer();
      for (const input of [{ productId }, { teamId }])
        expect((await upload(stranger, input)).status).toBe(403);
      expect((await stranger.post('brandImages.delete', { id: image.id })).status).toBe(403);
      expect((await stranger.get('brandImages.list', { productId })).status).toBe(403);
      expect((await list(stranger)).total).toBe(0);
      await service.db.query('DELETE FROM team_members WHERE user_id = $1 AND team_id = $2', [
        vera.userId,
        teamId,
      ]);
      expect((await list(vera)).total).toBe(0);
    });

    it('400 for a team other than the product’s, 404 for a missing product or team', async () => {
      const teamId = await newTeam(service.db, { owner: ann });
      const [own, ofTeam] = [await product(ann), await product(ann, { teamId })];
      const cases = [
        [{ productId: own, teamId }, 400],
        [{ productId: ofTeam, teamId: null }, 400],
        [{ productId: ofTeam, teamId }, 200],
        [{ productId: 999_999 }, 404],
        [{ teamId: 999_999 }, 404],
      ] as const;
      for (const [input, status] of cases)
        expect((await upload(ann, input)).status, JSON.stringify(input)).toBe(status);
      expect((await ann.get('brandImages.list', { productId: 999_999 })).status).toBe(404);
    });

    it('stays when its product is deleted', async () => {
      const me = await service.newcomer();
      const productId = await product(me);
      const { data: image } = await upload(me, { productId });
      await me.post('cloneProducts.delete', { id: productId });
      expect((await list(me)).images).toEqual([{ ...image, productId: null }]);
    });
  });

  it('the list filters by product and by company, ignoring case', async () => {
    const me = await service.newcomer();
    const productId = await product(me);
    const ids: number[] = [];
    for (const about of [
      { productId },
      { companyName: 'Straße 7' },
      { companyName: 'STRASSE 7', productId },
      {},
    ]) {
      ids.push((await upload(me, about)).data.id);
    }
    const found = async (input: object): Promise<number[]> =>
      (await list(me, input)).images.map(({ id }: { id: number }) => ids.indexOf(id));
    expect(await found({})).toEqual([3, 2, 1, 0]);
    expect(await found({ productId })).toEqual([2, 0]);
    expect(await found({ companyName: 'strasse 7' })).toEqual([2, 1]);
    expect(await found({ companyName: 'straße 7', productId })).toEqual([2]);
    expect(await found({ companyName: 'Straße' })).toEqual([]);
  });

  it('paging returns each image once while others are added and deleted', async () => {
    const me = await service.newcomer();
    const ids: number[] = [];
    for (let count = 0; count < 7; count += 1) ids.unshift((await upload(me)).data.id);
    const met: number[] = [];
    let page = await list(me, { limit: 2 });
    expect([page.total, page.hasMore]).toEqual([7, true]);
    for (let turn = 0; ; turn += 1) {
      met.push(...page.images.map(({ id }: { id: number }) => id));
      if (turn === 0) await upload(me);
      if (turn === 1) await me.post('brandImages.delete', { id: met[0] });
      if (turn === 1) await me.post('brandImages.delete', { id: ids[5] });
      if (page.nextCursor === null) break;
      page = await list(me, { limit: 2, cursor: page.nextCursor });
    }
    expect(met).toEqual(ids.filter((_, index) => index !== 5));
  });

  it('409 at ten thousand images, however small', async () => {
    const me = await service.newcomer();
    const dots = `SELECT 'studio/0a/' || md5(dot::text) AS file, 'studio/0b/' || md5(dot::text) AS thumbnail
      FROM generate_series(1, 9999) dot`;
    await service.db.query(
      `INSERT INTO studio_files (key, mime_type, bytes)
       SELECT unnest(ARRAY[file, thumbnail]), 'image/png', 1 FROM (${dots}) dots`,
    );
    await service.db.query(
      `INSERT INTO brand_images (author_id, name, kind, width, height, file_key, thumbnail_key)
       SELECT $1, 'Dot', 'other', 1, 1, file, thumbnail FROM (${dots}) dots`,
      [me.userId],
    );
    expect((await upload(me)).status).toBe(200);
    expect(await upload(me)).toMatchObject({
      status: 409,
      error: { message: 'This account has 10,000 images, which is the maximum; delete some first.' },
    });
    await service.db.query(`DELETE FROM brand_images WHERE name = 'Dot'`);
    await service.db.query(`DELETE FROM studio_files WHERE bytes = 1`);
  });

  it('409 if the quota is full: 16 concurrent uploads stay within it, and rejected ones leave no file', async () => {
    const me = await service.newcomer();
    const pictures = await Promise.all(Array.from({ length: 16 }, () => noise(200, 200)));
    const answers = await Promise.all(pictures.map((bytes) => upload(me, { file: base64(bytes) })));
    const kept = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(16 - kept.length);
    const [used] = await service.db.query<{ bytes: number }>(
      `SELECT sum(file.bytes)::bigint AS bytes FROM brand_images image
       JOIN studio_files file ON file.key IN (image.file_key, image.thumbnail_key)
       WHERE image.author_id = $1`,
      [me.userId],
    );
    expect(used?.bytes).toBeLessThanOrEqual(megabyte);
    expect(used?.bytes).toBeGreaterThan(0.8 * megabyte);
    expect([await filesNoted(), filesThere()]).toEqual([2 * (await imagesKept()), 2 * (await imagesKept())]);
    const refused = await upload(me, { file: base64(await noise(200, 200)) });
    expect(refused.error.message).toContain('delete some images first');
    const before = host.requests.get('/full.png') ?? 0;
    await service.db.query(
      `UPDATE studio_files SET bytes = $1 WHERE key IN
      (SELECT file_key FROM brand_images WHERE id = $2)`,
      [megabyte, kept[0]?.data.id],
    );
    expect((await me.post('brandImages.keep', { url: host.serve('/full.png', teal) })).status).toBe(409);
    expect(host.requests.get('/full.png') ?? 0).toBe(before);
  });

  describe('a picture from a website', () => {
    it('is saved with the name from its URL', async () => {
      const url = host.serve('/shop/Blue%20pillow.png?width=600', teal);
      const { data } = await ann.post('brandImages.keep', { url, kind: 'product' });
      expect(data).toMatchObject({
        name: 'Blue pillow',
        kind: 'product',
        width: 40,
        height: 30,
        mimeType: 'image/png',
      });
      const bare = host.serve('/', (_, response) => {
        response.writeHead(302, { location: '/shop/Blue%20pillow.png?width=600' }).end();
      });
      expect((await ann.post('brandImages.keep', { url: bare })).data).toMatchObject({
        name: '127.0.0.1',
        kind: 'other',
      });
    });

    it('400 for a forbidden address, 422 if it is no picture, 504 without a response', async () => {
      const cases: [url: string, status: number, text: string][] = [
        ['http://169.254.169.254/latest/meta-data/', 400, 'not on the public internet'],
        ['http://127.0.0.1:1/a.png', 400, 'not on the public internet'],
        [
          host.serve(
            '/inside',
            (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
          ),
          400,
          'not on the public internet',
        ],
        [host.serve('/page', Buffer.from('<!doctype html>'), 'image/png'), 422, 'is not a JPEG'],
        [host.serve('/svg', Buffer.from('<svg/><svg >')), 422, 'export it as PNG'],
        [host.serve('/gone', (_, response) => void response.writeHead(404).end()), 422, 'status 404'],
        [
          host.serve(
            '/giant',
            (_, response) => void response.writeHead(200, { 'content-length': 16 * megabyte }).write('a'),
          ),
          422,
          'larger than',
        ],
        [host.serve('/rude', ({ socket }) => void socket.destroy()), 504, 'no valid response'],
      ];
      for (const [url, status, text] of cases) {
        const { status: actual, error } = await ann.post('brandImages.keep', { url });
        expect([actual, error?.message], url).toEqual([status, expect.stringContaining(text)]);
      }
      for (const input of [
        {},
        { url: 'https://example.com/a.png', logoOf: 'Acme' },
        { url: 'file:///etc/passwd' },
      ]) {
        expect((await ann.post('brandImages.keep', input)).status).toBe(400);
      }
    });
  });

  /** A host that holds requests for this path until `send` is called. */
  const slowHost = (at: string) => {
    const waiting: (() => void)[] = [];
    const url = host.serve(at, (_, response) => void waiting.push(() => response.end(teal)));
    const hasRequests = (times: number) =>
      vi.waitFor(() => expect(waiting).toHaveLength(times), { timeout: 60_000, interval: 5 });
    return { url, hasRequests, send: () => waiting.forEach((sendPicture) => sendPicture()) };
  };

  it('503 above four concurrent fetches per person and sixteen in total; uploads still work', async () => {
    const [first, other] = [await service.newcomer(), await service.newcomer()];
    const others = [await service.newcomer(), await service.newcomer(), await service.newcomer()];
    const { url, hasRequests, send } = slowHost('/slow.png');
    const keep = (who: Client) => who.post('brandImages.keep', { url });
    const fetched = [keep(first), keep(first), keep(first), keep(first)];
    await hasRequests(4);
    expect(await keep(first)).toMatchObject({
      status: 503,
      error: {
        message: 'At most 4 pictures per person are processed at the same time; try again in a moment.',
      },
    });
    for (const who of others) fetched.push(...[1, 2, 3, 4].map(() => keep(who)));
    await hasRequests(16);
    expect(await keep(other)).toMatchObject({
      status: 503,
      error: { message: 'Too many pictures are being processed right now; try again in a moment.' },
    });
    for (const who of [other, first]) expect((await upload(who)).status).toBe(200);
    send();
    expect((await Promise.all(fetched)).map(({ status }) => status)).toEqual(Array(16).fill(200));
  });

  it('409 if its product is returned to its author meanwhile, 404 if its team is deleted; no file remains', async () => {
    const [me, teamId] = [ann, await newTeam(service.db, { owner: ann })];
    const productId = await product(me, { teamId });
    const { url, hasRequests, send } = slowHost('/leaving.png');
    const answers = [{ productId }, { teamId }].map((about) =>
      me.post('brandImages.keep', { url, ...about }),
    );
    await hasRequests(2);
    expect((await me.post('teams.delete', { id: teamId })).status).toBe(200);
    send();
    const [ofProduct, ofTeam] = await Promise.all(answers);
    expect([ofProduct?.status, ofProduct?.error.message]).toEqual([
      409,
      `Product ${productId} was just returned to its author; reload it and try again.`,
    ]);
    expect([ofTeam?.status, ofTeam?.error.message]).toEqual([404, `There is no team ${teamId}.`]);
    expect([await filesNoted(), filesThere()]).toEqual([2 * (await imagesKept()), 2 * (await imagesKept())]);
  });

  it('saves a company’s logo, else its monogram; 404 with suggestions', async () => {
    const logoUrl = host.serve('/acme-logo.png', teal);
    const ads = [
      openAd({ key: 'meta:1', advertiser: { name: 'Acme Tools', logoUrl } }),
      openAd({ key: 'meta:2', advertiser: { name: 'Blue Whale' } }),
    ];
    await plainCatalog(clickhouse, service.db).recordAds(ads, { source: 'test', seenAt: new Date() });
    const me = await service.newcomer();
    const keep = (logoOf: string) => me.post('brandImages.keep', { logoOf });
    expect((await keep('ACME tools')).data).toMatchObject({
      name: 'Acme Tools',
      kind: 'logo',
      companyName: 'Acme Tools',
      width: 40,
      height: 30,
    });
    const { data: monogram } = await keep('Blue Whale');
    expect(monogram).toMatchObject({ name: 'Blue Whale', kind: 'logo', width: 512, height: 512 });
    const { channels } = await sharp(Buffer.from(await (await fetch(monogram.url)).arrayBuffer())).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
    const { status, error } = await keep('Blue Whal');
    expect([status, error.data.suggestions]).toEqual([404, ['Blue Whale']]);
    const repeated = await me.post(
      'brandImages.keep',
      { logoOf: 'Blue Whal' },
      { 'idempotency-key': 'whale' },
    );
    expect(repeated.error.data.suggestions).toEqual(['Blue Whale']);
    expect((await list(me)).total).toBe(2);
  });
});
