import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { openFiles } from '../integrations/storage/files.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { exportLibrary } from '../boards/archive/exportLibrary.ts';
import { saveAd } from '../boards/saveAd.ts';
import { membersOf, textsOf } from '../testing/archives.ts';
import { assertConsistent } from '../testing/library.ts';
import { freshDatabase } from '../testing/postgres.ts';
import {
  anyLane,
  cleanUp,
  databaseUrlOf,
  holdOpen,
  lockTable,
  makeDataFolder,
  runMagpie,
  startMagpie,
  untilSomebodyWaits,
} from '../testing/process.ts';
import { boardWith, fillLibrary, personWith, snapshot } from '../testing/savedLibrary.ts';

describe('killed in the middle', { timeout: 120_000 }, () => {
  let db: PostgresEngine;
  let folder: string;
  beforeEach(async () => {
    [db, folder] = [await freshDatabase(anyLane), makeDataFolder()];
  });
  afterEach(async () => {
    await assertConsistent(db);
    await cleanUp();
    await db.close();
  });
  const settings = () => ({ DATABASE_URL: databaseUrlOf(db), MAGPIE_DATA_DIR: folder });
  const beside = (name: string): string => path.join(path.dirname(folder), name);

  /** Runs a command until it waits for the lock, and kills it there. */
  const killed = async (words: readonly string[], release: () => Promise<void>): Promise<void> => {
    const magpie = startMagpie(words, settings());
    await Promise.race([untilSomebodyWaits(db), magpie.ended]);
    expect(await magpie.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await release();
  };
  const exported = async (from: PostgresEngine, dataFolder: string): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    await exportLibrary(from, openFiles({ dataFolder, s3Url: null }), {
      onlyPerson: null,
      write: (bytes) => Promise.resolve(void chunks.push(bytes)),
      progress: () => undefined,
      stopping: new AbortController().signal,
    });
    return Buffer.concat(chunks);
  };
  const count = async (table: 'users' | 'teams' | 'boards' | 'saved_ads'): Promise<number> =>
    (await db.query<object>(`SELECT FROM ${table}`)).length;

  it('an archive import leaves nothing partial and can be repeated', async () => {
    const elsewhere = await freshDatabase(anyLane);
    await fillLibrary(elsewhere, openFiles({ dataFolder: beside('elsewhere'), s3Url: null }));
    const archive = await exported(elsewhere, beside('elsewhere'));
    await elsewhere.close();
    const words = ['import', '--library', beside('library.tar.gz')];
    writeFileSync(beside('library.tar.gz'), archive);

    // The last write: people, boards and ads are in the transaction by then.
    await killed(words, await lockTable(db, 'kept_media'));
    const left = [
      await count('users'),
      await count('teams'),
      await count('boards'),
      await count('saved_ads'),
    ];
    expect(left).toEqual([0, 0, 0, 0]);
    expect(await runMagpie(words, settings())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Boards: 4 new, 0 existing.\nSaved ads: 7 new, 0 existing.\n'),
    });
    expect(textsOf(await membersOf(await exported(db, folder)))).toEqual(textsOf(await membersOf(archive)));
  });

  it('save commits whole batches of 100, and a repeated save adds the rest', async () => {
    const ann = await personWith(db, 'ann@example.com');
    const board = await boardWith(db, { author: ann.id, name: 'Before' });
    await db.transaction((tx) => saveAd(tx, board, snapshot(1)));
    const ids = Array.from({ length: 250 }, (_, index) => 3_000_000_000 + index);
    const file = beside('list.txt');
    writeFileSync(file, ids.map((id) => `https://www.facebook.com/ads/library/?id=${id}\n`).join(''));

    // Another transaction is about to insert the 150th.
    const taken = `UPDATE saved_ads SET ad_hash = $1`;
    const words = ['save', file, '--user', 'ann@example.com'];
    await killed(words, await holdOpen(db, (tx) => tx.query(taken, [adHash(`meta:${ids[149]}`)])));
    expect([await count('saved_ads'), await count('boards')]).toEqual([101, 2]);
    await assertConsistent(db);
    const again = await runMagpie(words, settings());
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^Saved +150\nAlready saved +100\nRejected +0$/m),
    ]);
    expect(await count('saved_ads')).toBe(251);
  });
});
