import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fonts } from '@magpie/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EmptyDatabase, emptyDatabase, everyPostgresLane } from '../../testing/postgres.ts';
import { serverFor } from '../../testing/postgresLane.ts';
import { buildProject, PostgresChild } from '../../testing/postgresProject.ts';
import { dumpSchema } from '../../testing/postgresSchema.ts';
import { createLog } from '../../config/log.ts';
import { lockMigrations } from './migrate.sql.ts';
import {
  type Migration,
  migrate,
  migrateWithoutTimeouts,
  readMigrations,
  splitStatements,
} from './migrate.ts';
import { openPostgres, openServer } from './postgres.ts';

// A process for each statement takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const log = createLog('silent');
const dumpFile = '../../../schema/postgres.sql';

const nextAfter = (migrations: readonly Migration[]): string => `000${migrations.length + 1}_next.sql`;

/** A migration that adds a table to those that exist. */
function following(migrations: readonly Migration[], ...statements: string[]): Migration[] {
  const version = migrations.length + 1;
  return [...migrations, { version, name: nextAfter(migrations), checksum: statements.join(), statements }];
}

describe.each(everyPostgresLane)('migrations on $name', (lane) => {
  let db: EmptyDatabase;
  beforeEach(async () => {
    db = await emptyDatabase(lane);
  });
  afterEach(() => db.close());

  const tables = async (): Promise<string[]> => {
    const rows = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('create the schema of the dump', async () => {
    await migrate(db, await readMigrations());
    await expect(await dumpSchema(db)).toMatchFileSnapshot(dumpFile);
  });

  it('match the dump, which creates the same schema', async () => {
    const made = await emptyDatabase(lane);
    onTestFinished(() => made.close());
    await migrate(db, await readMigrations());
    const dump = await dumpSchema(db);
    for (const statement of splitStatements(dump)) await made.query(statement);
    expect(await dumpSchema(made)).toBe(dump);
  });

  it('give measurements of saved ads a confirmation, and have all saved ads scored again', async () => {
    const migrations = await readMigrations();
    await migrate(
      db,
      migrations.filter(({ name }) => name < '0021'),
    );
    await db.query(
      `INSERT INTO users (id, email) VALUES ('ada', 'ada@example.com'), ('bob', 'bob@example.com')`,
    );
    await db.query(
      `INSERT INTO saved_ads (user_id, ad_hash, advertiser_id, company_name, platforms, format, language, cta_labels,
         is_partnership, first_seen_at, search_text, recommended, date_key, views_key, likes_key, comments_key)
       SELECT owner, md5(number::text), 1, 'Acme', '{tiktok}', 'image', NULL, '{}', false, now(), '', 0, 0, 0, 0, 0
       FROM generate_series(1, 2) AS number, unnest(ARRAY['ada', 'bob']) AS owner`,
    );
    await db.query(
      `INSERT INTO saved_ad_snapshots (saved_ad_id, ad, measured)
       SELECT id, '{}', CASE user_id WHEN 'ada' THEN '{"last_seen_at": "2026-05-01T08:00:00.000Z", "likes": 3}'::jsonb END
       FROM saved_ads WHERE ad_hash = md5('1')`,
    );
    await migrate(db, migrations);
    expect(await db.query('SELECT measured FROM saved_ad_snapshots ORDER BY measured IS NULL')).toEqual([
      {
        measured: {
          last_seen_at: '2026-05-01T08:00:00.000Z',
          last_confirmed_at: '2026-05-01T08:00:00.000Z',
          freshness_days: 14,
          likes: 3,
        },
      },
      { measured: null },
    ]);
    expect(await db.query('SELECT DISTINCT ad_hash FROM outdated_saved_ads ORDER BY ad_hash')).toEqual(
      await db.query('SELECT DISTINCT ad_hash FROM saved_ads ORDER BY ad_hash'),
    );
  });

  it('give products the font that their templates are drawn in', async () => {
    const migrations = await readMigrations();
    await migrate(
      db,
      migrations.filter(({ name }) => name < '0035'),
    );
    await db.query(`INSERT INTO users (id, email) VALUES ('ada', 'ada@example.com')`);
    await db.query(`INSERT INTO clone_products (author_id, name, is_default) VALUES ('ada', 'Kettle', true)`);
    await migrate(db, migrations);
    expect(await db.query('SELECT name, font FROM clone_products')).toEqual([
      { name: 'Kettle', font: 'sans' },
    ]);
    await expect(db.query(`UPDATE clone_products SET font = 'comic'`)).rejects.toThrow(
      'clone_products_font_check',
    );
    for (const font of fonts) await db.query(`UPDATE clone_products SET font = $1`, [font]);
  });

  it('count the ads that are saved already', async () => {
    const migrations = await readMigrations();
    await migrate(
      db,
      migrations.filter(({ name }) => name < '0022'),
    );
    await db.query(`INSERT INTO users (id, email) VALUES ('ada', 'ada@example.com')`);
    await db.query(
      `INSERT INTO saved_ads (user_id, ad_hash, advertiser_id, company_name, platforms, format, language, cta_labels,
         is_partnership, first_seen_at, search_text, recommended, date_key, views_key, likes_key, comments_key)
       SELECT 'ada', md5(number::text), 1, 'Acme', '{tiktok}', CASE number WHEN 5 THEN 'video' ELSE 'image' END,
         CASE WHEN number < 3 THEN 'de' END, '{}', false, now(), '', 0, 0, 0, 0, 0
       FROM generate_series(1, 5) AS number`,
    );
    await migrate(db, migrations);
    const counts = `SELECT format, language, platforms, ads FROM saved_ad_counts ORDER BY format, language`;
    expect(await db.query(counts)).toEqual([
      { format: 'image', language: 'de', platforms: ['tiktok'], ads: 2 },
      { format: 'image', language: null, platforms: ['tiktok'], ads: 2 },
      { format: 'video', language: null, platforms: ['tiktok'], ads: 1 },
    ]);
    await db.query(`UPDATE saved_ads SET format = 'video' WHERE language = 'de'`);
    await db.query(`DELETE FROM saved_ads WHERE language IS NULL`);
    expect(await db.query(counts)).toEqual([
      { format: 'video', language: 'de', platforms: ['tiktok'], ads: 2 },
    ]);
  });

  it('run once each', async () => {
    const migrations = await readMigrations();
    expect(await migrate(db, migrations)).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(db, migrations)).toEqual([]);
    expect(await migrate(db, following(migrations, `CREATE TABLE next ()`))).toEqual([nextAfter(migrations)]);
  });

  it('run once when several nodes start at the same time', async () => {
    const migrations = await readMigrations();
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(db, migrations)));
    expect(ran.flat().toSorted()).toEqual(migrations.map(({ name }) => name));
  });

  it('run, and wait for another node, without a timeout', async () => {
    const migrations = await readMigrations();
    const impatient = { ...db.connection, query_timeout: 1000, statement_timeout: 1000, lock_timeout: 1000 };
    const slow = following(migrations, `SELECT pg_sleep(1.5)`);
    const together = [1, 2].map(() => migrateWithoutTimeouts(impatient, slow, log));
    expect((await Promise.all(together)).flat()).toHaveLength(slow.length);
  });

  it('delay the start of another node', async () => {
    const impatient = { ...db.connection, query_timeout: 2000 };
    const events = new EventEmitter();
    const isHeld = once(events, 'held');
    const holding = db.transaction(async (tx) => {
      await lockMigrations(tx);
      events.emit('held');
      await tx.query(`SELECT pg_sleep(2.5)`);
    });
    await isHeld;
    const engine = await openServer(serverFor(lane.name, impatient), log);
    await holding;
    expect(await tables()).toContain('users');
    await engine.close();
  });

  it('roll back a file that fails half-way, and name it', async () => {
    const migrations = await readMigrations();
    await migrate(db, migrations);
    const before = await tables();
    const broken = following(migrations, `CREATE TABLE next ()`, `CREATE TABLE next ()`);
    await expect(migrate(db, broken)).rejects.toThrow(
      `PostgreSQL rejected the migration ${nextAfter(migrations)}: relation "next" already exists.`,
    );
    expect(await tables()).toEqual(before);
    expect(await migrate(db, following(migrations, `CREATE TABLE next ()`))).toHaveLength(1);
  });

  it('reject a file that was changed after it ran', async () => {
    const [first, ...others] = await readMigrations();
    if (first === undefined) throw new Error('There are no migrations.');
    await migrate(db, [first, ...others]);
    await expect(migrate(db, [{ ...first, checksum: 'changed' }, ...others])).rejects.toThrow(
      'The migration 0001_foundation.sql has changed since it was applied: start the version of Magpie that applied it, or restore the file and put the change into a new one.',
    );
  });

  it('reject a database of a newer version', async () => {
    const migrations = await readMigrations();
    await migrate(db, following(migrations, `CREATE TABLE next ()`));
    await expect(migrate(db, migrations)).rejects.toThrow(
      `The database is newer than this version of Magpie: it has the unknown migration ${nextAfter(migrations)}; start the version that applied it, or a newer one.`,
    );
  });

  it('need no CREATE privilege when there is nothing to create', async () => {
    const migrations = await readMigrations();
    await migrate(db, migrations);
    await db.transaction(async (tx) => {
      await tx.query(`CREATE ROLE reader`);
      await tx.query(`GRANT SELECT ON schema_migrations TO reader`);
      await tx.query(`SET LOCAL ROLE reader`);
      expect(await migrate(tx, migrations)).toEqual([]);
      await tx.query(`RESET ROLE`);
      await tx.query(`DROP OWNED BY reader`);
      await tx.query(`DROP ROLE reader`);
    });
  });
});

describe('migration files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-migrations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a gap', ['0001_one.sql', '0003_three.sql'], '0003_three.sql'],
    ['a number taken twice', ['0001_one.sql', '0001_two.sql'], '0001_two.sql'],
    ['a name without a number', ['0001_one.sql', 'two.sql'], 'two.sql'],
  ])('are refused with %s', async (_, names, wrong) => {
    for (const name of names) writeFileSync(path.join(folder, name), 'SELECT 1;');
    await expect(readMigrations(folder)).rejects.toThrow(
      `The migration ${wrong} has the wrong number: files are numbered 0001, 0002, … without gaps.`,
    );
  });

  it('have the same checksum with either line ending', async () => {
    const checksumOf = async (text: string): Promise<string | undefined> => {
      writeFileSync(path.join(folder, '0001_one.sql'), text);
      return (await readMigrations(folder))[0]?.checksum;
    };
    expect(await checksumOf('SELECT 1;\r\nSELECT 2;\r\n')).toBe(await checksumOf('SELECT 1;\nSELECT 2;\n'));
    expect(await checksumOf('SELECT 1;\n')).not.toBe(await checksumOf('SELECT 2;\n'));
  });
});

/** Each kill needs a separate process, so one run tries one statement, and another run another. */
async function anyStatement(): Promise<number> {
  const statements = (await readMigrations()).flatMap((migration) => migration.statements);
  return 1 + Math.floor(Math.random() * statements.length);
}

describe('a SIGKILL after any statement of a migration', () => {
  const dump = readFileSync(new URL(dumpFile, import.meta.url), 'utf8');
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-mortal-'));
    chmodSync(folder, 0o755);
    buildProject(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(everyPostgresLane)('is completed by the next start, on $name', async (lane) => {
    const db = await emptyDatabase(lane);
    const dieAfter = await anyStatement();
    const child = new PostgresChild(folder, { connection: db.connection, dieAfter });
    await child.exited;
    expect(child.process.signalCode, `after statement ${dieAfter}`).toBe('SIGKILL');
    await migrate(db, await readMigrations());
    expect(await dumpSchema(db), `after statement ${dieAfter}`).toBe(dump);
    await db.close();
  });

  it('also ends the embedded server, and the next start completes it', async () => {
    const dataFolder = path.join(folder, 'data');
    mkdirSync(dataFolder);
    const dieAfter = await anyStatement();
    const child = new PostgresChild(folder, { dataFolder, dieAfter });
    await child.exited;
    expect(child.process.signalCode, `after statement ${dieAfter}`).toBe('SIGKILL');
    const engine = await openPostgres({ databaseUrl: null, dataFolder, log });
    expect(await dumpSchema(engine), `after statement ${dieAfter}`).toBe(dump);
    await engine.close();
  });
});

describe('the statements of a migration file', () => {
  it.each([
    ['nothing', '', []],
    ['comments alone', '-- one;\n/* two; */\n', []],
    ['empty statements', ';;\n;', []],
    ['one without a semicolon at its end', 'SELECT 1', ['SELECT 1']],
    ['two on a line', 'SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    ['a comment before its statement', '-- why\nSELECT 1;', ['-- why\nSELECT 1']],
    ['a semicolon in a line comment', 'SELECT 1 -- a;b\n;', ['SELECT 1 -- a;b']],
    ['a semicolon in a block comment', 'SELECT /* ; */ 1;', ['SELECT /* ; */ 1']],
    ['a semicolon in a text', `SELECT 'a;b';`, [`SELECT 'a;b'`]],
    ['a doubled quote in a text', `SELECT 'it''s; so';`, [`SELECT 'it''s; so'`]],
    ['a semicolon in a name', 'SELECT ";";', ['SELECT ";"']],
    ['a quote in a comment', `-- don't\nSELECT 1; SELECT 2;`, [`-- don't\nSELECT 1`, 'SELECT 2']],
    ['a comment mark in a text', `SELECT '--'; SELECT 2;`, [`SELECT '--'`, 'SELECT 2']],
    ['a body between dollars', 'DO $$ BEGIN; END; $$; SELECT 2;', ['DO $$ BEGIN; END; $$', 'SELECT 2']],
    ['a body between named dollars', 'DO $a$ $$;$$ ; $a$; SELECT 2;', ['DO $a$ $$;$$ ; $a$', 'SELECT 2']],
    ['a dollar in a name', 'SELECT a$b; SELECT $1;', ['SELECT a$b', 'SELECT $1']],
    ['minus and division', 'SELECT 4 - 2 / 1; SELECT 2;', ['SELECT 4 - 2 / 1', 'SELECT 2']],
  ])('are found in %s', (_, text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });
});
