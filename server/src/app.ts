import { contract } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { nameOfAdvertiser } from './ads/ads.sql.ts';
import { createCatalog, type Catalog } from './ads/catalog.ts';
import type { Enrichment } from './ads/enrichment.ts';
import { createPresentation, type PresentAds } from './ads/presentation.ts';
import { alignRecordings } from './ads/recordings.ts';
import { searchHandler } from './ads/search/search.ts';
import { recordTagDefinitions } from './ads/tagDefinitions.sql.ts';
import type { TextEmbedder } from './ads/vectors.ts';
import { brandSpyRouter } from './advertisers/brandSpy.ts';
import { companiesRouter } from './advertisers/companies.ts';
import { topCompaniesHandler } from './advertisers/directory.ts';
import { createLogoLookup } from './advertisers/logo.ts';
import { createNameIndex } from './advertisers/nameIndex.ts';
import type { ResearchParts } from './advertisers/research.ts';
import { deleteAlertsOf } from './alerts/deleteAlerts.ts';
import { createFirstFollowRule } from './alerts/firstFollow.ts';
import { createLiveInbox, type LiveInbox } from './alerts/liveInbox.ts';
import { notificationsRouter } from './alerts/notifications.ts';
import { type WebhooksParts, webhooksRouter } from './alerts/webhooks/webhooks.ts';
import { accountRouter, type AccountDeps } from './auth/account.ts';
import { apiKeysRouter, createApiKeyAuth, type ApiKeyAuth } from './auth/apiKeys.ts';
import { auditRouter } from './auth/auditLog.ts';
import { instanceSecret } from './auth/people.ts';
import { markVerified } from './auth/people.sql.ts';
import { addAuditEntry } from './rpc/auditLog.sql.ts';
import { checkInvitation, requireOpenInvitation } from './teams/invitations.ts';
import { createAccessTokens } from './auth/oauth/accessTokens.ts';
import { appsRouter, type AppsDeps } from './auth/oauth/apps.ts';
import { createClients } from './auth/oauth/clients.ts';
import { listSites } from './auth/oauth/sites.ts';
import { createTokenEndpoint } from './auth/oauth/tokens.ts';
import type { SessionAuth } from './auth/sessions/sessionAuth.ts';
import { sessionsRouter } from './auth/sessions/sessions.ts';
import { createSigningIn } from './auth/sessions/signingIn.ts';
import { teamsRouter } from './teams/teams.ts';
import { removeIndexMark } from './backup/clickhouse.sql.ts';
import { removeClones } from './backup/clones.ts';
import { accountData, teamContent } from './ownership.ts';
import { boardsRouter } from './boards/boards.ts';
import { adLookup, detailsHandler } from './boards/details.ts';
import { filterValuesHandler } from './boards/filterValues.ts';
import { findSavedHandler } from './boards/findSaved.ts';
import type { LibraryParts } from './boards/library.ts';
import { csvExport, listHandler } from './boards/listAds.ts';
import { savedAdUpdater } from './boards/measurements.ts';
import { keptMediaHandler } from './boards/media/listKeptMedia.ts';
import { openPicture } from './boards/media/openPicture.ts';
import { createPublicSite } from './boards/public/publicSite.ts';
import { savedAdsRouter } from './boards/savedAds.ts';
import { bytesPerMegabyte, type Config } from './config/config.ts';
import { type DataFolder, watchDiskSpace } from './config/dataFolder.ts';
import type { Logger } from './config/log.ts';
import { openClickHouse, type ClickHouse, type ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from './db/clickhouse/migrate.ts';
import { openPostgres, type Postgres, type PostgresEngine } from './db/postgres/postgres.ts';
import { closeRedis } from './db/redis/redis.ts';
import { openEmbedder } from './enrichment/embeddings/open.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createModelTagLookup } from './enrichment/modelTags.ts';
import { createTextAnalyzer } from './enrichment/wordsThread.ts';
import type { Authentication } from './http/middleware/authenticate.ts';
import type { RateLimits } from './http/middleware/rateLimit.ts';
import { createAccountExport } from './http/routes/accountExport.ts';
import type { Dashboard } from './http/routes/dashboard.ts';
import { withAuditEntry } from './http/routes/exportCsv.ts';
import { createOutsideMedia } from './http/routes/externalMedia.ts';
import { createLiveInboxParts } from './http/routes/liveInbox.ts';
import { createReadiness } from './http/routes/operations.ts';
import { createHttpServer, type HttpOptions } from './http/server.ts';
import { siteAddress } from './http/siteAddress.ts';
import { withDemoPictures } from './ingestion/demo/demoImages.ts';
import { removeDemo } from './ingestion/demo/removeDemo.ts';
import { createImageRenderer, type ImageRenderer } from './integrations/drawing/drawing.ts';
import { resolveBySystem, type Resolve } from './integrations/safeFetch/connect.ts';
import { createSafeFetch } from './integrations/safeFetch/safeFetch.ts';
import type { FileStore } from './integrations/storage/fileStore.ts';
import { openFiles } from './integrations/storage/files.ts';
import { openTextModel } from './integrations/textModel.ts';
import type { MaybePromise } from './rpc/maybePromise.ts';
import { bindProcedures, type BoundProcedure } from './rpc/procedure.ts';
import { limitsOf, memoryLimiter, redisLimiter } from './rpc/rateLimit/rateLimit.ts';
import { memoryCache, redisCache } from './rpc/responseCache.ts';
import { aiImagesRouter } from './studio/aiImages.ts';
import { brandImagesRouter } from './studio/brandImages.ts';
import { clonePayloadHandler } from './studio/clone/payload.ts';
import { createCopywriter } from './studio/clone/improve.ts';
import { cloneProductsRouter } from './studio/cloneProducts.ts';
import { inspectHandler } from './studio/inspect/inspectWebsite.ts';
import { createLinks, openLinked } from './studio/links.ts';
import type { Maker } from './studio/makers/maker.ts';
import { openMakers } from './studio/makers/makers.ts';
import { createStudioFiles } from './studio/storedFiles.ts';
import type { StudioParts } from './studio/studio.ts';
import { readGauges } from './system/gauges.ts';
import { systemRouter, type SystemParts } from './system/system.ts';
import { trendingRouter } from './trending/trending.ts';

/** The resources of a running Magpie: data folder, engines, ad index, files. */
export interface Instance {
  readonly config: Config;
  readonly log: Logger;
  readonly folder: DataFolder;
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly redis: Redis | null;
  readonly index: AdIndex;
  readonly files: FileStore;
  /** Image generators, the default one first. */
  readonly makers: readonly Maker[];
  /** The public address of the service, or its listen address. */
  readonly siteAddress: () => string;
  close(): Promise<void>;
}

/** Opens the engines and takes over the data folder; if one fails, closes everything and releases the folder. */
export async function openInstance(folder: DataFolder, config: Config, log: Logger): Promise<Instance> {
  const openingPostgres = openPostgres({ databaseUrl: config.databaseUrl, dataFolder: folder.path, log });
  const [postgres, clickhouse] = await Promise.allSettled([
    openingPostgres,
    openMigratedClickHouse(config, folder, log, openingPostgres),
  ]);
  if (postgres.status === 'rejected' || clickhouse.status === 'rejected') {
    if (postgres.status === 'fulfilled') await postgres.value.close();
    if (clickhouse.status === 'fulfilled') await clickhouse.value.close();
    folder.release();
    throw postgres.status === 'rejected' ? postgres.reason : (clickhouse as PromiseRejectedResult).reason;
  }
  const redis = await redisOf(config, log);
  // A separate thread from that of public pages, so that those do not wait for studio images.
  const drawing = createImageRenderer();
  const instance: Instance = {
    config,
    log,
    folder,
    db: postgres.value,
    clickhouse: clickhouse.value,
    redis,
    index: createAdIndex(clickhouse.value, postgres.value, config),
    files: openFiles(config),
    makers: openMakers(config, drawing),
    siteAddress: () => siteAddress({ addresses: () => [] }, config),
    async close() {
      const closing = [
        postgres.value.close(),
        clickhouse.value.close(),
        redis === null ? Promise.resolve() : closeRedis(redis),
        drawing.close(),
      ];
      const failed = (await Promise.allSettled(closing)).find((part) => part.status === 'rejected');
      folder.release();
      if (failed !== undefined) throw failed.reason;
    },
  };
  try {
    await alignRecordings(instance.clickhouse, instance.db);
    await removeClones(instance.db, instance.clickhouse);
    return instance;
  } catch (error) {
    await instance.close();
    throw error;
  }
}

/** The client is loaded only if Redis is configured. */
async function redisOf({ redisUrl }: Config, log: Logger): Promise<Redis | null> {
  if (redisUrl === null) return null;
  const { openRedis } = await import('./db/redis/openRedis.ts');
  return openRedis(redisUrl, log);
}

/** Writes nothing until PostgreSQL has confirmed that no restore is in progress. */
async function openMigratedClickHouse(
  config: Config,
  folder: DataFolder,
  log: Logger,
  mayWrite: Promise<unknown>,
): Promise<ClickHouseEngine> {
  const { clickhouseUrl: url, clickhouseCluster: cluster } = config;
  const engine = await openClickHouse({ url, cluster, dataFolder: folder.path, log });
  try {
    await mayWrite;
    await removeIndexMark(engine, cluster);
    await migrateClickHouse(engine, { cluster, log });
    await recordTagDefinitions(engine, createEnrichment());
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The ad index with enrichment and presentation. */
export interface AdIndex {
  readonly catalog: Catalog;
  readonly clickhouse: ClickHouse;
  /** The current version of each enrichment step. */
  readonly versions: Enrichment['versions'];
  readonly tagDefinitions: Enrichment['tagDefinitions'];
  /** Presents ads for the API; the site address is the base of generated images. */
  presentation(siteAddress: () => string): PresentAds;
  /** Refreshes totals and embeds new texts while there is time; `again` embeds all texts again. */
  refreshDerived(options: { hasTime: () => boolean; again?: boolean }): Promise<void>;
}

export function createAdIndex(
  clickhouse: ClickHouse,
  db: Postgres,
  config: Pick<Config, 'clickhouseCluster' | 'embeddings' | 'embeddingsModel' | 'embeddingsKey' | 'textUrl'>,
): AdIndex {
  const enrichment = createEnrichment(createTextAnalyzer(), createModelTagLookup(config.textUrl !== null));
  let opened: Promise<TextEmbedder> | undefined;
  const embedder = (): Promise<TextEmbedder> => {
    opened ??= openConfigured(config).catch((error: unknown) => {
      // A remote service may be available at the next attempt.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const catalog = createCatalog({
    clickhouse,
    cluster: config.clickhouseCluster,
    db,
    enrichment,
    // Other embedders are too slow for imports, so the job does their work.
    embedder: config.embeddings === 'static' ? embedder : null,
    copies: savedAdUpdater({ clickhouse, db }),
  });
  return {
    catalog,
    clickhouse,
    versions: enrichment.versions,
    tagDefinitions: enrichment.tagDefinitions,
    presentation: (site) =>
      createPresentation({ clickhouse, tagDefinitions: enrichment.tagDefinitions, siteAddress: site }),
    refreshDerived: async (options) => catalog.refreshDerived(await embedder(), options),
  };
}

function openConfigured(
  config: Pick<Config, 'embeddings' | 'embeddingsModel' | 'embeddingsKey'>,
): Promise<TextEmbedder> {
  const { embeddings, embeddingsModel: model, embeddingsKey: key } = config;
  if (embeddings === 'static' || embeddings === 'minilm') return openEmbedder({ kind: embeddings });
  return openEmbedder({
    kind: 'endpoint',
    address: embeddings,
    ...(model !== null && { model }),
    ...(key !== null && { key }),
  });
}

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
  readonly account: AccountDeps;
  readonly apiKeyAuth: ApiKeyAuth;
  readonly sessions: Pick<SessionAuth, 'clear'>;
  readonly apps: AppsDeps;
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
    teams: teamsRouter({ content: teamContent, siteUrl: library.siteAddress, markVerified }),
    trending: trendingRouter(research),
    webhooks: webhooksRouter(webhooks),
  });
}

/** What sign-up and password resets need of other features. */
const signInHooks = { deleteAlertsOf, checkInvitation };

/** Creates the HTTP service on open engines, not yet listening. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log, db, redis, index, inbox = createLiveInbox(parts.db, parts.log) } = parts;
  const secret = await instanceSecret(db, config.secret);
  const apiKeyAuth = createApiKeyAuth(db, log);
  const { limiter, cache, indexCache } = createStores(redis, log);
  const diskSpace = watchDiskSpace(config.dataFolder);
  const drawing = createImageRenderer();
  const site = (): string => siteAddress(app, config);
  const limited = { limiter, limits: limitsOf(config) };
  const signingIn = createSigningIn({ ...parts, ...signInHooks, secret, limiter, site });
  const { sessionAuth, authService, links } = signingIn;
  const apps = createApps(parts, { secret, site });
  const research = createResearchParts(index, site);
  const library = createLibraryParts(index, site, parts.picturesWait);
  const clearAuthCaches = clearCaches(apiKeyAuth, sessionAuth, apps);
  const procedures = allProcedures({
    account: { siteUrl: site, secret, data: accountData, clearAuthCaches },
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
    readiness: createReadiness(parts, diskSpace),
    readGauges: () => readGauges({ db, dataFolder: config.dataFolder, hasRoom: () => diskSpace.enough() }),
    exportCsv: withAuditEntry(db.forExports, csvExport(db.forExports, library)),
    liveInbox: createLiveInboxParts(inbox, apiKeyAuth, sessionAuth),
    signingIn: { authService, siteAddress: site },
    catalog: index.catalog,
    nameOfAdvertiser: (id) => nameOfAdvertiser(index.clickhouse, id),
    ...filesOf(parts, secret),
    ...publicPagesOf(parts, { drawing, site, links }),
    outsideMedia: createOutsideMedia(config, parts.resolve),
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
    accountExport: createAccountExport(db, files, secret),
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
  const sites = (): readonly string[] => listSites(site(), config.publicUrl);
  const fetch = createSafeFetch({ allow: config.fetchAllow, resolve });
  const clients = createClients({ fetch, secret, now: () => new Date() });
  return { clients, sites, ...createAccessTokens({ db, log, sites }) };
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

function enginesOf({ db, clickhouse, redis }: Parts): SystemParts['engines'] {
  return {
    postgres: db.description,
    clickhouse: clickhouse.description,
    cache: redis === null ? 'memory' : 'redis',
  };
}

/** Rate limits and cached responses, in memory or shared through Redis. */
function createStores(redis: Redis | null, log: Logger) {
  const [limiter, cache, indexCache] = [memoryLimiter(), memoryCache(), memoryCache()];
  return redis === null
    ? { limiter, cache, indexCache }
    : { limiter: redisLimiter(redis, limiter, log), cache: redisCache(redis, cache, log), indexCache };
}
