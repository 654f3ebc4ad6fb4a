import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import { readMigrations } from '../db/postgres/migrate.ts';
import {
  backedUp,
  type Everything,
  everythingOf,
  fillSource,
  openSource,
  openTarget,
  type Source,
} from '../testing/backups.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { makeBackup } from './backup.ts';
import { checkRestorable, restoreBackup, type Restorable } from './restore.ts';
import { listMigratedIndexTables, listMigratedTables } from './snapshot.ts';

const silent = (): void => undefined;
const never = new AbortController().signal;

describe('tables that do not belong to Magpie', { timeout: 600_000 }, () => {
  const [lane] = postgresLanes;
  if (lane === undefined) throw new Error('There is no PostgreSQL.');
  let folder: string;
  let backup: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    backup = path.join(folder, 'backup');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A backup of some of everything, after a change; what was there before it. */
  const backedUpAfter = async (
    change: (source: Source) => Promise<unknown>,
    say: (line: string) => void = silent,
  ): Promise<Everything> => {
    const source = await openSource(lane, 'embedded', folder);
    try {
      await fillSource(source);
      const before = await everythingOf(source);
      await change(source);
      await makeBackup(source, { target: backup, print: say, stopping: never });
      return before;
    } finally {
      await source.close();
    }
  };

  it('are all tables that no migration creates', async () => {
    const dump = readFileSync(new URL('../../schema/postgres.sql', import.meta.url), 'utf8');
    const dumped = [...dump.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
    expect([...listMigratedTables(await readMigrations())].toSorted()).toEqual(dumped);
    expect([...listMigratedIndexTables(indexMigrations)]).toContain('ads');
  });

  it('are skipped and reported by a backup; database settings do not change its format', async () => {
    const lines: string[] = [];
    const before = await backedUpAfter(
      async ({ db, clickhouse }) => {
        await db.query('CREATE TABLE notes (id serial PRIMARY KEY, owner text REFERENCES users (id))');
        await clickhouse.write('CREATE TABLE notes (id UInt64) ENGINE = MergeTree ORDER BY id');
        await haveOwnStyle(db);
      },
      (line) => lines.push(line),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        'database: skipped tables that do not belong to Magpie: notes',
        'index: skipped tables that do not belong to Magpie: notes',
      ]),
    );
    const users = gunzipSync(readFileSync(path.join(backup, 'postgres', 'users.copy.gz'))).toString();
    expect(users).toMatch(/\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S*\+00\t/);
    const target = await openTarget(lane, 'embedded', path.join(folder, 'restored'));
    try {
      await haveOwnStyle(target.db);
      await restoreBackup(target, await checkRestorable(backup), silent);
      expect(await everythingOf(target)).toEqual(before);
    } finally {
      await target.close();
    }
  });

  it('are not restored from a backup of an older version', async () => {
    const before = await backedUp(lane, 'embedded', folder);
    const restorable = await checkRestorable(backup);
    const lines: string[] = [];
    const target = await openTarget(lane, 'embedded', path.join(folder, 'restored'));
    try {
      await restoreBackup(target, withNotes(restorable), (line) => lines.push(line));
      expect(lines).toContain('database: skipped tables that do not belong to Magpie: notes');
      expect(await everythingOf(target)).toEqual(before);
    } finally {
      await target.close();
    }
  });

  it('make a repeated restore fail instead of being dropped', async () => {
    const before = await backedUp(lane, 'embedded', folder);
    const restorable = await checkRestorable(backup);
    const target = await openTarget(lane, 'embedded', path.join(folder, 'restored'));
    const broken = { ...target.files, write: () => Promise.reject(new Error('killed')) };
    try {
      await expect(restoreBackup({ ...target, files: broken }, restorable, silent)).rejects.toThrow('killed');
      await target.db.query('CREATE TABLE notes ()');
      await expect(restoreBackup(target, restorable, silent)).rejects.toThrow(
        'The database has tables that do not belong to Magpie: notes; move them elsewhere and repeat the restore.',
      );
      await target.db.query('DROP TABLE notes');
      await restoreBackup(target, restorable, silent);
      expect(await everythingOf(target)).toEqual(before);
    } finally {
      await target.close();
    }
  });
});

async function haveOwnStyle(db: Source['db']): Promise<void> {
  const [row] = await db.query<{ name: string }>('SELECT current_database() AS name');
  const settings = [`datestyle = 'SQL, DMY'`, `intervalstyle = 'iso_8601'`, `timezone = 'Asia/Tokyo'`];
  for (const setting of settings) await db.query(`ALTER DATABASE ${row?.name ?? ''} SET ${setting}`);
}

/** As it was copied before tables of others were left out. */
function withNotes(restorable: Restorable): Restorable {
  const { manifest } = restorable;
  const { tables, sequences } = manifest.postgres;
  const postgres = {
    ...manifest.postgres,
    tables: [...tables, { name: 'notes', columns: ['id'], rows: 1 }],
    sequences: [...sequences, { name: 'notes_id_seq', last: '1', isCalled: true }],
  };
  return { ...restorable, manifest: { ...manifest, postgres } };
}
