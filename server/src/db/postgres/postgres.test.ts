import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addressOf,
  type EmptyDatabase,
  emptyDatabase,
  freshDatabase,
  missingPostgresLanes,
  everyPostgresLane,
} from '../../testing/postgres.ts';
import type { LaneConnection } from '../../testing/postgresLane.ts';
import { createLog } from '../../config/log.ts';
import { engineSeconds } from '../../config/metrics.ts';
import {
  isUniqueViolation,
  openPostgres,
  type Postgres,
  type PostgresEngine,
  versionProblem,
} from './postgres.ts';

const log = createLog('silent');

async function caught(promise: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await promise.catch((error: unknown) => error);
  if (outcome instanceof Error) return outcome;
  throw new Error('It did not fail.');
}

describe('the lanes of PostgreSQL', () => {
  it.skipIf(missingPostgresLanes.length > 0)('all run on this machine', () => {
    expect(everyPostgresLane.map(({ name }) => name)).toEqual([
      'embedded 18',
      expect.stringMatching(/^server 1\d$/),
    ]);
  });
});

describe.each(everyPostgresLane)('PostgreSQL on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane, 4);
    await db.query(
      `CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text UNIQUE)`,
    );
  });
  afterAll(() => db.close());
  beforeEach(async () => void (await db.query(`TRUNCATE notes`)));

  const write = (to: Postgres, text: string): Promise<unknown> =>
    to.query(`INSERT INTO notes (text) VALUES ($1)`, [text]);
  const notes = async (): Promise<string[]> => {
    const rows = await db.query<{ text: string }>(`SELECT text FROM notes ORDER BY id`);
    return rows.map(({ text }) => text);
  };
  const backend = async (of: Postgres): Promise<number> => {
    const rows = await of.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid`);
    return rows[0]?.pid ?? 0;
  };
  /** An engine with a single connection, so that its state can be observed. */
  const single = async (): Promise<PostgresEngine> => {
    const engine = await freshDatabase(lane, 1);
    onTestFinished(() => engine.close());
    return engine;
  };

  it('exports have separate connections, so that nothing else waits for them', async () => {
    const gate = new EventEmitter();
    const [end, allHold] = [once(gate, 'end'), once(gate, 'all hold')];
    let holding = 0;
    const exports = Array.from({ length: 6 }, () =>
      db.forExports.transaction(async (tx) => {
        await backend(tx);
        holding += 1;
        if (holding === 6) gate.emit('all hold');
        await end;
      }),
    );
    await allHold;
    await db.transaction((tx) => write(tx, 'beside exports'));
    expect(await notes()).toEqual(['beside exports']);
    gate.emit('end');
    await Promise.all(exports);
  });

  describe('a statement', () => {
    it.each([
      ['a bigint', `9007199254740991::bigint`, 9_007_199_254_740_991],
      ['a negative bigint', `-9007199254740991::bigint`, -9_007_199_254_740_991],
      ['a count', `count(*)`, 1],
      ['bigints', `ARRAY[1, NULL, 3]::bigint[]`, [1, null, 3]],
      ['an integer', `7`, 7],
      ['a date', `'2024-02-29'::date`, '2024-02-29'],
      ['dates', `ARRAY['2024-02-29', NULL]::date[]`, ['2024-02-29', null]],
      ['a time', `'2024-02-29T12:00:00Z'::timestamptz`, new Date('2024-02-29T12:00:00Z')],
      ['a numeric', `1.10::numeric`, '1.10'],
      ['texts', `ARRAY['a', 'b']`, ['a', 'b']],
      ['bytes', `'\\x00ff'::bytea`, Buffer.from([0, 255])],
      ['an object', `'{"a": 1}'::jsonb`, { a: 1 }],
      ['nothing', `NULL::bigint`, null],
    ])('gives %s', async (_, expression, value) => {
      expect(await db.query(`SELECT ${expression} AS value`)).toEqual([{ value }]);
    });

    it.each([
      ['text', `$1::text`, 'it’s “fine”; --'],
      ['a list of texts', `$1::text[]`, ['a,b', '"c"', '{d}']],
      ['a list of numbers', `$1::bigint[]`, [1, 2]],
      ['bytes', `$1::bytea`, Buffer.from([0, 1, 255])],
      ['a time', `$1::timestamptz`, new Date('2024-02-29T12:34:56.789Z')],
      ['a date', `$1::date`, '2024-02-29'],
      ['null', `$1::text`, null],
    ])('takes %s as a parameter and gives it back', async (_, expression, value) => {
      expect(await db.query(`SELECT ${expression} AS value`, [value])).toEqual([{ value }]);
    });

    it('fails instead of rounding an unsafe integer', async () => {
      await expect(db.query(`SELECT 9007199254740992::bigint AS value`)).rejects.toThrow(
        'PostgreSQL returned 9007199254740992, which is larger than the largest safe JavaScript integer (2^53-1).',
      );
      expect(await notes()).toEqual([]);
    });

    it('is one statement: a second after a semicolon is rejected', async () => {
      const error = await caught(db.query(`SELECT 1; DROP TABLE notes`));
      expect(error).toMatchObject({ code: '42601' });
      expect(await notes()).toEqual([]);
    });

    it('keeps the code and the constraint of its error', async () => {
      await write(db, 'once');
      const error = await caught(write(db, 'once'));
      expect(error).toMatchObject({ code: '23505', constraint: 'notes_text_key' });
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, 'notes_text_key')).toBe(true);
      expect(isUniqueViolation(error, 'notes_pkey')).toBe(false);
      expect(isUniqueViolation(await caught(db.query(`SELECT 1 / 0`)))).toBe(false);
      expect(isUniqueViolation(new Error('23505'))).toBe(false);
    });

    it('keeps its connection after an error', async () => {
      const engine = await single();
      const before = await backend(engine);
      await caught(engine.query(`SELECT 1 / 0`));
      expect(await backend(engine)).toBe(before);
    });

    it('is counted in the metrics', async () => {
      const count = async (): Promise<number> => {
        const { values } = await engineSeconds.get();
        const found = values.find(
          (value) => value.metricName?.endsWith('_count') && value.labels.engine === 'postgres',
        );
        return found?.value ?? 0;
      };
      const before = await count();
      await db.query(`SELECT 1`);
      await caught(db.query(`SELECT 1 / 0`));
      expect(await count()).toBe(before + 2);
    });

    it('runs with timeouts, in UTC and with our application name', async () => {
      const settings = await db.query<{ setting: string }>(
        `SELECT name || '=' || setting AS setting FROM pg_settings
         WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'application_name')
         ORDER BY name COLLATE "C"`,
      );
      expect(settings.map(({ setting }) => setting)).toEqual([
        'TimeZone=UTC',
        'application_name=magpie',
        'idle_in_transaction_session_timeout=60000',
        'lock_timeout=10000',
        'statement_timeout=30000',
      ]);
    });
  });

  describe('a transaction', () => {
    it('commits when its work succeeds, and returns its result', async () => {
      const result = await db.transaction(async (tx) => {
        await write(tx, 'one');
        await write(tx, 'two');
        return 'done';
      });
      expect(result).toBe('done');
      expect(await notes()).toEqual(['one', 'two']);
    });

    it('rolls back when its work fails, rethrows the error and keeps the connection', async () => {
      const engine = await single();
      const before = await backend(engine);
      const failure = new Error('no');
      const outcome = await caught(
        engine.transaction(async (tx) => {
          await tx.query(`INSERT INTO users (id, email) VALUES ('u', 'u@example.com')`);
          throw failure;
        }),
      );
      expect(outcome).toBe(failure);
      expect(await engine.query(`SELECT id FROM users`)).toEqual([]);
      expect(await backend(engine)).toBe(before);
    });

    it('is not visible to others before it ends', async () => {
      await db.transaction(async (tx) => {
        await write(tx, 'hidden');
        expect(await notes()).toEqual([]);
      });
      expect(await notes()).toEqual(['hidden']);
    });

    it('fails when a statement failed, even if the work ignored it', async () => {
      const outcome = db.transaction(async (tx) => {
        await write(tx, 'lost');
        await caught(tx.query(`SELECT 1 / 0`));
      });
      await expect(outcome).rejects.toThrow(
        'The transaction was rolled back: a statement in it failed and its error was not rethrown.',
      );
      expect(await notes()).toEqual([]);
    });

    it('fails when a deferred constraint is violated', async () => {
      await db.query(`CREATE TABLE places (place integer UNIQUE DEFERRABLE INITIALLY DEFERRED)`);
      const outcome = await caught(
        db.transaction(async (tx) => void (await tx.query(`INSERT INTO places VALUES (1), (1)`))),
      );
      expect(isUniqueViolation(outcome, 'places_place_key')).toBe(true);
      expect(await db.query(`SELECT * FROM places`)).toEqual([]);
    });

    it('runs concurrent statements one after another', async () => {
      await db.transaction(async (tx) => {
        await Promise.all(['a', 'b', 'c', 'd'].map((text) => write(tx, text)));
      });
      expect(await notes()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('waits for statements that its work did not await', async () => {
      await db.transaction((tx) => {
        void write(tx, 'late');
        return Promise.resolve();
      });
      expect(await notes()).toEqual(['late']);
    });

    it('rejects statements after its end', async () => {
      const leaked = await db.transaction((tx) => Promise.resolve(tx));
      await expect(write(leaked, 'after')).rejects.toThrow(
        'This transaction has ended: await every statement before leaving it.',
      );
      await expect(leaked.transaction(() => Promise.resolve())).rejects.toThrow('This transaction has ended');
      expect(await notes()).toEqual([]);
    });

    it('that waits for a lock does not delay single statements', async () => {
      const lock = 'SELECT pg_advisory_xact_lock(4711)';
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const holder = db.transaction(async (tx) => {
        await tx.query(lock);
        await held;
      });
      const waiting = Array.from({ length: 12 }, () => db.transaction((tx) => tx.query(lock)));
      await sleep(100);
      expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      release();
      await Promise.all([holder, ...waiting]);
    });

    it('is a savepoint inside another: only the failed part is rolled back', async () => {
      await db.transaction(async (tx) => {
        await write(tx, 'outer');
        await tx.transaction((inner) => write(inner, 'kept'));
        await caught(
          tx.transaction(async (inner) => {
            await write(inner, 'undone');
            await write(inner, 'undone');
          }),
        );
        await write(tx, 'still outer');
      });
      expect(await notes()).toEqual(['outer', 'kept', 'still outer']);
    });

    it('nests to any depth', async () => {
      await db.transaction((one) =>
        one.transaction(async (two) => {
          await write(two, 'two');
          await caught(
            two.transaction(async (three) => {
              await three.transaction((four) => write(four, 'four'));
              throw new Error('undo three and four');
            }),
          );
        }),
      );
      expect(await notes()).toEqual(['two']);
    });

    it('rejects statements of the outer scope while a savepoint is open', async () => {
      await db.transaction(async (tx) => {
        await tx.transaction(async (inner) => {
          await expect(write(tx, 'astray')).rejects.toThrow(
            'A savepoint is open: use the transaction passed to its callback.',
          );
          await write(inner, 'right');
        });
        await write(tx, 'after');
      });
      expect(await notes()).toEqual(['right', 'after']);
    });
  });

  describe('a lost connection', () => {
    /** Ends it as a server restart or an administrator does. */
    const terminate = (pid: number): Promise<unknown> =>
      db.query(`SELECT pg_terminate_backend($1, 5000)`, [pid]);

    it('while idle is replaced without a failure', async () => {
      const engine = await single();
      const before = await backend(engine);
      await terminate(before);
      // The end of the connection must be processed before our next statement.
      await sleep(50);
      expect(await backend(engine)).not.toBe(before);
    });

    it('during a statement fails only that statement', async () => {
      const engine = await single();
      const before = await backend(engine);
      const sleeping = caught(engine.query(`SELECT pg_sleep(20)`));
      await vi.waitUntil(async () => (await activity(before)) === 'active', 10_000);
      await terminate(before);
      expect(await sleeping).toMatchObject({ code: '57P01' });
      expect(await backend(engine)).not.toBe(before);
    });

    it('during a transaction fails only that transaction, which is rolled back', async () => {
      const engine = await single();
      const outcome = caught(
        engine.transaction(async (tx) => {
          await tx.query(`INSERT INTO users (id, email) VALUES ('u', 'u@example.com')`);
          await terminate(await backend(tx));
          await sleep(50);
          await tx.query(`SELECT 1`);
        }),
      );
      expect(await outcome).toBeInstanceOf(Error);
      expect(await engine.query(`SELECT id FROM users`)).toEqual([]);
    });

    const activity = async (pid: number): Promise<string | undefined> => {
      const rows = await db.query<{ state: string }>(`SELECT state FROM pg_stat_activity WHERE pid = $1`, [
        pid,
      ]);
      return rows[0]?.state;
    };
  });

  describe('an engine', () => {
    it('answers a ping until it is closed', async () => {
      const engine = await freshDatabase(lane);
      await engine.ping();
      await engine.close();
      await expect(engine.ping()).rejects.toThrow('Cannot use a pool after calling end on the pool');
    });

    it('has a description', () => {
      expect(db.description).toMatch(/^PostgreSQL 1\d\.\d+ \(/);
    });

    it('exposes its connection settings', async () => {
      const pool = new Pool(db.connection);
      const { rows } = await pool.query(`SELECT current_database() = $1 AS same`, [db.connection.database]);
      await pool.end();
      expect(rows).toEqual([{ same: true }]);
    });
  });
});

describe.each(everyPostgresLane)('connecting to $name by its address', (lane) => {
  let empty: EmptyDatabase;
  beforeEach(async () => {
    empty = await emptyDatabase(lane);
  });
  afterEach(() => empty.close());

  const openAt = (changes: Partial<LaneConnection> = {}): Promise<PostgresEngine> =>
    openPostgres({ databaseUrl: addressOf({ ...empty.connection, ...changes }), dataFolder: '', log });
  const place = (): string => {
    const { host, port, database } = empty.connection;
    return host.startsWith('/') ? `${host}, ${database}` : `${host}:${port}/${database}`;
  };

  it('creates the schema', async () => {
    const engine = await openAt();
    expect(await engine.query(`SELECT count(*) AS users FROM users`)).toEqual([{ users: 0 }]);
    await engine.close();
  });

  it('reports a database that does not exist', async () => {
    const database = 'no_such_database';
    await expect(openAt({ database })).rejects.toThrow(
      `PostgreSQL at ${place().replace(empty.connection.database, database)} cannot be used: it has no such database; check DATABASE_URL and that the server runs.`,
    );
  });

  it('reports a server that does not respond', async () => {
    const error = await caught(openAt({ port: 1 }));
    expect(error.message).toMatch(
      /^PostgreSQL at .* cannot be used: (nothing listens there|there is no such socket); check DATABASE_URL and that the server runs\.$/,
    );
  });
});

describe.each(everyPostgresLane.filter((lane) => lane.connection?.password !== ''))(
  'a wrong password on $name',
  (lane) => {
    it('is reported without repeating it', async () => {
      if (lane.connection === null) throw new Error('The lane is not available.');
      const { host, port, database } = lane.connection;
      const databaseUrl = addressOf({ ...lane.connection, password: 'wr0ng-secret' });
      const error = await caught(openPostgres({ databaseUrl, dataFolder: '', log }));
      expect(error.message).toBe(
        `PostgreSQL at ${host}:${port}/${database} cannot be used: it rejected the user or the password; check DATABASE_URL and that the server runs.`,
      );
      expect(inspect(error, { depth: null })).not.toContain('wr0ng-secret');
    });
  },
);

describe('an invalid address', () => {
  it('is reported without repeating it', async () => {
    const databaseUrl = 'postgres://magpie:s3cret@localhost/magpie?sslrootcert=/no/such/file';
    const error = await caught(openPostgres({ databaseUrl, dataFolder: '', log }));
    expect(error.message).toBe(
      `DATABASE_URL cannot be read: ENOENT: no such file or directory, open '/no/such/file'.`,
    );
    expect(inspect(error, { depth: null })).not.toContain('s3cret');
  });
});

describe('the version of a server', () => {
  it.each([
    [150_000, null],
    [180_004, null],
    [140_011, 'it is version 14, and Magpie needs 15 or newer'],
    [90_624, 'it is version 9, and Magpie needs 15 or newer'],
  ])('%i is judged', (number, problem) => {
    expect(versionProblem(number)).toBe(problem);
  });
});
