import { contract } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { createAliases } from './ads/aliases.ts';
import { nameOfAdvertiser } from './ads/ads.sql.ts';
import { createCatalog, type Catalog } from './ads/catalog.ts';
import { createIndexCoverage } from './ads/coverage.ts';
import type { Enrichment } from './ads/enrichment.ts';
import { listDamage } from './ads/indexHealth.ts';
import { createPastAdvertisers } from './ads/past/pastAdvertisers.ts';
import { createScorePercentiles, type ScorePercentiles } from './ads/percentiles.ts';
import { createPresentation, type PresentAds } from './ads/presentation.ts';
import { alignRecordings } from './ads/recordings.ts';
import { createAds } from './ads/feature.ts';
import { recordTagDefinitions } from './ads/tagDefinitions.sql.ts';
import { createAdvertisers } from './advertisers/feature.ts';
import { createFirstFollowRule, deleteUserAlerts } from './alerts/rules.ts';
import { createLiveInbox, type LiveInbox } from './alerts/liveInbox.ts';
import { notificationsRouter } from './alerts/notifications.ts';
import { webhooksRouter } from './alerts/webhooks/webhooks.ts';
import { createAuth } from './auth/feature.ts';
import { instanceSecret } from './auth/people.ts';
import { markVerified } from './auth/people.sql.ts';
import { removeIndexMark } from './backup/clickhouse.sql.ts';
import { removeClones } from './backup/snapshot.ts';
import { createBoards } from './boards/feature.ts';
import { savedAdUpdater } from './boards/measurements.ts';
import type { Config } from './config/config.ts';
import { type DataFolder, watchDiskSpace } from './config/dataFolder.ts';
import type { Logger } from './config/log.ts';
import { openClickHouse, type ClickHouse, type ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from './db/clickhouse/migrate.ts';
import { openPostgres, type Postgres, type PostgresEngine } from './db/postgres/postgres.ts';
import { closeRedis } from './db/redis/redis.ts';
import type { TextEmbedder } from './ads/vectors.ts';
import { lazyEmbedder } from './enrichment/embeddings/open.ts';
import { findProductCategory } from './enrichment/productCategories.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createModelTagger } from './enrichment/modelTags.ts';
import { createAccountExport } from './http/routes/accountExport.ts';
import type { CurrentDashboard } from './http/routes/dashboard.ts';
import { withAuditEntry } from './http/routes/exportCsv.ts';
import { createOutsideMedia } from './http/routes/externalMedia.ts';
import type { Listener } from './http/listener.ts';
import { createHttpServer } from './http/server.ts';
import { siteAddress } from './http/siteAddress.ts';
import { withDemoImages } from './ingestion/demo/demoMedia.ts';
import { removeDemo } from './ingestion/demo/loadDemo.ts';
import type { AdWriter } from './ingestion/importing/adWriter.ts';
import { sourcesRouter } from './ingestion/live/sources.ts';
import { createImageRenderer, type ImageRenderer } from './integrations/drawing/drawing.ts';
import { createShownPictures, type ShownPictures } from './integrations/images/shownPictures.ts';
import { resolveBySystem, type Resolve } from './integrations/safeFetch/connect.ts';
import { createSafeFetch } from './integrations/safeFetch/safeFetch.ts';
import type { FileStore } from './integrations/storage/fileStore.ts';
import { openFiles } from './integrations/storage/files.ts';
import { readsPictureWords } from './integrations/words/pictureReader.ts';
import { accountData, teamContent } from './ownership.ts';
import { createPreparation } from './preparation.ts';
import { createReports } from './reports/feature.ts';
import { searchesRouter } from './searches/searches.ts';
import { addAuditEntry } from './rpc/auditLog.sql.ts';
import { bindProcedures } from './rpc/procedure.ts';
import { readLimits, memoryLimiter, type RateLimiter, redisLimiter } from './rpc/rateLimit/rateLimit.ts';
import { memoryCache, redisCache } from './rpc/responseCache.ts';
import { createStudio } from './studio/feature.ts';
import type { Maker } from './studio/makers/maker.ts';
import { openMakers } from './studio/makers/makers.ts';
import { readGauges } from './system/gauges.ts';
import { type DemoProgress, systemRouter } from './system/system.ts';
import { checkInvitation, findShownInvitation } from './teams/invitations.ts';
import { teamsRouter } from './teams/teams.ts';
import { createTrending } from './trending/feature.ts';

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
  /** Pictures whose words are to be read; absent if this is turned off. */
  readonly shownPictures?: ShownPictures;
  /** The public address of the service, or its listen address. */
  readonly siteAddress: () => string;
  close(): Promise<void>;
}

/** Shows that an engine is being opened and migrated. */
type TrackEngine = <Engine>(name: string, opening: Promise<Engine>) => Promise<Engine>;

/** Opens the engines and takes over the data folder; if one fails, closes everything and releases the folder. */
export async function openInstance(
  folder: DataFolder,
  config: Config,
  log: Logger,
  track: TrackEngine = (_engine, opening) => opening,
): Promise<Instance> {
  const openingPostgres = openPostgres({ databaseUrl: config.databaseUrl, dataFolder: folder.path, log });
  const [postgres, clickhouse] = await Promise.allSettled([
    track('PostgreSQL', openingPostgres),
    track('ClickHouse', openMigratedClickHouse(config, folder, log, openingPostgres)),
  ]);
  if (postgres.status === 'rejected' || clickhouse.status === 'rejected') {
    if (postgres.status === 'fulfilled') await postgres.value.close();
    if (clickhouse.status === 'fulfilled') await clickhouse.value.close();
    folder.release();
    throw postgres.status === 'rejected' ? postgres.reason : (clickhouse as PromiseRejectedResult).reason;
  }
  const redis = await openConfiguredRedis(config, log);
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
    ...(readsPictureWords(config.pictureWords) && { shownPictures: createShownPictures() }),
    siteAddress: () => siteAddress(config),
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
async function openConfiguredRedis({ redisUrl }: Config, log: Logger): Promise<Redis | null> {
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
  /** With the threads that prepare ads for it. */
  readonly catalog: Catalog & Pick<AdWriter, 'preparation'>;
  readonly clickhouse: ClickHouse;
  readonly enrichment: Enrichment;
  /** The current version of each enrichment step. */
  readonly versions: Enrichment['versions'];
  readonly tagDefinitions: Enrichment['tagDefinitions'];
  readonly readRanking: ScorePercentiles;
  readonly embedder: () => Promise<TextEmbedder>;
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
  const preparation = createPreparation();
  const enrichment = createEnrichment(preparation?.analyze, createModelTagger(config.textUrl !== null));
  const { versions, tagDefinitions } = enrichment;
  const embedder = lazyEmbedder(config);
  const catalog = createCatalog({
    clickhouse,
    cluster: config.clickhouseCluster,
    db,
    enrichment,
    // Other embedders are too slow for imports, so the job does their work.
    embedder: config.embeddings === 'static' ? embedder : null,
    copies: savedAdUpdater({ clickhouse, db }),
  });
  const readRanking = createScorePercentiles({
    clickhouse,
    newestRecording: () => catalog.recordings.newest(),
  });
  return {
    catalog: { ...catalog, ...(preparation !== undefined && { preparation }) },
    clickhouse,
    enrichment,
    versions,
    tagDefinitions,
    readRanking,
    embedder,
    presentation: (site) =>
      createPresentation({ clickhouse, tagDefinitions, siteAddress: site, readRanking }),
    refreshDerived: async (options) => catalog.refreshDerived(await embedder(), options),
  };
}

/** The dependencies of the service. The caller closes the engines. */
export interface Parts extends Pick<
  Instance,
  'config' | 'log' | 'db' | 'redis' | 'index' | 'files' | 'makers' | 'shownPictures'
> {
  readonly clickhouse: Pick<ClickHouseEngine, 'ping' | 'description'>;
  /** How many demo ads of the first start are loaded; null if none are being loaded. */
  readonly demoProgress?: () => DemoProgress | null;
  /** Called when pictures of saved ads are waiting to be fetched. */
  readonly picturesWait?: () => void;
  /** Pushes unread notifications; the default one does not receive those of other nodes. */
  readonly inbox?: LiveInbox;
  /** The web app; without it the front page explains how to call the API. */
  readonly dashboard?: CurrentDashboard;
  /** The port, if it is open already; the app answers there when it is ready. */
  readonly listener?: Listener;
  /** DNS lookup for outgoing requests; the system resolver by default. */
  readonly resolve?: Resolve;
}

interface FeatureDeps extends Omit<Parts, 'inbox' | 'dashboard' | 'listener' | 'demoProgress'> {
  readonly demoProgress: NonNullable<Parts['demoProgress']>;
  readonly secret: string;
  readonly siteAddress: () => string;
  readonly limiter: RateLimiter;
  readonly drawing: ImageRenderer;
}

function createSharedDeps({ clickhouse: _engine, ...parts }: FeatureDeps) {
  const { config, index, resolve = resolveBySystem } = parts;
  const { catalog, clickhouse, enrichment, tagDefinitions } = index;
  return {
    ...parts,
    catalog,
    clickhouse,
    enrichment,
    aliases: createAliases({ clickhouse, newestRecording: () => catalog.recordings.newest() }),
    tagDefinitions,
    presentAds: index.presentation(parts.siteAddress),
    readRanking: index.readRanking,
    newestRecording: () => catalog.recordings.newest(),
    readPastAdvertisers: createPastAdvertisers(clickhouse),
    fetch: createSafeFetch({ allow: config.fetchAllow, resolve }),
    fetchAllow: config.fetchAllow,
    addAuditEntry,
    now: () => new Date(),
    today: () => new Date().toISOString().slice(0, 10),
  };
}

/** Builds every feature. Add the procedures of new ones here. */
export function createFeatures(parts: FeatureDeps) {
  const deps = createSharedDeps(parts);
  const { catalog, clickhouse, db } = deps;
  const auth = createAuth({ ...deps, accountData, deleteAlertsOf: deleteUserAlerts, checkInvitation });
  const coverage = createIndexCoverage(clickhouse, db);
  const advertisers = createAdvertisers({
    ...deps,
    embedder: parts.index.embedder,
    onFollow: createFirstFollowRule,
    findProductCategory,
  });
  const reports = createReports({ ...deps, research: advertisers.researchOnDay });
  const boards = createBoards({ ...deps, onPicturesQueued: parts.picturesWait ?? (() => undefined) });
  const studio = createStudio({
    ...deps,
    fetch: withDemoImages(deps.fetch),
    findReadableAd: boards.findReadableAd,
    readKeptFile: boards.readKeptFile,
    findLogo: advertisers.logoOf,
    siteUrl: deps.siteAddress,
  });
  const cache = parts.redis === null ? 'memory' : 'redis';
  const engines = {
    postgres: db.description,
    clickhouse: parts.clickhouse.description,
    cache,
  } as const;
  const procedures = bindProcedures(
    contract,
    auth.procedures,
    createAds({ ...deps, embedder: parts.index.embedder }).procedures,
    boards.procedures,
    advertisers.procedures,
    studio.procedures,
    createTrending({ ...deps, coverage }).procedures,
    {
      notifications: notificationsRouter(deps),
      reports: reports.procedures,
      sources: sourcesRouter(deps),
      searches: searchesRouter,
      system: systemRouter({
        clickhouse,
        coverage,
        today: deps.today,
        engines,
        demoProgress: parts.demoProgress,
        removeDemo: () => removeDemo(catalog, clickhouse, parts.demoProgress() !== null),
      }),
      teams: teamsRouter({ content: teamContent, siteUrl: deps.siteAddress, markVerified }),
      webhooks: webhooksRouter(deps),
    },
  );
  return { auth, advertisers, boards, reports, studio, procedures };
}

/** Creates the HTTP service on open engines, not yet listening. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log, db, files, index } = parts;
  const { inbox = createLiveInbox(db, log), demoProgress = () => null } = parts;
  const { limiter, cache, indexCache } = createStores(parts.redis, log);
  const diskSpace = watchDiskSpace(config.dataFolder);
  const drawing = createImageRenderer();
  const secret = await instanceSecret(db, config.secret);
  const site = (): string => siteAddress(config, app.server);
  const features = createFeatures({ ...parts, demoProgress, secret, siteAddress: site, limiter, drawing });
  const { auth, advertisers, boards, reports, studio, procedures } = features;
  const app = await createHttpServer({
    ...auth,
    ...boards,
    ...studio,
    publicReports: reports.publicReports,
    siteAddress: site,
    config,
    log,
    services: {
      procedures,
      db,
      limiter,
      limits: readLimits(config),
      cache,
      indexCache,
      newestRecording: () => index.catalog.recordings.newest(),
      diskSpace,
      log,
    },
    readiness: {
      checks: { postgres: () => db.ping(), clickhouse: () => parts.clickhouse.ping() },
      hasDiskSpace: () => diskSpace.enough(),
      isLoading: () => demoProgress() !== null,
      isIndexDamaged: async () => (await listDamage(db)).length > 0,
    },
    readGauges: () => readGauges({ db, dataFolder: config.dataFolder, hasRoom: () => diskSpace.enough() }),
    exportCsv: withAuditEntry(db.forExports, boards.exportCsv),
    accountExport: createAccountExport(db, files, secret),
    inbox,
    catalog: index.catalog,
    nameOfAdvertiser: (id) => nameOfAdvertiser(index.clickhouse, id),
    findInvitation: (token) => findShownInvitation(db, token),
    outsideMedia: createOutsideMedia(config, parts.resolve, parts.shownPictures),
    dashboard: parts.dashboard ?? (() => null),
    listener: parts.listener,
  });
  // Warms the name index and the ranking of scores, so that the first search does not wait; that search reports a failure.
  app.addHook('onReady', async () => {
    void advertisers.names.names().catch(() => undefined);
    void index.readRanking().catch(() => undefined);
  });
  app.addHook('onClose', async () => {
    await Promise.all([limiter, cache, indexCache, drawing].map((part) => part.close()));
  });
  return app;
}

/** Rate limits and cached responses, in memory or shared through Redis. */
function createStores(redis: Redis | null, log: Logger) {
  const [limiter, cache, indexCache] = [memoryLimiter(), memoryCache(), memoryCache()];
  return redis === null
    ? { limiter, cache, indexCache }
    : { limiter: redisLimiter(redis, limiter, log), cache: redisCache(redis, cache, log), indexCache };
}
