import { once } from 'node:events';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, everyPostgresLane } from '../testing/postgres.ts';
import { type Jobs, type ScheduledJob, startJobs } from './jobs.ts';
import { jobSchedule } from './schedule.ts';

const silent = createLog('silent');
const patience = { timeout: 600_000 };
/** A worker looks for work every two seconds. */
const soon = { timeout: 60_000, interval: 50 };

const noIndex: AdWriter = {
  recordAds: () => Promise.reject(new Error('This test has no index.')),
  endImport: () => Promise.resolve(),
  optimize: () => Promise.resolve(),
};

const never = '0 0 29 2 *';
const job = (name: string, run: ScheduledJob['run'] = () => Promise.resolve()): ScheduledJob => ({
  name,
  cron: never,
  run,
});

describe.each(everyPostgresLane)('jobs on PostgreSQL $name', patience, (lane) => {
  let db: PostgresEngine;
  const started: Jobs[] = [];
  const start = async (schedule: readonly ScheduledJob[]): Promise<Jobs> => {
    const jobs = await startJobs(db.connection, schedule, silent);
    started.push(jobs);
    return jobs;
  };
  const wholeSchedule = (): readonly ScheduledJob[] =>
    jobSchedule({
      db,
      sink: noIndex,
      refreshDerived: () => Promise.resolve(),
      completeSavedAds: () => Promise.resolve(0),
      updateSavedAds: () => Promise.resolve(0),
      storeMedia: () => Promise.resolve(),
      sendMails: () => Promise.resolve(),
      deliver: () => Promise.resolve(),
      sendDigests: () => Promise.resolve(),
      sendReports: () => Promise.resolve(),
      matchImports: () => Promise.resolve(),
      readPictures: () => Promise.resolve(),
      suggestTags: () => Promise.resolve(),
      checkIndex: () => Promise.resolve(),
      confirmDemo: () => Promise.resolve(0),
      files: folderStore('/nowhere'),
      log: silent,
    });
  const schedules = (): Promise<{ name: string; cron: string; timezone: string }[]> =>
    db.query('SELECT name, cron, timezone FROM jobs.schedule ORDER BY name');

  beforeEach(async () => {
    db = await freshDatabase(lane);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    await db.close();
  });

  it('registers the whole schedule, in UTC', async () => {
    const schedule = wholeSchedule();
    await start(schedule);
    const expected = schedule.map(({ name, cron }) => ({ name, cron, timezone: 'UTC' }));
    expect(await schedules()).toEqual(expected.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
    expect(expected).toContainEqual({ name: 'housekeeping', cron: '*/10 * * * *', timezone: 'UTC' });
  });

  it('removes a schedule that is no longer listed and updates a changed one', async () => {
    const first = await start([job('kept'), job('dropped')]);
    await first.stop();
    await start([{ ...job('kept'), cron: '5 4 * * *' }]);
    expect(await schedules()).toEqual([{ name: 'kept', cron: '5 4 * * *', timezone: 'UTC' }]);
  });

  it('updates the settings of a queue created by an older version', async () => {
    const first = await start([job('old')]);
    await first.stop();
    await db.query(
      `UPDATE jobs.queue SET policy = 'stately', retry_limit = 0, heartbeat_seconds = NULL, expire_seconds = 900
       WHERE name = 'old'`,
    );
    await start([job('old')]);
    expect(
      await db.query(
        `SELECT policy, retry_limit, heartbeat_seconds, expire_seconds FROM jobs.queue WHERE name = 'old'`,
      ),
    ).toEqual([{ policy: 'short', retry_limit: 3, heartbeat_seconds: 30, expire_seconds: 86_400 }]);
    expect(await schedules()).toMatchObject([{ name: 'old' }]);
  });

  it('logs errors of the queue with the job name', async () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    started.push(await startJobs(db.connection, [job('stuck')], log));
    await db.query('ALTER TABLE jobs.job_common RENAME TO job_away');
    await vi.waitUntil(() => lines.some((line) => line.includes('"queue":"stuck"')), soon);
    await db.query('ALTER TABLE jobs.job_away RENAME TO job_common');
    const line = lines.find((each) => each.includes('"queue":"stuck"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      queue: 'stuck',
      err: { message: expect.stringContaining('does not exist'), code: '42P01' },
    });
    expect(lines.join('')).not.toContain('[object Object]');
  });

  it('housekeeping deletes revoked keys, expired Idempotency-Keys and unused files, but nothing in use', async () => {
    await db.query(`INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')`);
    await db.query(
      `INSERT INTO api_keys (user_id, name, prefix, secret_sha256, scopes, expires_at, revoked_at)
       SELECT 'ann', name, 'mgp_', sha256(name::bytea), '{read}', now() + expires::interval, now() + revoked::interval
       FROM (VALUES ('expired long ago', '-91 days', NULL), ('expired', '-89 days', NULL),
                    ('revoked long ago', NULL, '-91 days'), ('revoked', NULL, '-89 days'),
                    ('expires', '1 day', NULL), ('lives', NULL, NULL)) AS key (name, expires, revoked)`,
    );
    await db.query(
      `INSERT INTO idempotency_keys (credential, key_sha256, call, procedure, input_sha256, created_at)
       SELECT credential, sha256(credential::bytea), 0, 'boards.create', sha256(''), now() - age::interval
       FROM (VALUES ('stale', '25 hours'), ('fresh', '23 hours')) AS claim (credential, age)`,
    );
    await db.query(
      `INSERT INTO studio_files (key, mime_type, bytes, delete_at)
       SELECT 'studio/00/' || md5(type), type, 1, now() + due::interval
       FROM (VALUES ('unused/file', '-1 second'), ('newer/file', '1 minute')) AS file (type, due)`,
    );
    const names = async (): Promise<string[]> => {
      const rows = await db.query<{ name: string }>(
        `SELECT name FROM api_keys UNION ALL SELECT credential FROM idempotency_keys
         UNION ALL SELECT mime_type FROM studio_files ORDER BY name`,
      );
      return rows.map(({ name }) => name);
    };
    expect(await names()).toHaveLength(10);
    const jobs = await start(wholeSchedule());
    await jobs.enqueue('housekeeping');
    await vi.waitFor(
      async () =>
        expect(await names()).toEqual(['expired', 'expires', 'fresh', 'lives', 'newer/file', 'revoked']),
      soon,
    );
  });

  it('housekeeping deletes everything expired, in batches, and nothing else', async () => {
    await db.query(`INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')`);
    await db.query(
      `INSERT INTO acts (act, at, details)
       SELECT 'key.created', now() - days * interval '1 day', '{}'
       FROM generate_series(1, 12000) CROSS JOIN (VALUES (364), (366)) AS age (days)`,
    );
    await db.query(
      `INSERT INTO sessions (id, user_id, token_sha256, expires_at)
       SELECT name, 'ann', sha256(name::bytea), now() + age::interval
       FROM (VALUES ('expired', '-1 second'), ('lasting', '1 minute')) AS session (name, age)`,
    );
    await db.query(
      `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox, created_at)
       SELECT 'ann', 'x', '', '', '{}', '{}', true, now() FROM generate_series(1, 22000)`,
    );
    await wholeSchedule()
      .find(({ name }) => name === 'housekeeping')
      ?.run(new AbortController().signal);
    const [left] = await db.query(
      `SELECT (SELECT count(*) FROM acts) AS acts, (SELECT count(*) FROM notifications) AS notifications,
         (SELECT min(id) FROM notifications) AS oldest, (SELECT string_agg(id, ' ') FROM sessions) AS sessions`,
    );
    expect(left).toEqual({ acts: 12_000, notifications: 10_000, oldest: 12_001, sessions: 'lasting' });
  });

  it('retries a failed job', async () => {
    let attempts = 0;
    const jobs = await start([
      job('clumsy', () => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('dropped it')) : Promise.resolve();
      }),
    ]);
    await jobs.enqueue('clumsy');
    await vi.waitFor(() => expect(attempts).toBe(2), soon);
  });

  it('runs a job on one of several nodes, one at a time', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await db.query('SELECT pg_sleep(0.3)');
      running -= 1;
      done += 1;
    };
    const [one, other] = await Promise.all([start([job('shared', work)]), start([job('shared', work)])]);
    await Promise.all([one.enqueue('shared'), other.enqueue('shared')]);
    await vi.waitFor(() => expect(done).toBe(1), soon);
    await one.enqueue('shared');
    await vi.waitFor(() => expect(done).toBe(2), soon);
    expect(most).toBe(1);
  });

  it('starts a job at once that was running during queue maintenance', async () => {
    let done = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => void (end = resolve));
    const first = await start([
      job('watched', async () => {
        done += 1;
        await ended;
      }),
    ]);
    await first.enqueue('watched');
    await vi.waitFor(() => expect(done).toBe(1), soon);
    const caretaker = new PgBoss({ ...(db.connection as object), schema: 'jobs', supervise: false });
    await caretaker.start();
    await caretaker.supervise('watched');
    await caretaker.stop({ graceful: false });
    end();
    const other = await start([job('watched', async () => void (done += 1))]);
    await first.stop();
    await other.enqueue('watched');
    await vi.waitFor(() => expect(done).toBe(2), soon);
  });

  it('aborts a job when the node stops, and waits for it', async () => {
    let ended = '';
    const jobs = await start([
      job('long', async (stopping) => {
        ended = 'running';
        await once(stopping, 'abort');
        await db.query('SELECT pg_sleep(0.2)');
        ended = 'in order';
      }),
    ]);
    await jobs.enqueue('long');
    await vi.waitFor(() => expect(ended).toBe('running'), soon);
    await jobs.stop();
    expect(ended).toBe('in order');
  });

  it('reports why it cannot start and leaves no connection open', async () => {
    await db.query('CREATE SCHEMA jobs');
    await db.query('CREATE TABLE jobs.version (nothing integer)');
    await expect(startJobs(db.connection, [], silent)).rejects.toThrow('does not exist');
    await vi.waitFor(async () => {
      const open = await db.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'magpie jobs'`,
      );
      expect(open).toEqual([]);
    }, soon);
  });
});
