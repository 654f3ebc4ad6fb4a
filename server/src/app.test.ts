import { inputFields, procedures } from '@magpie/contract';
import { createNameIndex } from './advertisers/nameIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyAuth } from './auth/apiKeys.ts';
import { createLog } from './config/log.ts';
import { openRoutes } from './http/server.ts';
import { allProcedures } from './app.ts';
import { freshDatabase, postgresLanes } from './testing/postgres.ts';
import { noIndex } from './testing/service.ts';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { notImplemented } from './rpc/procedure.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

describe('the whole service', () => {
  let db: PostgresEngine;
  let bound: ReturnType<typeof allProcedures>;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    const siteAddress = (): string => 'http://127.0.0.1';
    const nothing = (): Promise<void> => Promise.resolve();
    const noDrawing = (): Promise<never> => Promise.reject(new Error('nothing is drawn here'));
    const noFile = (): Promise<never> => Promise.reject(new Error('there are no files here'));
    bound = allProcedures({
      account: {
        siteUrl: siteAddress,
        secret: '',
        data: { leaveTeams: nothing, deleteInvitations: nothing, deleteOfPerson: nothing },
        clearAuthCaches: () => undefined,
      },
      apiKeyAuth: createApiKeyAuth(db, createLog('silent')),
      sessions: { clear: () => undefined },
      apps: {
        clients: { find: () => Promise.reject(new Error('there are no apps here')), register: () => ({}) },
        sites: () => [siteAddress()],
        clear: () => undefined,
      },
      library: {
        clickhouse: noIndex,
        catalog: { recordAds: () => Promise.reject(new Error('nothing is recorded here')) },
        presentAds: () => Promise.resolve([]),
        siteAddress,
        onPicturesQueued: () => undefined,
      },
      research: {
        clickhouse: noIndex,
        names: createNameIndex({ clickhouse: noIndex, newestRecording: () => 0 }),
        newestRecording: () => 0,
        today: () => '2026-01-31',
        siteAddress,
        tagDefinitions: [],
      },
      removeDemo: () => Promise.resolve(0),
      engines: { postgres: '', clickhouse: '', cache: 'memory' },
      webhooks: { fetchAllow: [], addAuditEntry: () => Promise.resolve() },
      studio: {
        files: { store: noFile, read: noFile, remove: noFile },
        links: { urlFor: siteAddress },
        fetch: () => Promise.reject(new Error('nothing is fetched here')),
        drawing: { render: noDrawing, measure: noDrawing, close: nothing },
        makers: [],
        copywriter: null,
        findReadableAd: () => Promise.reject(new Error('there are no ads here')),
        logoOf: () => Promise.reject(new Error('nobody advertises here')),
        respectsRobots: true,
        maxBytes: 0,
        now: () => new Date(0),
      },
    });
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
