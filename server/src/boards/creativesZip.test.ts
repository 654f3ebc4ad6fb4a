import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture, picturedAd, sha256 } from '../testing/pictures.ts';
import type { Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { readZip } from '../testing/readZip.ts';
import { startService, type TestService } from '../testing/service.ts';
import { creativesZip } from './creativesZip.ts';
import { readableBoard } from './boards.ts';
import { saveAd } from './saveAd.ts';

describe.each(postgresLanes)('the creatives of a board on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let boardId: number;
  const content = new Map<string, Buffer>();
  const files = { read: async (key: string) => content.get(key.split('/').at(-1) ?? '') ?? null };
  const callerOf = ({ userId }: Person) => ({
    userId,
    isOwner: false,
    scopes: new Set(['read' as const]),
    credential: { id: userId, secret: userId },
  });
  const names: string[] = [];

  beforeAll(async () => {
    service = await startService(lane);
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const board = await ann.post('boards.create', { name: 'Hooks: "best" / 2026' });
    boardId = (board.data as { id: number }).id;
    const place = await readableBoard(service.db, boardId, callerOf(ann));
    const many = picturedAd(['https://a.example/1.png', 'https://a.example/2.png']);
    const single = picturedAd(['https://a.example/3.png']);
    for (const ad of [single, many]) {
      const advertiser = { ...ad.advertiser, name: 'Acme / Co', brandLogo: 'https://a.example/logo.png' };
      const { savedAdId } = await service.db.transaction((tx) =>
        saveAd(tx, place, { ...ad, advertiser }, {}),
      );
      const rows = await service.db.query<{ place: number }>(
        `SELECT place FROM kept_media WHERE saved_ad_id = $1 ORDER BY place`,
        [savedAdId],
      );
      for (const row of rows) {
        const bytes = await picture(`rgb(${savedAdId % 250}, ${row.place}, 0)`);
        content.set(sha256(bytes), bytes);
        await service.db.query(
          `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, 'image/png', $2, 1, 1)`,
          [sha256(bytes), bytes.length],
        );
        await service.db.query(
          `UPDATE kept_media SET sha256 = $3, kept_at = now(), due_at = NULL WHERE saved_ad_id = $1 AND place = $2`,
          [savedAdId, row.place, sha256(bytes)],
        );
      }
    }
    names.push(
      `Acme Co ${many.hash.slice(0, 8)} 1.png`,
      `Acme Co ${many.hash.slice(0, 8)} 2.png`,
      `Acme Co ${single.hash.slice(0, 8)}.png`,
    );
  });
  afterAll(() => service.close());

  it('are one zip, named by brand and ad, without logos', async () => {
    const zip = await creativesZip(service.db, files)(boardId, callerOf(ann));
    expect(zip.fileName).toBe('Hooks best 2026.zip');
    const entries = readZip(await buffer(zip.chunks));
    expect(entries.map(({ name }) => name)).toEqual(names);
    for (const entry of entries) expect(content.has(sha256(entry.content))).toBe(true);
  });

  it('name a file that cannot be read in the zip', async () => {
    const { chunks } = await creativesZip(service.db, { read: () => Promise.resolve(null) })(
      boardId,
      callerOf(ann),
    );
    const [missing, ...others] = readZip(await buffer(chunks));
    expect([missing?.name, others]).toEqual(['missing.txt', []]);
    for (const name of names) expect(String(missing?.content)).toContain(name);
  });

  it('403 for a stranger, 404 for a missing board and for one without kept creatives, 400 beyond the limits', async () => {
    const open = creativesZip(service.db, files);
    await expect(open(boardId, callerOf(ben))).rejects.toMatchObject({ httpStatus: 403 });
    await expect(open(999_999, callerOf(ann))).rejects.toMatchObject({ httpStatus: 404 });
    const empty = await ann.post('boards.create', { name: 'Empty' });
    const emptyId = (empty.data as { id: number }).id;
    await expect(open(emptyId, callerOf(ann))).rejects.toMatchObject({ httpStatus: 404 });
    for (const limits of [
      { maxFiles: 2, maxBytes: 1_000_000 },
      { maxFiles: 100, maxBytes: 10 },
    ]) {
      const bounded = creativesZip(service.db, files, limits);
      await expect(bounded(boardId, callerOf(ann))).rejects.toMatchObject({ httpStatus: 400 });
    }
  });

  it('are sent by the route as a download, which is noted in the audit log', async () => {
    const address = `${service.address}/api/export/creatives.zip`;
    const headers = { authorization: `Bearer ${ann.key}` };
    const url = `${address}?boardId=${boardId}`;
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
    const response = await fetch(url, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Hooks%20best%202026.zip",
    );
    expect(readZip(Buffer.from(await response.arrayBuffer()))).toHaveLength(1);
    expect((await fetch(`${address}?boardId=x`, { headers })).status).toBe(400);
    expect((await fetch(`${address}?boardId=${boardId}`)).status).toBe(401);
    const noted = await service.db.query(
      `SELECT details FROM acts WHERE act = 'library.exported' AND details->>'format' = 'zip'`,
    );
    expect(noted).toEqual([{ details: { format: 'zip', boardId } }]);
  });
});
