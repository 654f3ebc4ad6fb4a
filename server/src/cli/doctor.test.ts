import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckFinding } from './doctor/doctor.ts';
import {
  cleanUp,
  connectTo,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
} from '../testing/process.ts';
import { redisLane, startRedis, type TestRedis } from '../testing/redis.ts';
import { type S3Server, startS3Server } from '../testing/s3Server.ts';
import { doctorCommand } from './doctor.ts';

describe.skipIf(!redisLane.available)('magpie doctor beside a running server', { timeout: 600_000 }, () => {
  let s3: S3Server;
  let redis: TestRedis;
  let server: ServerProcess;
  beforeAll(async () => {
    [s3, redis] = await Promise.all([startS3Server(), startRedis({ password: 'hidden' })]);
    const { origin, bucket, key, secret } = s3.address;
    server = await startServer(await preparedDataFolder(), {
      REDIS_URL: redis.url,
      S3_URL: `${origin.replace('://', `://${key}:${secret}@`)}/${bucket}`,
    });
  }, 600_000);
  afterAll(async () => {
    await cleanUp();
    await redis.stop();
    await s3.close();
  });

  /** With the data folder as the only setting. */
  const doctor = (...words: string[]) =>
    runMagpie(['doctor', ...words], { MAGPIE_DATA_DIR: server.dataFolder });
  const findings = async (): Promise<Readonly<Record<string, CheckFinding>>> => {
    const { stdout } = await doctor('--json');
    const result = JSON.parse(stdout) as { findings: CheckFinding[] };
    return Object.fromEntries(result.findings.map((finding) => [finding.check, finding]));
  };

  it('reports no problems for a healthy server, using its settings', async () => {
    const { code, stdout } = await doctor();
    expect(stdout).toMatch(/^ok +server +Version .+ has been running as process \d+/m);
    for (const check of ['PostgreSQL schema', 'ClickHouse schema', 'Redis', 'file storage', 'jobs']) {
      expect(stdout).toMatch(new RegExp(`^ok +${check} `, 'm'));
    }
    expect(stdout).toContain('Wrote, read and deleted a test file.');
    expect(s3.keys()).toEqual([]);
    expect([stdout.match(/^problem.*$/gm) ?? [], code]).toEqual([[], 0]);
  });

  it('reports a waiting job and rejected mails', async () => {
    const db = connectTo(server.dataFolder);
    try {
      // A queue that is on the schedule and has no worker.
      await db.query(
        `INSERT INTO jobs.queue
         SELECT (jsonb_populate_record(queue, '{"name": "unworked"}')).* FROM jobs.queue WHERE name = 'digests'`,
      );
      await db.query(`INSERT INTO jobs.schedule (name, cron) VALUES ('unworked', '0 0 1 1 *')`);
      await db.query(
        `INSERT INTO jobs.job (name, start_after, created_on)
         VALUES ('unworked', now() - interval '20 minutes', now() - interval '20 minutes')`,
      );
      await db.query(
        `INSERT INTO mails (recipient, subject, text, due_at, tries, error)
         VALUES ('ann@example.com', 'Hello', 'Hello', now() + interval '1 hour', 3, 'The mail server refused it.')`,
      );
      expect(await findings()).toMatchObject({
        jobs: {
          state: 'problem',
          says: expect.stringContaining('unworked'),
          mend: expect.stringContaining('server log'),
        },
        mails: { state: 'warning', says: expect.stringContaining('The mail server refused it.') },
      });
    } finally {
      await db.query(`DELETE FROM jobs.schedule WHERE name = 'unworked'`);
      await db.close();
    }
  });

  it('reports unavailable Redis and storage, exits with 1, and prints no secrets', async () => {
    await Promise.all([redis.kill(), s3.stop()]);
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +Redis +.+does not answer.+\n +→ Check REDIS_URL/m);
    expect(stdout).toMatch(/^problem +file storage +.+\n +→ Check S3_URL/m);
    expect(stdout).toMatch(/\d+ ok, \d+ warnings?, 2 problems\.\n$/);
    expect(stdout).not.toContain('hidden');
  });
});

it('rejects unknown arguments', () => {
  expect(doctorCommand.prepareLocally(['--fix'])).toMatchObject({
    problem: expect.stringContaining("Unknown argument '--fix'"),
  });
  for (const args of [[], ['--json']]) expect(doctorCommand.prepareLocally(args)).toBeTypeOf('function');
});
