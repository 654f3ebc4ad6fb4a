import { inputFields, procedures } from '@magpie/contract';
import { createNameIndex } from './advertisers/nameIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyAuth } from './auth/apiKeyAuth.ts';
import { createLog } from './config/log.ts';
import { openRoutes } from './http/app.ts';
import { allProcedures } from './service.ts';
import { freshDatabase, postgresLanes } from './testing/postgres.ts';
import { noIndex } from './testing/service.ts';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { unanswered } from './rpc/procedure.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

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
        siteAddress,
        secret: '',
        belongings: { handOver: nothing, giveBack: nothing, deleteOfTeam: nothing, deleteOfPerson: nothing },
        forgetCredentials: () => undefined,
      },
      keyring: createApiKeyAuth(db, createLog('silent')),
      sessions: { forget: () => undefined },
      apps: {
        clients: { find: () => Promise.reject(new Error('there are no apps here')), register: () => ({}) },
        sites: () => [siteAddress()],
        forget: () => undefined,
      },
      library: {
        clickhouse: noIndex,
        catalog: { recordAds: () => Promise.reject(new Error('nothing is recorded here')) },
        presentAds: () => Promise.resolve([]),
        siteAddress,
        picturesWait: () => undefined,
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
      webhooks: { fetchAllow: [], noteAct: () => Promise.resolve() },
      studio: {
        files: { store: noFile, read: noFile, remove: noFile },
        links: { to: siteAddress },
        fetch: () => Promise.reject(new Error('nothing is fetched here')),
        drawing: { draw: noDrawing, measure: noDrawing, close: nothing },
        makers: [],
        copywriter: null,
        adSeenBy: () => Promise.reject(new Error('there are no ads here')),
        logoOf: () => Promise.reject(new Error('nobody advertises here')),
        respectsRobots: true,
        mostBytes: 0,
        now: () => new Date(0),
      },
    });
  });
  afterAll(() => db.close());

  it('has an answer for every procedure', () => {
    expect(
      [...bound.values()].filter(({ handler, askFirst }) => handler === unanswered && askFirst === undefined),
    ).toEqual([]);
    expect([...bound.keys()]).toEqual([...procedures.keys()]);
  });

  it('400 for a cursor that nobody gave out, in every list that has pages', async () => {
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
        onlyForCaller: () => undefined,
      };
      const answer = async (): Promise<unknown> => handler(call);
      await expect(answer(), path).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        issues: [{ path: 'cursor' }],
      });
    }
  });

  it('opens to strangers only what is listed', () => {
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
