import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { picturedAd, savePictured } from '../../testing/pictures.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { accountQuota, AccountFull } from './storeMedia.ts';

const scope = 'user:ann';
const maxBytes = 1000;
const minute = 60_000;

describe.each(postgresLanes)('the picture quota of an account on $name', (lane) => {
  let db: PostgresEngine;
  let contents = 0;
  beforeEach(async () => {
    db = await freshDatabase(lane);
  });
  afterEach(() => db.close());

  const content = (): string => String((contents += 1)).padStart(64, '0');
  /** A saved ad whose picture another user has stored. */
  const keptElsewhere = async (bytes: number): Promise<number> => {
    const id = await savePictured(db, 'ann', picturedAd([`https://pictures.example/${(contents += 1)}`]));
    const sha256 = content();
    await db.query(
      `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, 'image/png', $2, 1, 1)`,
      [sha256, bytes],
    );
    await db.query(
      `UPDATE kept_media SET sha256 = $2, kept_at = now(), due_at = NULL WHERE saved_ad_id = $1`,
      [id, sha256],
    );
    return id;
  };

  it('is counted once in five minutes and updated in between', async () => {
    let time = 0;
    const quota = accountQuota(db, maxBytes, () => time);
    await keptElsewhere(100);
    await quota.reserve(scope, { sha256: content(), bytes: 300 });
    await keptElsewhere(600);
    time = 4 * minute;
    await quota.beginRun();
    await quota.reserve(scope, { sha256: content(), bytes: 300 });
    await expect(quota.reserve(scope, { sha256: content(), bytes: 301 })).rejects.toThrow(AccountFull);
    time = 5 * minute;
    await quota.beginRun();
    await quota.reserve(scope, { sha256: content(), bytes: 300 });
    await expect(quota.assertNotFull(scope)).rejects.toThrow(AccountFull);
  });

  it('is counted in each run if it is nearly used up', async () => {
    const quota = accountQuota(db, maxBytes);
    const id = await keptElsewhere(maxBytes);
    await expect(quota.assertNotFull(scope)).rejects.toThrow(AccountFull);
    await db.query(`DELETE FROM saved_ads WHERE id = $1`, [id]);
    await expect(quota.assertNotFull(scope)).rejects.toThrow(AccountFull);
    await quota.beginRun();
    await quota.assertNotFull(scope);
  });
});
