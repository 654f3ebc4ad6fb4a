import path from 'node:path';
import { contract } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { accountRouter, type AccountParts, findExportOwner } from './auth/account.ts';
import { accountFiles } from './auth/accountFiles.ts';
import { apiKeysRouter } from './auth/apiKeys.ts';
import { auditRouter } from './auth/auditLog.ts';
import { addAuditEntry } from './auth/auditLog.sql.ts';
import { instanceSecret } from './auth/instanceSecret.ts';
import { requireOpenInvitation } from './auth/invitations.ts';
import { createAccessTokens } from './auth/oauth/accessTokens.ts';
import { appsRouter, type AppsParts } from './auth/oauth/apps.ts';
import { createClients } from './auth/oauth/clients.ts';
import { sitesOf } from './auth/oauth/sites.ts';
import { createTokenEndpoint } from './auth/oauth/tokens.ts';
import { createApiKeyAuth, type ApiKeyAuth } from './auth/apiKeyAuth.ts';
import type { SessionAuth } from './auth/sessions/sessionAuth.ts';
import { sessionsRouter } from './auth/sessions/sessions.ts';
import { createSigningIn } from './auth/sessions/signingIn.ts';
import { teamsRouter } from './auth/teams.ts';
import type { AdIndex } from './adIndex.ts';
import { ownership } from './ownership.ts';
import { brandSpyRouter } from './advertisers/brandSpy.ts';
import { companiesRouter } from './advertisers/companies.ts';
import { topCompaniesHandler } from './advertisers/directory.ts';
import { createLogoLookup } from './advertisers/logo.ts';
import { createNameIndex } from './advertisers/nameIndex.ts';
import type { ResearchParts } from './advertisers/research.ts';
import { nameOfAdvertiser } from './ads/ads.sql.ts';
import { listDamage } from './ads/indexHealth.ts';
import { isDemoAddress, withDemoPictures } from './ingestion/demo/demoImages.ts';
import { removeDemo } from './ingestion/demo/removeDemo.ts';
import type { AccountExport } from './http/routes/accountExport.ts';
import { createHttpServer, type HttpOptions } from './http/server.ts';
import type { Authentication } from './http/middleware/authenticate.ts';
import type { Dashboard } from './http/routes/dashboard.ts';
import type { RateLimits } from './http/middleware/rateLimit.ts';
import type { ExportCsv } from './http/routes/exportCsv.ts';
import type { LiveInboxParts } from './http/routes/liveInbox.ts';
import type { Readiness } from './http/routes/operations.ts';
import type { OutsideMedia } from './http/routes/externalMedia.ts';
import { siteAddress } from './http/siteAddress.ts';
import { memoryCache, redisCache } from './rpc/responseCache.ts';
import type { ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { bytesPerMegabyte, type Config } from './config/config.ts';
import { type DiskSpace, watchDiskSpace } from './config/dataFolder.ts';
import type { FileStore } from './integrations/storage/fileStore.ts';
import { createImageRenderer, type ImageRenderer } from './integrations/drawing/drawing.ts';
import { limitsOf, memoryLimiter, redisLimiter } from './rpc/rateLimit/rateLimit.ts';
import type { Logger } from './config/log.ts';
import { createImageCache } from './integrations/images/imageCache.ts';
import { createImageProxy } from './integrations/images/imageProxy.ts';
import type { Postgres, PostgresEngine } from './db/postgres/postgres.ts';
import { bindProcedures, type BoundProcedure } from './rpc/procedure.ts';
import { type Resolve, resolveBySystem } from './integrations/safeFetch/connect.ts';
import { createSafeFetch } from './integrations/safeFetch/safeFetch.ts';
import { createSafeStream } from './integrations/safeFetch/safeStream.ts';
import { openTextModel } from './integrations/textModel.ts';
import type { MaybePromise } from './rpc/maybePromise.ts';
import { exportLibrary } from './boards/archive/exportLibrary.ts';
import { boardsRouter } from './boards/boards.ts';
import { adLookup, detailsHandler } from './boards/details.ts';
import { filterValuesHandler } from './boards/filterValues.ts';
import { findSavedHandler } from './boards/findSaved.ts';
import type { LibraryParts } from './boards/library.ts';
import { csvExport, listHandler } from './boards/listAds.ts';
import { openPicture } from './boards/media/openPicture.ts';
import { keptMediaHandler } from './boards/media/listKeptMedia.ts';
import { createPublicSite } from './boards/public/publicSite.ts';
import { savedAdsRouter } from './boards/savedAds.ts';
import { deleteAlertsOf } from './alerts/deleteAlerts.ts';
import { createFirstFollowRule } from './alerts/firstFollow.ts';
import { createLiveInbox, type LiveInbox } from './alerts/liveInbox.ts';
import { notificationsRouter } from './alerts/notifications.ts';
import { webhooksRouter, type WebhooksParts } from './alerts/webhooks/webhooks.ts';
import { searchHandler } from './ads/search/search.ts';
import { aiImagesRouter } from './studio/aiImages.ts';
import { studioOfPerson } from './studio/ownership.ts';
import { brandImagesRouter } from './studio/brandImages.ts';
import { clonePayloadHandler } from './studio/clone/clonePayload.ts';
import { createCopywriter } from './studio/clone/improve.ts';
import { inspectHandler } from './studio/inspect/inspectWebsite.ts';
import { createLinks, openLinked } from './studio/links.ts';
import type { Maker } from './studio/makers/maker.ts';
import { cloneProductsRouter } from './studio/cloneProducts.ts';
import { createStudioFiles } from './studio/storedFiles.ts';
import type { StudioParts } from './studio/studio.ts';
import { readGauges } from './system/gauges.ts';
import { systemRouter, type SystemParts } from './system/system.ts';
import { trendingRouter } from './trending/trending.ts';

/** The dependencies of the service. The caller closes the engines. */
export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly db: PostgresEngine;
  readonly clickhouse: Pick<ClickHouseEngine, 'ping' | 'description'>;
  readonly redis: Redis | null;
  readonly index: AdIndex;
  readonly files: FileStore;
  readonly makers: readonly Maker[];
  /** Whether the first demo load is still running. */
  readonly isLoading?: () => boolean;
  /** Called when pictures of saved ads are waiting to be fetched. */
  readonly picturesWait?: () => void;
  /** Pushes unread notifications; the default one does not receive those of other nodes. */
  readonly inbox?: LiveInbox;
  /** The web app; without it the front page explains how to call the API. */
  readonly dashboard?: Dashboard | null;
  /** DNS lookup for outgoing requests; the system resolver by default. */
  readonly resolve?: Resolve;
}

/** The dependencies of the procedure handlers. */
interface HandlerParts {
  readonly account: AccountParts;
  readonly apiKeyAuth: ApiKeyAuth;
  readonly sessions: Pick<SessionAuth, 'clear'>;
  readonly apps: AppsParts;
  readonly library: LibraryParts;
  readonly research: ResearchParts;
  readonly engines: SystemParts['engines'];
  readonly removeDemo: SystemParts['removeDemo'];
  readonly webhooks: WebhooksParts;
  readonly studio: StudioParts;
}

/** Binds every procedure of the contract to its handler. Add new routers here. */
export function allProcedures({
  account,
  apiKeyAuth,
  sessions,
  apps,
  library,
  research,
  engines,
  removeDemo: removeDemoAds,
  webhooks,
  studio,
}: HandlerParts): ReadonlyMap<string, BoundProcedure> {
  const { clickhouse } = research;
  return bindProcedures(contract, {
    account: { ...accountRouter(account), ...sessionsRouter(sessions), ...appsRouter(apps) },
    ads: {
      ...savedAdsRouter(library),
      list: listHandler(library),
      getDetails: detailsHandler(library),
      getClonePayload: clonePayloadHandler(studio),
      getFilterValues: filterValuesHandler,
      findSaved: findSavedHandler,
      listKeptMedia: keptMediaHandler(library),
      search: searchHandler({ ...research, presentAds: library.presentAds }),
      listTopCompanies: topCompaniesHandler(research),
    },
    aiImages: aiImagesRouter(studio),
    apiKeys: apiKeysRouter(apiKeyAuth),
    audit: auditRouter,
    boards: boardsRouter,
    brandSpy: brandSpyRouter(research),
    brandImages: brandImagesRouter(studio),
    cloneProducts: { ...cloneProductsRouter, inspectWebsite: inspectHandler(studio) },
    companies: companiesRouter(research, createFirstFollowRule),
    notifications: notificationsRouter({
      ...webhooks,
      clickhouse,
      now: () => new Date(),
    }),
    system: systemRouter({ clickhouse, engines, removeDemo: removeDemoAds }),
    teams: teamsRouter({ ownership: account.ownership, siteAddress: library.siteAddress }),
    trending: trendingRouter(research),
    webhooks: webhooksRouter(webhooks),
  });
}

/** Creates the HTTP service on open engines, not yet listening. */
export async function createService(parts: Parts): Promise<FastifyInstance> {
  const { config, log, db, redis, index, inbox = createLiveInbox(parts.db, parts.log) } = parts;
  const secret = await instanceSecret(db, config.secret);
  const apiKeyAuth = createApiKeyAuth(db, log);
  const { limiter, cache, indexCache } = createStores(redis, log);
  const diskSpace = watchDiskSpace(config.dataFolder);
  const drawing = createImageRenderer();
  const site = (): string => siteAddress(app, config);
  const limited = { limiter, limits: limitsOf(config) };
  const signingIn = createSigningIn({ ...parts, secret, limiter, site, deleteAlertsOf });
  const { sessionAuth, authService, links } = signingIn;
  const apps = createApps(parts, { secret, site });
  const research = createResearchParts(index, site);
  const library = createLibraryParts(index, site, parts.picturesWait);
  const clearAuthCaches = clearCaches(apiKeyAuth, sessionAuth, apps);
  const procedures = allProcedures({
    account: { siteAddress: site, secret, ownership, clearAuthCaches },
    apiKeyAuth,
    sessions: sessionAuth,
    apps,
    library,
    research,
    engines: enginesOf(parts),
    removeDemo: () => removeDemo(index.catalog, index.clickhouse),
    webhooks: { fetchAllow: config.fetchAllow, addAuditEntry },
    studio: createStudioParts(parts, { drawing, secret, library, research }),
  });
  const app = await createHttpServer({
    services: {
      procedures,
      db,
      ...limited,
      cache,
      indexCache,
      indexVersion: () => index.catalog.recordings.newest(),
      diskSpace,
      log,
    },
    authentication: authenticationBy(config, limited, apiKeyAuth, sessionAuth),
    oauth: { ...apps, tokens: createTokenEndpoint(db, () => apps.clear()) },
    readiness: readinessOf(parts, diskSpace),
    readGauges: () => readGauges({ db, dataFolder: config.dataFolder, hasRoom: () => diskSpace.enough() }),
    exportCsv: withAuditEntry(db.forExports, csvExport(db.forExports, library)),
    liveInbox: liveInboxOf(inbox, apiKeyAuth, sessionAuth),
    signingIn: { authService, siteAddress: site },
    catalog: index.catalog,
    nameOfAdvertiser: (id) => nameOfAdvertiser(index.clickhouse, id),
    ...filesOf(parts, secret),
    ...publicPagesOf(parts, { drawing, site, links }),
    outsideMedia: outsideMediaOf(parts),
    dashboard: parts.dashboard ?? null,
    log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
  });
  // Warms the name index, so that the first search does not wait; that search reports a failure.
  app.addHook('onListen', () => void research.names.entries().catch(() => undefined));
  app.addHook('onClose', closeAll(limiter, cache, indexCache, drawing));
  return app;
}

/** Downloads and images. */
function filesOf(
  { db, files }: Parts,
  secret: string,
): Pick<HttpOptions, 'accountExport' | 'openPicture' | 'openLinked'> {
  return {
    accountExport: accountExport(db, files, secret),
    openPicture: openPicture(db, files),
    openLinked: openLinked(db, files, secret),
  };
}

interface PublicPageParts {
  readonly drawing: ImageRenderer;
  readonly site: () => string;
  readonly links: ReturnType<typeof createSigningIn>['links'];
}

/** Pages without sign-in, rate limited per network. */
function publicPagesOf(
  { db, files }: Parts,
  { drawing, site, links }: PublicPageParts,
): Pick<HttpOptions, 'publicBoards' | 'invitations' | 'signInLinks'> {
  return {
    publicBoards: createPublicSite({ db, drawing, files, siteAddress: site }),
    invitations: { find: (token) => requireOpenInvitation(db, token) },
    signInLinks: links,
  };
}

function clearCaches(...caches: readonly { clear(): void }[]): () => void {
  return () => {
    for (const cache of caches) cache.clear();
  };
}

function closeAll(...open: readonly { close(): Promise<void> }[]): () => Promise<void> {
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
}

function authenticationBy(
  { publicUrl }: Config,
  { limiter, limits }: RateLimits,
  apiKeyAuth: ApiKeyAuth,
  sessionAuth: SessionAuth,
): Authentication {
  return {
    callerOf: (apiKey) => apiKeyAuth.callerOf(apiKey),
    sessions: sessionAuth,
    publicUrl,
    limiter,
    failureLimit: limits.authFailures,
  };
}

/** OAuth clients and their access tokens. */
function createApps(
  { config, db, log, resolve = resolveBySystem }: Parts,
  { secret, site }: { readonly secret: string; readonly site: () => string },
) {
  const sites = (): readonly string[] => sitesOf(site(), config.publicUrl);
  const fetch = createSafeFetch({ allow: config.fetchAllow, resolve });
  const clients = createClients({ fetch, secret, now: () => new Date() });
  return { clients, sites, ...createAccessTokens({ db, log, sites }) };
}

function readinessOf({ db, clickhouse, isLoading = () => false }: Parts, diskSpace: DiskSpace): Readiness {
  return {
    checks: { postgres: () => db.ping(), clickhouse: () => clickhouse.ping() },
    hasDiskSpace: () => diskSpace.enough(),
    isLoading,
    isIndexDamaged: async () => (await listDamage(db)).length > 0,
  };
}

/** Exports a person's library as an importable archive, with all other data of the account. */
function accountExport(db: PostgresEngine, files: FileStore, secret: string): AccountExport {
  const studioFiles = studioOfPerson(files);
  return {
    personOf: (token) => findExportOwner(db, secret, token),
    write: ({ email }, write, stopping) =>
      exportLibrary(db.forExports, files, {
        onlyPerson: email,
        accountFiles: async function* (tx, userId) {
          yield* accountFiles(tx, userId);
          yield* studioFiles(tx, userId);
        },
        write,
        progress: () => undefined,
        stopping,
      }),
  };
}

/** Adds an audit entry for an export after its first chunk was consumed. */
function withAuditEntry(db: Postgres, exportCsv: ExportCsv): ExportCsv {
  return async function* (call, most) {
    const pieces = exportCsv(call, most);
    const { value: first = '' } = await pieces.next();
    yield first;
    const { caller, address, input } = call;
    const details = { format: 'csv', boardId: input.boardId ?? null };
    await addAuditEntry(db, {
      act: 'library.exported',
      actorId: caller.userId,
      via: caller.credential.id,
      address,
      details,
    });
    yield* pieces;
  };
}

function createLibraryParts(
  index: AdIndex,
  site: () => string,
  picturesWait: () => void = () => undefined,
): LibraryParts {
  const { clickhouse, catalog } = index;
  return {
    clickhouse,
    catalog,
    presentAds: index.presentation(site),
    siteAddress: site,
    onPicturesQueued: picturesWait,
  };
}

function createResearchParts(
  { clickhouse, catalog, tagDefinitions }: AdIndex,
  site: () => string,
): ResearchParts {
  const newestRecording = (): MaybePromise<number> => catalog.recordings.newest();
  return {
    clickhouse,
    names: createNameIndex({ clickhouse, newestRecording }),
    newestRecording,
    today: () => new Date().toISOString().slice(0, 10),
    siteAddress: site,
    tagDefinitions,
  };
}

interface StudioDeps extends Pick<StudioParts, 'drawing'> {
  readonly secret: string;
  readonly library: LibraryParts;
  readonly research: ResearchParts;
}

function createStudioParts(
  { config, db, files, makers, log, resolve = resolveBySystem }: Parts,
  { drawing, secret, library, research }: StudioDeps,
): StudioParts {
  const textModel = openTextModel(config);
  return {
    files: createStudioFiles({ db, files, log }),
    links: createLinks({ secret, siteAddress: library.siteAddress }),
    fetch: withDemoPictures(createSafeFetch({ allow: config.fetchAllow, resolve })),
    respectsRobots: config.robots === 'respect',
    drawing,
    makers,
    copywriter: textModel && createCopywriter(textModel, log),
    findReadableAd: adLookup(library),
    logoOf: createLogoLookup(research),
    maxBytes: config.studioMegabytes * bytesPerMegabyte,
    now: () => new Date(),
  };
}

/** Proxies media of other hosts for the dashboard, so that those hosts do not see its users. */
function outsideMediaOf({ config, resolve = resolveBySystem }: Parts): OutsideMedia {
  const reaching = { allow: config.fetchAllow, resolve };
  const cache = createImageCache({
    folder: path.join(config.dataFolder, 'shown-pictures'),
    maxBytes: config.pictureCacheMegabytes * bytesPerMegabyte,
    // Cached pictures can be fetched again, so they leave space for saved data.
    room: watchDiskSpace(config.dataFolder, 512 * bytesPerMegabyte),
  });
  return {
    showPicture: createImageProxy({
      fetch: withDemoPictures(createSafeFetch(reaching)),
      isRenderedLocally: isDemoAddress,
      cache,
      maxBytes: config.pictureMegabytes * bytesPerMegabyte,
    }),
    stream: createSafeStream(reaching),
  };
}

function enginesOf({ db, clickhouse, redis }: Parts): SystemParts['engines'] {
  return {
    postgres: db.description,
    clickhouse: clickhouse.description,
    cache: redis === null ? 'memory' : 'redis',
  };
}

function liveInboxOf(inbox: LiveInbox, apiKeyAuth: ApiKeyAuth, sessionAuth: SessionAuth): LiveInboxParts {
  return {
    subscribe: (userId, notify) => inbox.subscribe(userId, notify),
    isStillValid: async ({ credential: { id, secret } }) =>
      (await (id.startsWith('session:') ? sessionAuth : apiKeyAuth).callerOf(secret)) !== undefined,
  };
}

/** Rate limits and cached responses, in memory or shared through Redis. */
function createStores(redis: Redis | null, log: Logger) {
  const [limiter, cache, indexCache] = [memoryLimiter(), memoryCache(), memoryCache()];
  return redis === null
    ? { limiter, cache, indexCache }
    : { limiter: redisLimiter(redis, limiter, log), cache: redisCache(redis, cache, log), indexCache };
}
