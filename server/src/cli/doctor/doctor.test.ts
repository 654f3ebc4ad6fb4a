import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Instance } from '../../app.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { openDataFolder } from '../../config/dataFolder.ts';
import { startClickHouseFront } from '../../testing/clickhouseFront.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { databaseUrlOf } from '../../testing/process.ts';
import { checkLocally, checkServer, type CheckFinding } from './doctor.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each config has its own data folder, without a server. */
let folders = 0;
const settings = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({}),
  port: 0,
  dataFolder: path.join(folder, String(++folders)),
  ...changes,
});

/** Findings by check. */
async function found(config: Config): Promise<Readonly<Record<string, CheckFinding>>> {
  const findings = await checkLocally(config);
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

const finding = (state: CheckFinding['state'], says: RegExp, mend: RegExp) =>
  expect.objectContaining({ state, says: expect.stringMatching(says), mend: expect.stringMatching(mend) });

describe('without a server', () => {
  it('reports no problems before the first start, and creates nothing', async () => {
    const config = settings();
    const findings = await checkLocally(config);
    // These depend on the machine that runs the test.
    const ofMachine = new Set(['memory', 'dashboard']);
    expect(findings.filter(({ check, state }) => state !== 'ok' && !ofMachine.has(check))).toEqual([]);
    expect(existsSync(config.dataFolder)).toBe(false);
    mkdirSync(config.dataFolder, { mode: 0o700 });
    expect(await found(config)).toMatchObject({
      'data folder': { state: 'ok' },
      PostgreSQL: { state: 'ok' },
    });
    expect(readdirSync(config.dataFolder)).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'as root, opens nothing in the data folder of another account',
    async () => {
      const config = settings();
      openDataFolder(config.dataFolder).release();
      const lock = path.join(config.dataFolder, 'magpie.lock');
      for (const place of [config.dataFolder, lock]) chownSync(place, 12_345, 12_345);
      expect(await found(config)).toMatchObject({
        'data folder': finding('problem', /runs as account 12345/, /Run doctor as that account/),
        'owner and modes': finding('warning', /owned by 12345.*runs as 0/, /Run Magpie as the owner/),
        PostgreSQL: { state: 'warning' },
      });
      expect(statSync(lock).uid).toBe(12_345);
    },
  );

  it('reports a dangling link as data folder or as its parent', async () => {
    const { dataFolder } = settings();
    symlinkSync(path.join(folder, 'nowhere'), dataFolder);
    expect(await found(settings({ dataFolder }))).toMatchObject({
      'data folder': finding('problem', /is not a folder that this account can/, /Set MAGPIE_DATA_DIR/),
    });
    expect(await found(settings({ dataFolder: path.join(dataFolder, 'data') }))).toMatchObject({
      'data folder': finding('problem', /cannot create it in/, /Set MAGPIE_DATA_DIR/),
    });
  });

  it('reports each address that does not respond, without its password', async () => {
    const findings = await found(
      settings({
        databaseUrl: 'postgres://ann:hidden@127.0.0.1:1/ads',
        clickhouseUrl: 'http://ann:hidden@127.0.0.1:1/ads',
        redisUrl: 'redis://:hidden@127.0.0.1:1/0',
        s3Url: { origin: 'http://127.0.0.1:1', bucket: 'ads', region: 'x', key: 'ann', secret: 'hidden' },
      }),
    );
    expect(findings).toMatchObject({
      PostgreSQL: finding('problem', /127\.0\.0\.1:1\/ads .*nothing listens/, /Check DATABASE_URL/),
      ClickHouse: finding('problem', /127\.0\.0\.1:1 cannot be reached/, /Check CLICKHOUSE_URL/),
      Redis: finding('problem', /127\.0\.0\.1:1\/0 does not answer/, /Check REDIS_URL/),
      'file storage': finding('problem', /127\.0\.0\.1:1\/ads/, /Check S3_URL/),
    });
    expect(JSON.stringify(findings)).not.toContain('hidden');
  });

  it('reports a data folder that is a file or is locked by an unresponsive process, and skips its engines', async () => {
    const config = settings();
    writeFileSync(config.dataFolder, '');
    const unchecked = finding('warning', /Not checked/, /data folder first/);
    expect(await found(config)).toMatchObject({
      'data folder': finding('problem', /it is a file/, /Set MAGPIE_DATA_DIR/),
      PostgreSQL: unchecked,
      ClickHouse: unchecked,
    });
    const held = settings();
    const holding = openDataFolder(held.dataFolder);
    onTestFinished(() => holding.release());
    expect(await found(held)).toMatchObject({
      'data folder': finding('problem', new RegExp(`in use .*process ${process.pid}`), /Stop that one/),
    });
  });

  it('reports open permissions, a used port and inconsistent settings', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const config = settings({
      port: (server.address() as { port: number }).port,
      publicUrl: 'http://ads.example',
      smtpUrl: 'smtp://ann:hidden@mail.example',
    });
    mkdirSync(config.dataFolder);
    chmodSync(config.dataFolder, 0o777);
    expect(await found(config)).toMatchObject({
      'owner and modes': finding('warning', /mode 777/, /chmod go-rw/),
      port: finding('problem', /in use by another program/, /change PORT/),
      'public address': finding('warning', /no TLS/, /https/),
      'mail server': finding('warning', /magpie@localhost/, /MAGPIE_MAIL_FROM/),
    });
    const behind = settings({ publicUrl: 'https://ads.example', host: '0.0.0.0' });
    const untrusting = finding('warning', /no proxy is trusted/, /MAGPIE_TRUST_PROXY/);
    expect(await found(behind)).toMatchObject({ proxy: untrusting });
    const trusting = finding('warning', /claim any address/, /Close the port/);
    expect(await found({ ...behind, trustProxy: 1 })).toMatchObject({ proxy: trusting });
    const named = { ...behind, trustProxy: ['10.0.0.1'] };
    expect(await found(named)).toMatchObject({ proxy: { state: 'ok' } });
  });
});

describe('in a server', () => {
  it('pings an unresponsive engine only once', async () => {
    let pings = 0;
    const silent = async (): Promise<never> => {
      pings += 1;
      throw new Error('Connection terminated due to connection timeout');
    };
    const engines = { db: { query: silent }, clickhouse: { ping: silent } } as unknown as Instance;
    const findings = await checkServer({ ...engines, config: settings() });
    const unresponsive = findings.filter(({ says }) => says.startsWith('Connection terminated'));
    expect(unresponsive).toEqual([
      finding('problem', /timeout\.$/, /^Check DATABASE_URL and that PostgreSQL is running/),
      finding('problem', /timeout\.$/, /^Check CLICKHOUSE_URL and that ClickHouse is running/),
    ]);
    expect(pings).toBe(2);
  });
});

describe.each(postgresLanes)('with PostgreSQL: $name', (lane) => {
  it('reports an old or unknown schema and a read-only database', async () => {
    const db = await freshDatabase(lane);
    onTestFinished(() => db.close());
    const config = settings({ databaseUrl: databaseUrlOf(db) });
    expect(await found(config)).toMatchObject({
      PostgreSQL: { state: 'ok', says: expect.stringContaining('is writable') },
      'PostgreSQL schema': { state: 'ok' },
    });
    await db.query(
      `DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)`,
    );
    expect(await found(config)).toMatchObject({
      'PostgreSQL schema': finding('warning', /migrations are applied/, /Start the server/),
    });
    await db.query(
      `INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'of tomorrow', 'x')`,
    );
    expect(await found(config)).toMatchObject({
      'PostgreSQL schema': finding('problem', /migration 'of tomorrow' is unknown/, /Start the version/),
    });
    const [name] = await db.query<{ name: string }>(`SELECT current_database() AS name`);
    await db.query(`ALTER DATABASE "${name?.name}" SET default_transaction_read_only = on`);
    expect(await found(config)).toMatchObject({
      PostgreSQL: finding('problem', /is read-only/, /DATABASE_URL/),
    });
  });
});

describe('with a ClickHouse server', () => {
  it('reports a missing schema', async () => {
    const place = mkdtempSync(path.join(folder, 'front-'));
    const front = await startClickHouseFront({ folder: place });
    onTestFinished(() => front.close());
    const config = settings({ clickhouseUrl: `${front.url}/default` });
    expect(await found(config)).toMatchObject({
      ClickHouse: { state: 'ok' },
      'ClickHouse schema': finding('warning', /^0 of \d+ migrations/, /Start the server/),
    });
  });
});

const disk = mkdtempSync(path.join(os.tmpdir(), 'magpie-small-disk-'));
let isMounted = false;
beforeAll(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=50m', 'tmpfs', disk], { stdio: 'pipe' });
    isMounted = true;
  } catch {
    console.warn('This account may not mount a small disk; skipping the test of a full disk.');
  }
});
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

it('reports a full disk', async ({ skip }) => {
  if (!isMounted) skip();
  expect(await found(settings({ dataFolder: disk }))).toMatchObject({
    disk: finding('problem', /Writes are blocked/, /Free space/),
  });
});
