import { inputFields, procedures } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from './config/log.ts';
import { openRoutes } from './http/server.ts';
import { createAdIndex, createFeatures } from './app.ts';
import { readConfig } from './config/config.ts';
import { createImageRenderer } from './integrations/drawing/drawing.ts';
import { openFiles } from './integrations/storage/files.ts';
import { memoryLimiter } from './rpc/rateLimit/rateLimit.ts';
import { freshDatabase, postgresLanes } from './testing/postgres.ts';
import { noIndex } from './testing/service.ts';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { notImplemented } from './rpc/procedure.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

describe('the whole service', () => {
  let db: PostgresEngine;
  let bound: ReturnType<typeof createFeatures>['procedures'];
  beforeAll(async () => {
    db = await freshDatabase(lane);
    const config = readConfig({});
    bound = createFeatures({
      config,
      demoProgress: () => null,
      log: createLog('silent'),
      db,
      clickhouse: noIndex,
      redis: null,
      index: createAdIndex(noIndex, db, config),
      files: openFiles(config),
      makers: [],
      secret: '',
      siteAddress: () => 'http://127.0.0.1',
      limiter: memoryLimiter(),
      drawing: createImageRenderer(),
    }).procedures;
  });
  afterAll(() => db.close());

  it('has a handler for every procedure', () => {
    expect(
      [...bound.values()].filter(
        ({ handler, prepare }) => handler === notImplemented && prepare === undefined,
      ),
    ).toEqual([]);
    expect([...bound.keys()]).toEqual([...procedures.keys()]);
  });

  it('returns 400 for an invalid cursor in every paged list', async () => {
    const paged = [...bound.values()].filter(({ definition }) => inputFields(definition).includes('cursor'));
    expect(paged.length).toBeGreaterThan(8);
    for (const { path, definition, handler } of paged) {
      const needed = { companyName: 'Acme', id: 1 };
      const known = Object.entries(needed).filter(([field]) => inputFields(definition).includes(field));
      const caller = {
        userId: 'ann',
        isOwner: true,
        scopes: new Set(['read', 'write', 'admin'] as const),
        credential: { id: '', secret: '' },
      };
      const call = {
        input: definition.input.parse({ ...Object.fromEntries(known), cursor: 20 }),
        caller,
        address: '',
        db,
        afterCommit: () => undefined,
        markPrivate: () => undefined,
        newestRecording: () => 0,
      };
      const answer = async (): Promise<unknown> => handler(call);
      await expect(answer(), path).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: { issues: [{ path: 'cursor' }] },
      });
    }
  });

  it('has only the listed public procedures', () => {
    expect([...openRoutes]).toEqual([
      '(no route)',
      '/',
      '/healthz',
      '/readyz',
      '/metrics',
      '/logos/:file',
      '/b/:file',
      '/r/:file',
      '/r/:file/pictures/:place',
      '/fonts/:file',
      '/media/:file',
      '/files/:token',
      '/api/invitations/:token',
      '/api/account/export',
      '/api/auth/*',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/register',
      '/sign-in/failed',
      '/sign-in/:token',
      '/openapi.json',
      '/llms.txt',
      '/llms-full.txt',
      '/docs',
      '/docs/*',
    ]);
  });
});
