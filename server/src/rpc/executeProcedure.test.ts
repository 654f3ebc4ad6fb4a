import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { executeProcedure, type Answer, type Services } from './executeProcedure.ts';
import { memoryCache } from './responseCache.ts';
import { MagpieError } from '@magpie/contract/errors';
import { memoryLimiter } from './rateLimit/rateLimit.ts';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { bindProcedures, type Call, type Handlers } from './procedure.ts';

const note = {
  kind: 'mutation',
  summary: 'Notes something.',
  access: 'write',
  limit: 'write',
  input: z.object({}),
  output: z.string(),
} as const;

/** As an engine says that two transactions waited for each other. */
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
const fails = (): Promise<never> => Promise.reject(deadlock);

describe('what is done after a mutation', () => {
  let db: PostgresEngine;
  let logged: string;
  beforeAll(async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    db = await freshDatabase(lane);
    await db.query('CREATE TABLE notes (id serial)');
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    logged = '';
    await db.query('TRUNCATE notes');
  });

  const insert = async ({ db: tx, afterCommit }: Pick<Call<unknown>, 'db' | 'afterCommit'>) => {
    await tx.query('INSERT INTO notes DEFAULT VALUES');
    afterCommit(fails);
    return 'noted';
  };
  const answered = async (handler: NonNullable<Handlers<{ note: typeof note }>['note']>): Promise<Answer> => {
    const rule = { name: 'any', quota: 1000, windowSeconds: 60 };
    const procedure = bindProcedures({ notes: { note } }, { notes: { note: handler } }).get('notes.note');
    if (procedure === undefined) throw new Error('The procedure is not bound.');
    const services: Services = {
      db,
      limiter: memoryLimiter(),
      limits: { trending: rule, read: rule, write: rule },
      cache: memoryCache(),
      kept: memoryCache(),
      indexVersion: () => 1,
      room: { enough: () => Promise.resolve(true) },
      log: createLog('warn', { write: (line) => void (logged += line) }),
    };
    const caller = {
      userId: 'ann',
      isOwner: false,
      scopes: new Set(['write' as const]),
      credential: { id: 'key', secret: '' },
    };
    return executeProcedure(services, {
      procedure,
      caller,
      address: '127.0.0.1',
      input: () => ({}),
      envelope: (json) => json,
      cacheKey: null,
      encoding: 'identity',
      idempotencyKey: null,
      place: 0,
    });
  };
  const notes = (): Promise<unknown[]> => db.query('SELECT FROM notes');

  it('neither repeats it nor changes its answer when it fails, whatever the failure', async () => {
    expect(await answered(insert)).toMatchObject({ body: '"noted"' });
    expect(await notes()).toHaveLength(1);
    expect(logged).toContain('deadlock detected');
  });

  it('nor does what is done when it is answered, which is done to its end', async () => {
    const done: string[] = [];
    const asking = (handler: typeof insert) => ({
      askFirst: async ({ whenAnswered }: { whenAnswered: (work: () => Promise<void>) => void }) => {
        whenAnswered(fails);
        whenAnswered(async () => void done.push('put away'));
        return handler;
      },
    });
    expect(await answered(asking(insert))).toMatchObject({ body: '"noted"' });
    const refuse = () => Promise.reject(new MagpieError('CONFLICT', 'It is full.'));
    await expect(answered(asking(refuse))).rejects.toThrow('It is full.');
    expect([done, await notes()]).toEqual([['put away', 'put away'], [{}]]);
    expect(logged.match(/deadlock detected/g)?.length).toBeGreaterThanOrEqual(3);
  });
});
