import { execFileSync } from 'node:child_process';
import {
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
import type { Instance } from '../../instance.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { openDataFolder } from '../../config/dataFolder.ts';
import { startClickHouseFront } from '../../testing/clickhouseFront.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { databaseUrlOf } from '../../testing/process.ts';
import { examineHere, examineServer } from './doctor.ts';
import { clockVerdict } from './engines.ts';
import type { Finding } from './finding.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder that nobody else has, and no server on it. */
let folders = 0;
const settings = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({}),
  port: 0,
  dataFolder: path.join(folder, String(++folders)),
  ...changes,
});

/** What was found, by the name of the check. */
async function found(config: Config): Promise<Readonly<Record<string, Finding>>> {
  const findings = await examineHere(config);
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

const trouble = (state: Finding['state'], says: RegExp, mend: RegExp) =>
  expect.objectContaining({ state, says: expect.stringMatching(says), mend: expect.stringMatching(mend) });

describe('without a server', () => {
  it('nothing is wrong where nothing was started yet, and nothing is made', async () => {
    const config = settings();
    const findings = await examineHere(config);
    // What the machine of this test has, or was built on it, is not ours to say.
    const ofMachine = new Set(['memory', 'open files', 'packages', 'dashboard']);
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
    'root looks at nothing in the folder of another account that it would leave its own',
    async () => {
      const config = settings();
      openDataFolder(config.dataFolder).release();
      const lock = path.join(config.dataFolder, 'magpie.lock');
      for (const place of [config.dataFolder, lock]) chownSync(place, 12_345, 12_345);
      expect(await found(config)).toMatchObject({
        'data folder': trouble('problem', /runs as the account 12345/, /Run doctor as that account/),
        'owner and modes': trouble('warning', /owned by 12345.*runs as 0/, /Run it as the account 12345/),
        PostgreSQL: { state: 'warning' },
      });
      expect(statSync(lock).uid).toBe(12_345);
    },
  );

  it('a link to a folder that is not there is told, also on the way to it', async () => {
    const { dataFolder } = settings();
    symlinkSync(path.join(folder, 'nowhere'), dataFolder);
    const dangling = {
      'data folder': trouble('problem', /is a link that leads to nothing/, /Make the folder/),
    };
    expect(await found(settings({ dataFolder }))).toMatchObject(dangling);
    expect(await found(settings({ dataFolder: path.join(dataFolder, 'data') }))).toMatchObject(dangling);
  });

  it('each address that does not answer is named without its password, with what to check', async () => {
    const findings = await found(
      settings({
        databaseUrl: 'postgres://ann:hidden@127.0.0.1:1/ads',
        clickhouseUrl: 'http://ann:hidden@127.0.0.1:1/ads',
        redisUrl: 'redis://:hidden@127.0.0.1:1/0',
        s3Url: { origin: 'http://127.0.0.1:1', bucket: 'ads', region: 'x', key: 'ann', secret: 'hidden' },
      }),
    );
    expect(findings).toMatchObject({
      PostgreSQL: trouble('problem', /127\.0\.0\.1:1\/ads .*nothing listens/, /Check DATABASE_URL/),
      ClickHouse: trouble('problem', /127\.0\.0\.1:1 cannot be reached/, /Check CLICKHOUSE_URL/),
      Redis: trouble('problem', /127\.0\.0\.1:1\/0 does not answer/, /Check REDIS_URL/),
      'file storage': trouble('problem', /127\.0\.0\.1:1\/ads/, /Check S3_URL/),
    });
    expect(JSON.stringify(findings)).not.toContain('hidden');
  });

  it('a data folder that is a file, or that a process has that does not answer, is told; engines in it wait', async () => {
    const config = settings();
    writeFileSync(config.dataFolder, '');
    const unseen = trouble('warning', /not looked at/, /data folder first/);
    expect(await found(config)).toMatchObject({
      'data folder': trouble('problem', /it is a file/, /Set MAGPIE_DATA_DIR/),
      PostgreSQL: unseen,
      ClickHouse: unseen,
    });
    const held = settings();
    const holding = openDataFolder(held.dataFolder);
    onTestFinished(() => holding.release());
    expect(await found(held)).toMatchObject({
      'data folder': trouble('problem', new RegExp(`in use .*process ${process.pid}`), /Stop that one/),
    });
  });

  it('a folder that is open to others, too long for a socket, a taken port and settings that contradict each other', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const config = settings({
      port: (server.address() as { port: number }).port,
      publicUrl: 'http://ads.example',
      smtpUrl: 'smtp://ann:hidden@mail.example',
    });
    const dataFolder = path.join(config.dataFolder, 'long'.repeat(30));
    mkdirSync(dataFolder, { recursive: true, mode: 0o777 });
    execFileSync('chmod', ['777', dataFolder]);
    expect(await found({ ...config, dataFolder })).toMatchObject({
      'owner and modes': trouble('warning', /mode 777/, /chmod go-rw/),
      'command socket': trouble('warning', /sockets take 103/, /shorter path/),
      port: trouble('problem', /Another program listens/, /set PORT/),
      'public address': trouble('warning', /no TLS/, /https/),
      'mail server': trouble('warning', /magpie@localhost/, /MAGPIE_MAIL_FROM/),
    });
    const behind = settings({ publicUrl: 'https://ads.example', host: '0.0.0.0' });
    const untrusting = trouble('warning', /none is trusted/, /MAGPIE_TRUST_PROXY/);
    expect(await found(behind)).toMatchObject({ proxy: untrusting });
    const trusting = trouble('warning', /claim any address/, /Close the port/);
    expect(await found({ ...behind, trustProxy: 1 })).toMatchObject({ proxy: trusting });
    const named = { ...behind, trustProxy: ['10.0.0.1'] };
    expect(await found(named)).toMatchObject({ proxy: { state: 'ok' } });
  });

  it('clocks that are seconds apart are a warning, minutes a problem', () => {
    expect(clockVerdict(new Map([['PostgreSQL', 1500]]))).toMatchObject({ state: 'ok' });
    const ahead = clockVerdict(
      new Map([
        ['PostgreSQL', -10],
        ['ClickHouse', 5000],
      ]),
    );
    expect(ahead).toEqual(trouble('warning', /ClickHouse is 5 seconds ahead/, /time server/));
    const behind = clockVerdict(new Map([['PostgreSQL', -120_000]]));
    expect(behind).toEqual(trouble('problem', /PostgreSQL is 120 seconds behind/, /time server/));
  });
});

describe('in a server', () => {
  it('an engine that does not answer is told once, with what to check, and nothing else waits for it', async () => {
    let asked = 0;
    const silent = async (): Promise<never> => {
      asked += 1;
      throw new Error('Connection terminated due to connection timeout');
    };
    const engines = { db: { query: silent }, clickhouse: { ping: silent } } as unknown as Instance;
    const findings = await examineServer({ ...engines, config: settings() });
    const told = findings.filter(({ says }) => says.startsWith('Connection terminated'));
    expect(told).toEqual([
      trouble('problem', /timeout\.$/, /^Check DATABASE_URL and that PostgreSQL runs/),
      trouble('problem', /timeout\.$/, /^Check CLICKHOUSE_URL and that ClickHouse runs/),
    ]);
    expect(asked).toBe(2);
  });
});

describe.each(postgresLanes)('with PostgreSQL of its own: $name', (lane) => {
  it('a schema that is old or of another version, and a database that is not written to', async () => {
    const db = await freshDatabase(lane);
    onTestFinished(() => db.close());
    const config = settings({ databaseUrl: databaseUrlOf(db) });
    expect(await found(config)).toMatchObject({
      PostgreSQL: { state: 'ok', says: expect.stringContaining('can be written to') },
      'PostgreSQL schema': { state: 'ok' },
      clock: { state: 'ok', says: expect.stringContaining('PostgreSQL') },
    });
    await db.query(
      `DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)`,
    );
    expect(await found(config)).toMatchObject({
      'PostgreSQL schema': trouble('warning', /migrations are done/, /Start the server/),
    });
    await db.query(
      `INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'of tomorrow', 'x')`,
    );
    expect(await found(config)).toMatchObject({
      'PostgreSQL schema': trouble('problem', /does not know 'of tomorrow'/, /Start the version/),
    });
    const [name] = await db.query<{ name: string }>(`SELECT current_database() AS name`);
    await db.query(`ALTER DATABASE "${name?.name}" SET default_transaction_read_only = on`);
    expect(await found(config)).toMatchObject({
      PostgreSQL: trouble('problem', /can only be read/, /DATABASE_URL/),
    });
  });
});

describe('with a ClickHouse server', () => {
  it('a cluster that it does not know is told, and the schema that is not made yet', async () => {
    const place = mkdtempSync(path.join(folder, 'front-'));
    const front = await startClickHouseFront({ folder: place });
    onTestFinished(() => front.close());
    const config = settings({ clickhouseUrl: `${front.url}/default`, clickhouseCluster: 'nowhere' });
    expect(await found(config)).toMatchObject({
      ClickHouse: { state: 'ok' },
      'ClickHouse schema': trouble('warning', /^0 of \d+ migrations/, /Start the server/),
      'ClickHouse cluster': trouble('problem', /no cluster 'nowhere'/, /CLICKHOUSE_CLUSTER/),
    });
  });
});

const disk = mkdtempSync(path.join(os.tmpdir(), 'magpie-small-disk-'));
let isMounted = false;
beforeAll(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=50m,nr_inodes=500', 'tmpfs', disk], { stdio: 'pipe' });
    isMounted = true;
  } catch {
    console.warn(
      'This account may not mount a small disk, so that a full one is told is not tested; skipped.',
    );
  }
});
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

it('a disk with no room and few inodes is told', async ({ skip }) => {
  if (!isMounted) skip();
  expect(await found(settings({ dataFolder: disk }))).toMatchObject({
    disk: trouble('problem', /Nothing can be saved/, /Make room/),
    inodes: trouble('problem', /of 500 are free/, /Delete small files/),
  });
});
