import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { signText } from '../rpc/signedText.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { addAiImage, addBrandImage } from '../testing/studioImages.ts';
import { createLinks, type LinkedFile, openLinked } from './links.ts';
import type { LinkedImage } from './storedFiles.sql.ts';
import { createStudioFiles, type StudioFiles } from './storedFiles.ts';

const secret = 'a secret of at least 32 characters';
const site = 'https://magpie.example';
const at = (time: string) => () => new Date(`2026-05-01T${time}Z`);
const linkAt = (time: string, image: LinkedImage, userId = 'ann'): string =>
  createLinks({ secret, siteUrl: () => site, now: at(time) }).urlFor(image, userId);

describe.each(postgresLanes)('links to files of images, on $name', (lane) => {
  let db: PostgresEngine;
  let folder: string;
  let store: FileStore;
  let files: StudioFiles;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-links-'));
    store = folderStore(folder);
    db = await freshDatabase(lane);
    files = createStudioFiles({ db, files: store, log: createLog('silent') });
    await db.query(
      `INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com'), ('ben', 'ben@example.com')`,
    );
  });
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const follow = (link: string, time = '12:30:00'): Promise<LinkedFile | null> =>
    openLinked(db, store, secret, at(time))(link.replace(`${site}/files/`, ''));
  const contentOf = async (link: string): Promise<string | null> => {
    const opened = await (await follow(link))?.open();
    return opened ? text(opened.body) : null;
  };

  it('resolve to file and thumbnail with type, length and a portable name', async () => {
    const { id, fileKey } = await addBrandImage(db, files, {
      userId: 'ann',
      name: '"Crème" brûlée/..\\ロゴ\n.exe',
    });
    const [file, thumbnail] = (['file', 'thumbnail'] as const).map((variant) =>
      linkAt('12:00:00', { kind: 'brand', id, variant }),
    );
    expect(await follow(file ?? '')).toMatchObject({
      type: 'image/png',
      bytes: 11,
      name: 'Creme-brulee-exe.png',
      tag: fileKey.slice(-32),
    });
    expect(await follow(thumbnail ?? '')).toMatchObject({
      type: 'image/webp',
      name: 'Creme-brulee-exe-thumbnail.webp',
    });
    expect([await contentOf(file ?? ''), await contentOf(thumbnail ?? '')]).toEqual(['the picture', 'small']);
  });

  it('resolve to generated images, not to brand images with the same id', async () => {
    const { id } = await addAiImage(db, files, { userId: 'ann' });
    const link = linkAt('12:00:00', { kind: 'ai', id, variant: 'file' });
    expect(await follow(link)).toMatchObject({ name: `image-${id}.png` });
    await db.query('DELETE FROM ai_images WHERE id = $1', [id]);
    expect(await follow(link)).toBeNull();
  });

  it('are stable within an hour, and expire after one to two hours', async () => {
    const image = {
      kind: 'brand',
      id: (await addBrandImage(db, files, { userId: 'ann' })).id,
      variant: 'file',
    } as const;
    const link = linkAt('12:00:00', image);
    expect(linkAt('12:59:59', image)).toBe(link);
    expect(linkAt('13:00:00', image)).not.toBe(link);
    expect([(await follow(link, '13:59:59')) !== null, await follow(link, '14:00:00')]).toEqual([true, null]);
    expect(link).toMatch(/^https:\/\/magpie\.example\/files\/[\w.-]+$/);
  });

  it('do not resolve if forged, or signed for another purpose or with another secret', async () => {
    const { id } = await addBrandImage(db, files, { userId: 'ann' });
    const link = linkAt('12:00:00', { kind: 'brand', id, variant: 'file' });
    const payload = JSON.stringify(['brand', id, 'file', 'ann']);
    const end = new Date('2026-05-01T14:00:00Z');
    expect(link).not.toContain(signText(secret, 'account export', payload, end));
    for (const other of [
      signText(secret, 'account export', payload, end),
      signText(`${secret}!`, 'file of an image', payload, end),
      link.slice(0, -1),
      '',
      '..',
      'x'.repeat(5000),
    ]) {
      expect(await follow(other), other).toBeNull();
    }
  });

  it('do not resolve for users without access: other people and removed members', async () => {
    const [team] = await db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Team', 'team') RETURNING id`,
    );
    const teamId = team?.id ?? 0;
    await db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at) VALUES ($1, 'ben', 'ben@example.com', 'viewer', now())`,
      [teamId],
    );
    const own = await addBrandImage(db, files, { userId: 'ann' });
    const shared = await addBrandImage(db, files, { userId: 'ann', teamId });
    const to = (id: number, userId: string): string =>
      linkAt('12:00:00', { kind: 'brand', id, variant: 'file' }, userId);
    expect(await follow(to(own.id, 'ben'))).toBeNull();
    expect(await follow(to(shared.id, 'ben'))).not.toBeNull();
    expect(await follow(to(shared.id, 'ann'))).toBeNull();
    await db.query(`DELETE FROM team_members WHERE user_id = 'ben'`);
    expect(await follow(to(shared.id, 'ben'))).toBeNull();
  });
});
