import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { executeProcedure, type ProcedureResponse, type Services } from './executeProcedure.ts';
import { memoryCache } from './responseCache.ts';
import { MagpieError } from '@magpie/contract/errors';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { bindProcedures, type Call, type ProcedureHandlers } from './procedure.ts';

const note = {
  kind: 'mutation',
  summary: 'Notes something.',
  access: 'write',
  limit: 'write',
  input: z.object({}),
  output: z.string(),
} as const;

/** The engine's error for a deadlock. */
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
const fails = (): Promise<never> => Promise.reject(deadlock);

describe('callbacks after a mutation', () => {
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
  const execute = async (
    handler: NonNullable<ProcedureHandlers<{ note: typeof note }>['note']>,
  ): Promise<ProcedureResponse> => {
    const procedure = bindProcedures({ notes: { note } }, { notes: { note: handler } }).get('notes.note');
    if (procedure === undefined) throw new Error('The procedure is not bound.');
    const services: Services = {
      db,
      cache: memoryCache(),
      indexCache: memoryCache(),
      newestRecording: () => 1,
      diskSpace: { enough: () => Promise.resolve(true) },
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
      batchIndex: 0,
    });
  };
  const notes = (): Promise<unknown[]> => db.query('SELECT FROM notes');

  it('after the commit: a failure does not repeat the mutation or change its response', async () => {
    expect(await execute(insert)).toMatchObject({ body: '"noted"' });
    expect(await notes()).toHaveLength(1);
    expect(logged).toContain('deadlock detected');
  });

  it('after settling: all run, and a failure does not change the response', async () => {
    const done: string[] = [];
    const prepared = (handler: typeof insert) => ({
      prepare: async ({ onSettled }: { onSettled: (work: () => Promise<void>) => void }) => {
        onSettled(fails);
        onSettled(async () => void done.push('cleaned up'));
        return handler;
      },
    });
    expect(await execute(prepared(insert))).toMatchObject({ body: '"noted"' });
    const refuse = () => Promise.reject(new MagpieError('CONFLICT', 'It is full.'));
    await expect(execute(prepared(refuse))).rejects.toThrow('It is full.');
    expect([done, await notes()]).toEqual([['cleaned up', 'cleaned up'], [{}]]);
    expect(logged.match(/deadlock detected/g)?.length).toBeGreaterThanOrEqual(3);
  });
});
