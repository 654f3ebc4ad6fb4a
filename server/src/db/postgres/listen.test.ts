import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase, everyPostgresLane } from '../../testing/postgres.ts';
import { createLog } from '../../config/log.ts';
import { listen, type Listening } from './listen.ts';
import type { Postgres, PostgresEngine } from './postgres.ts';

const log = createLog('silent');
const say = (db: Postgres, channel: string, payload: string): Promise<unknown> =>
  db.query('SELECT pg_notify($1, $2)', [channel, payload]);

/** Ends the listener's connection, as a server restart does. */
const cutOff = (db: Postgres): Promise<unknown> =>
  db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'magpie listener'`,
  );

const listeners = async (db: Postgres): Promise<number> => {
  const rows = await db.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'magpie listener'`,
  );
  return rows.length;
};

describe.each(everyPostgresLane)('listening on $name', (lane) => {
  let db: PostgresEngine;
  let listening: Listening;
  const heard: string[] = [];
  beforeAll(async () => {
    db = await freshDatabase(lane);
    listening = await listen(
      db.connection,
      {
        magpie_inbox: (payload) => void heard.push(`inbox ${payload}`),
        magpie_mails: (payload) => void heard.push(`mails ${payload}`),
      },
      log,
    );
  });
  afterAll(async () => {
    await listening.close();
    await db.close();
  });

  it('receives notifications on commit, and none of a rolled back transaction', async () => {
    await db
      .transaction(async (tx) => {
        await say(tx, 'magpie_inbox', 'undone');
        throw new Error('undo');
      })
      .catch(() => undefined);
    await db.transaction(async (tx) => {
      await say(tx, 'magpie_inbox', 'ann');
      await say(tx, 'magpie_other', 'nobody');
    });
    await vi.waitFor(() => expect(heard).toEqual(['inbox ann']), 60_000);
  });

  it('reconnects when the server ends the connection, and calls every channel', async () => {
    heard.length = 0;
    await cutOff(db);
    await vi.waitFor(() => expect(heard).toEqual(['inbox ', 'mails ']), { timeout: 60_000 });
    await say(db, 'magpie_mails', 'one');
    await vi.waitFor(() => expect(heard).toContain('mails one'), 60_000);
  });

  it('closes cleanly and stays closed', async () => {
    await listening.close();
    expect(await listeners(db)).toBe(0);
    await listening.close();
  });
});
