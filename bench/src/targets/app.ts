import { contract } from '@magpie/contract';
import { createApiKeyAuth } from '@magpie/server/auth/apiKeys';
import { welcomeOwner } from '@magpie/server/auth/people';
import { createHttpServer } from '@magpie/server/http/server';
import { memoryCache } from '@magpie/server/rpc/responseCache';
import { openDataFolder, watchDiskSpace } from '@magpie/server/config/dataFolder';
import { memoryLimiter, type LimitRule } from '@magpie/server/rpc/rateLimit/rateLimit';
import { createLog } from '@magpie/server/config/log';
import { openPostgres } from '@magpie/server/db/postgres/postgres';
import { bindProcedures } from '@magpie/server/rpc/procedure';
import { headlineRanking, tagRanking, unreadCount } from '../payload.ts';
import { reportReady } from '../process.ts';

/**
 * The service's own HTTP surface (keys in PostgreSQL, limits, cache, log, metrics) over handlers that cost
 * nothing, so that what is measured is the surface.
 */
const [dataFolder = '', apiKey = ''] = process.argv.slice(2);
const folder = openDataFolder(dataFolder);
/** Writes the line of every request, like the servers that it is compared with. */
const log = createLog('debug');
const db = await openPostgres({ databaseUrl: null, dataFolder: folder.path, log });
await welcomeOwner(db, apiKey, () => undefined);

const limiter = memoryLimiter();
/** Counted like any other, and never reached. */
const ruleOf = (name: string): LimitRule => ({ name, quota: 1_000_000, windowSeconds: 1 });

const notMeasured = (): Promise<never> => Promise.reject(new Error('There is no index here.'));

const app = await createHttpServer({
  services: {
    procedures: bindProcedures(contract, {
      trending: { topTagsByEngagement: () => tagRanking },
      brandSpy: { getHeadlines: () => headlineRanking },
      notifications: { unreadCount: () => unreadCount },
      boards: { checkSlugAvailability: ({ input }) => ({ slug: input.slug, available: true, reason: null }) },
    }),
    db,
    limiter,
    cache: memoryCache(),
    indexCache: memoryCache(),
    newestRecording: () => 1,
    diskSpace: watchDiskSpace(folder.path),
    log,
    limits: {
      trending: ruleOf('trending'),
      read: ruleOf('read'),
      write: ruleOf('write'),
      mcp: ruleOf('mcp'),
      pictures: ruleOf('pictures'),
      public: ruleOf('public'),
      authFailures: ruleOf('auth-failures'),
    },
  },
  config: { publicUrl: null, trustProxy: false, corsOrigins: [] },
  apiKeyAuth: createApiKeyAuth(db, log),
  sessionAuth: { tokenIn: () => undefined, callerOf: () => undefined },
  oauth: {
    clients: { find: notMeasured, register: () => ({}) },
    tokens: { exchange: notMeasured, revoke: notMeasured },
    sites: () => ['http://127.0.0.1'],
    callerOf: () => undefined,
  },
  readiness: {
    checks: { postgres: () => db.ping() },
    hasDiskSpace: () => Promise.resolve(true),
    isLoading: () => false,
    isIndexDamaged: () => Promise.resolve(false),
  },
  readGauges: () => Promise.resolve(),
  catalog: { recordAds: notMeasured, endImport: notMeasured, optimize: notMeasured },
  inbox: { subscribe: () => () => undefined },
  exportCsv: () => {
    throw new Error('This is not measured.');
  },
  accountExport: { personOf: notMeasured, write: notMeasured },
  nameOfAdvertiser: notMeasured,
  publicBoards: { contentSecurityPolicy: '', find: notMeasured, noticeHtml: () => '' },
  publicReports: { contentSecurityPolicy: '', find: notMeasured, noticeHtml: () => '' },
  findInvitation: notMeasured,
  openCreatives: notMeasured,
  openPicture: notMeasured,
  openLinked: notMeasured,
  outsideMedia: {
    showPicture: notMeasured,
    stream: notMeasured,
  },
  dashboard: () => null,
  authService: {
    submit: notMeasured,
    session: notMeasured,
    verifyAddress: notMeasured,
    handleCallback: notMeasured,
  },
  siteAddress: () => '',
  signInLinks: { isOpen: notMeasured, open: notMeasured, providerErrorMessage: () => '' },
  log,
});
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, async () => {
  await app.close();
  await db.close();
});
