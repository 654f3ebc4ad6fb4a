import { rmSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer, type ImageRenderer } from '../../integrations/drawing/drawing.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { folderStore } from '../../integrations/storage/files.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { unranked } from '../../testing/catalog.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { boardWith, keepOnePicture, personWith, snapshot } from '../../testing/savedLibrary.ts';
import { site } from '../../testing/savedAd.ts';
import { saveAd } from '../saveAd.ts';
import { createPublicSite } from './publicSite.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

describe('the preview of a board', () => {
  let db: PostgresEngine;
  let files: FileStore;
  let boards: ReturnType<typeof createPublicSite>;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-previews-'));
  const drawing = createImageRenderer();
  let drawn = 0;
  const counting: ImageRenderer = {
    ...drawing,
    render: (picture) => {
      drawn += 1;
      return drawing.render(picture);
    },
  };
  beforeAll(async () => {
    db = await freshDatabase(lane);
    files = folderStore(folder);
    boards = createPublicSite({
      db,
      drawing: counting,
      files,
      siteAddress: () => site,
      readRanking: unranked,
    });
    const { id: author } = await personWith(db, 'ann@example.com');
    const board = await boardWith(db, { author, name: 'Hooks 日本 مرحبا 🔥', slug: 'hooks' });
    await db.transaction(async (tx) => {
      for (const number of [1, 2, 3]) await saveAd(tx, board, snapshot(number));
    });
  });
  afterAll(async () => {
    await drawing.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const preview = async () => {
    const found = await boards.find('hooks');
    if (found === null) throw new Error('the board is published');
    return found.preview();
  };

  it('is a PNG of 1200 × 630, drawn once for concurrent requests', async () => {
    const { png } = await preview();
    const [one, two] = await Promise.all([png(), (await preview()).png()]);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(two.equals(one)).toBe(true);
    expect((await (await preview()).png()).equals(one)).toBe(true);
    expect(drawn).toBe(1);
  });

  it('changes with the board, and shows a picture once it is stored', async () => {
    const before = await preview();
    const saved = await db.query<{ id: number }>(`SELECT id FROM saved_ads ORDER BY id LIMIT 1`);
    await keepOnePicture(db, files, saved[0]?.id ?? 0, '#ff0000');
    const after = await preview();
    expect(after.version).not.toBe(before.version);
    const { data, info } = await sharp(await after.png())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (20 * info.width + 600) * info.channels;
    const [red = 0, green = 255, blue = 255] = data.subarray(at, at + 3);
    expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true]);
  });

  it('is drawn also if a stored file is missing', async () => {
    await db.query(`UPDATE boards SET name = 'Another name'`);
    rmSync(folder, { recursive: true, force: true });
    expect((await (await preview()).png()).length).toBeGreaterThan(1000);
  });
});
