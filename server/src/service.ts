import path from 'node:path';
import { contract } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { accountRouter, type AccountParts, personOfLink } from './auth/account.ts';
import { accountFiles } from './auth/accountFiles.ts';
import { apiKeysRouter } from './auth/apiKeys.ts';
import { auditRouter } from './auth/auditLog.ts';
import { addAuditEntry } from './auth/auditLog.sql.ts';
import { instanceSecret } from './auth/instanceSecret.ts';
import { openInvitation } from './auth/invitations.ts';
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
import { logoNamed } from './advertisers/logo.ts';
import { createNameIndex } from './advertisers/nameIndex.ts';
import type { ResearchParts } from './advertisers/research.ts';
import { nameOfAdvertiser } from './ads/ads.sql.ts';
import { listDamage } from './ads/indexHealth.ts';
import { isDemoAddress, withDemoPictures } from './demo/host.ts';
import { removeDemo } from './demo/removeDemo.ts';
import type { AccountExport } from './http/accountExport.ts';
import { createApp, type AppOptions } from './http/app.ts';
import type { Authentication } from './http/authentication.ts';
import type { Dashboard } from './http/dashboard.ts';
import type { ExportCsv } from './http/exportCsv.ts';
import type { LiveInboxParts } from './http/liveInbox.ts';
import type { Readiness } from './http/operations.ts';
import type { OutsideMedia } from './http/outsideMedia.ts';
import { siteAddress } from './http/siteAddress.ts';
import { memoryCache, redisCache, type ResponseCache } from './rpc/responseCache.ts';
import type { ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { bytesOfMegabyte, type Config } from './config/config.ts';
import { type Room, watchRoom } from './config/dataFolder.ts';
import type { FileStore } from './integrations/storage/fileStore.ts';
import { createDrawing, type Drawing } from './integrations/drawing/drawing.ts';
import { limitsOf, memoryLimiter, redisLimiter, type RateLimiter } from './rpc/rateLimit/rateLimit.ts';
import type { Logger } from './config/log.ts';
import { createImageCache } from './integrations/images/imageCache.ts';
import { createImageProxy } from './integrations/images/imageProxy.ts';
import type { Postgres, PostgresEngine } from './db/postgres/postgres.ts';
import { bindProcedures, type BoundProcedure } from './rpc/procedure.ts';
import { type Resolve, resolveByHost } from './integrations/safeFetch/connect.ts';
import { createSafeFetch } from './integrations/safeFetch/safeFetch.ts';
import { createSafeStream } from './integrations/safeFetch/safeStream.ts';
import { openTextModel } from './integrations/textModel.ts';
import type { MaybePromise } from './rpc/maybePromise.ts';
import { exportLibrary } from './boards/archive/exportLibrary.ts';
import { boardsRouter } from './boards/boards.ts';
import { adSeenIn, detailsHandler } from './boards/details.ts';
import { filterValuesHandler } from './boards/filterValues.ts';
import { findSavedHandler } from './boards/findSaved.ts';
import type { LibraryParts } from './boards/library.ts';
import { csvExport, listHandler } from './boards/listAds.ts';
import { openPicture } from './boards/media/openPicture.ts';
import { keptMediaHandler } from './boards/media/listKeptMedia.ts';
import { createPublicSite } from './boards/public/publicSite.ts';
import { savedAdsRouter } from './boards/savedAds.ts';
import { deleteAlertsOf } from './alerts/deleteAlerts.ts';
import { makeFirstFollowRule } from './alerts/firstFollow.ts';
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

/** What the service is put together from; the engines stay their owner's to close. */
export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly db: PostgresEngine;
  readonly clickhouse: Pick<ClickHouseEngine, 'ping' | 'description'>;
  readonly redis: Redis | null;
  readonly index: AdIndex;
  readonly files: FileStore;
  readonly makers: readonly Maker[];
  /** Whether the first demo load is still under way. */
  readonly isLoading?: () => boolean;
  /** Told when pictures of saved ads wait to be kept. */
  readonly picturesWait?: () => void;
  /** Who tells of unread notifications; without one, nobody tells of what other nodes do. */
  readonly inbox?: LiveInbox;
  /** The web app; without one, the front page says how to call the API. */
  readonly dashboard?: Dashboard | null;
  /** By whom the names of websites are resolved; by default as this machine does. */
  readonly resolve?: Resolve;
}

/** What answers are made with. */
interface AnsweringParts {
  readonly account: AccountParts;
  readonly keyring: ApiKeyAuth;
  readonly sessions: Pick<SessionAuth, 'forget'>;
  readonly apps: AppsParts;
  readonly library: LibraryParts;
  readonly research: ResearchParts;
  readonly engines: SystemParts['engines'];
  readonly removeDemo: SystemParts['removeDemo'];
  readonly webhooks: WebhooksParts;
  readonly studio: StudioParts;
}

/** Every procedure of the contract with what answers it. A new domain is added here. */
export function allProcedures({
  account,
  keyring,
  sessions,
  apps,
  library,
  research,
  engines,
  removeDemo: removeDemoAds,
  webhooks,
  studio,
}: AnsweringParts): ReadonlyMap<string, BoundProcedure> {
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
    apiKeys: apiKeysRouter(keyring),
    audit: auditRouter,
    boards: boardsRouter,
    brandSpy: brandSpyRouter(research),
    brandImages: brandImagesRouter(studio),
    cloneProducts: { ...cloneProductsRouter, inspectWebsite: inspectHandler(studio) },
    companies: companiesRouter(research, makeFirstFollowRule),
    notifications: notificationsRouter({
      ...webhooks,
      clickhouse,
      now: () => new Date(),
    }),
    system: systemRouter({ clickhouse, engines, removeDemo: removeDemoAds }),
    teams: teamsRouter({ belongings: account.belongings, siteAddress: library.siteAddress }),
    trending: trendingRouter(research),
    webhooks: webhooksRouter(webhooks),
  });
}

/** The HTTP service over open engines, not yet listening. */
export async function createService(parts: Parts): Promise<FastifyInstance> {
  const { config, log, db, redis, index } = parts;
  const { inbox = createLiveInbox(db, log) } = parts;
  const secret = await instanceSecret(db, config.secret);
  const keyring = createApiKeyAuth(db, log);
  const { limiter, cache } = passingStores(redis, log);
  const kept = memoryCache();
  const room = watchRoom(config.dataFolder);
  const drawing = createDrawing();
  const site = (): string => siteAddress(app, config);
  const limited = { limiter, limit: { name: 'public', quota: config.publicLimit, windowSeconds: 60 } };
  const { door, desk, links } = createSigningIn({ ...parts, secret, limiter, site, deleteAlertsOf });
  const apps = appsOn(parts, { secret, site });
  const research = researchOn(index, site);
  const library = libraryOn(index, site, parts.picturesWait);
  const procedures = allProcedures({
    account: { siteAddress: site, secret, belongings: ownership, forgetCredentials: forget(keyring, door, apps) },
    keyring,
    sessions: door,
    apps,
    library,
    research,
    engines: enginesOf(parts),
    removeDemo: () => removeDemo(index.catalog, index.clickhouse),
    webhooks: { fetchAllow: config.fetchAllow, noteAct: addAuditEntry },
    studio: studioOn(parts, { drawing, secret, library, research }),
  });
  const app = await createApp({
    services: {
      procedures,
      db,
      limiter,
      limits: limitsOf(config),
      cache,
      kept,
      indexVersion: () => index.catalog.recordings.newest(),
      room,
      log,
    },
    authentication: { ...authenticationBy(config, keyring, door), limiter },
    oauth: { ...apps, tokens: createTokenEndpoint(db, () => apps.forget()), ...limited },
    readiness: readinessOf(parts, room),
    readGauges: () => readGauges({ db, dataFolder: config.dataFolder, hasRoom: () => room.enough() }),
    exportCsv: noted(db.forExports, csvExport(db.forExports, library)),
    liveInbox: liveInboxOf(inbox, keyring, door),
    signingIn: { desk, siteAddress: site },
    catalog: index.catalog,
    nameOfAdvertiser: (id) => nameOfAdvertiser(index.clickhouse, id),
    ...filesOf(parts, secret),
    ...publicPagesOf(parts, { drawing, site, links, limited }),
    outsideMedia: outsideMediaOf(parts, limiter),
    dashboard: parts.dashboard ?? null,
    log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
  });
  // Whoever first looks for an advertiser does not wait until all names are read; if they cannot be, that one is told.
  app.addHook('onListen', () => void research.names.entries().catch(() => undefined));
  app.addHook('onClose', closing(limiter, cache, kept, drawing));
  return app;
}

/** What is downloaded or shown as a file. */
function filesOf(
  { db, files }: Parts,
  secret: string,
): Pick<AppOptions, 'accountExport' | 'openPicture' | 'openLinked'> {
  return {
    accountExport: accountExport(db, files, secret),
    openPicture: openPicture(db, files),
    openLinked: openLinked(db, files, secret),
  };
}

interface PublicPageParts {
  readonly drawing: Drawing;
  readonly site: () => string;
  readonly links: ReturnType<typeof createSigningIn>['links'];
  readonly limited: Pick<AppOptions['signInLinks'], 'limiter' | 'limit'>;
}

/** Pages that are open to anyone who has their address, with a limit per network. */
function publicPagesOf(
  { db, files }: Parts,
  { drawing, site, links, limited }: PublicPageParts,
): Pick<AppOptions, 'publicBoards' | 'invitations' | 'signInLinks'> {
  return {
    publicBoards: { site: createPublicSite({ db, drawing, files, siteAddress: site }), ...limited },
    invitations: { find: (token) => openInvitation(db, token), ...limited },
    signInLinks: { ...links, ...limited },
  };
}

function forget(...remembering: readonly { forget(): void }[]): () => void {
  return () => {
    for (const one of remembering) one.forget();
  };
}

function closing(...open: readonly { close(): Promise<void> }[]): () => Promise<void> {
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
}

function authenticationBy(
  { authFailureLimit, publicUrl }: Config,
  keyring: ApiKeyAuth,
  door: SessionAuth,
): Omit<Authentication, 'limiter'> {
  return {
    callerOf: (apiKey) => keyring.callerOf(apiKey),
    sessions: door,
    publicUrl,
    failureLimit: { name: 'auth-failures', quota: authFailureLimit, windowSeconds: 60 },
  };
}

/** What apps are allowed by, and what they then call with. */
function appsOn(
  { config, db, log, resolve = resolveByHost }: Parts,
  { secret, site }: { readonly secret: string; readonly site: () => string },
) {
  const sites = (): readonly string[] => sitesOf(site(), config.publicUrl);
  const fetch = createSafeFetch({ allow: config.fetchAllow, resolve });
  const clients = createClients({ fetch, secret, now: () => new Date() });
  return { clients, sites, ...createAccessTokens({ db, log, sites }) };
}

function readinessOf({ db, clickhouse, isLoading = () => false }: Parts, room: Room): Readiness {
  return {
    checks: { postgres: () => db.ping(), clickhouse: () => clickhouse.ping() },
    hasRoom: () => room.enough(),
    isLoading,
    isIndexDamaged: async () => (await listDamage(db)).length > 0,
  };
}

/** An account is its library, as an archive that can be imported, and everything else of the person. */
function accountExport(db: PostgresEngine, files: FileStore, secret: string): AccountExport {
  const studioFiles = studioOfPerson(files);
  return {
    personOf: (token) => personOfLink(db, secret, token),
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

/** Notes an export of saved ads once there is something to send, and somebody takes it. */
function noted(db: Postgres, exportCsv: ExportCsv): ExportCsv {
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

function libraryOn(
  index: AdIndex,
  site: () => string,
  picturesWait: () => void = () => undefined,
): LibraryParts {
  const { clickhouse, catalog } = index;
  return { clickhouse, catalog, presentAds: index.presentation(site), siteAddress: site, picturesWait };
}

function researchOn({ clickhouse, catalog, tagDefinitions }: AdIndex, site: () => string): ResearchParts {
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

interface StudioSurroundings extends Pick<StudioParts, 'drawing'> {
  readonly secret: string;
  readonly library: LibraryParts;
  readonly research: ResearchParts;
}

function studioOn(
  { config, db, files, makers, log, resolve = resolveByHost }: Parts,
  { drawing, secret, library, research }: StudioSurroundings,
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
    adSeenBy: adSeenIn(library),
    logoOf: logoNamed(research),
    mostBytes: config.studioMegabytes * bytesOfMegabyte,
    now: () => new Date(),
  };
}

/** What the dashboard shows of other hosts, so that whoever looks at it is seen by none of them. */
function outsideMediaOf({ config, resolve = resolveByHost }: Parts, limiter: RateLimiter): OutsideMedia {
  const reaching = { allow: config.fetchAllow, resolve };
  const cache = createImageCache({
    folder: path.join(config.dataFolder, 'shown-pictures'),
    mostBytes: config.pictureCacheMegabytes * bytesOfMegabyte,
    // What was shown can be fetched again: it leaves room for what is saved.
    room: watchRoom(config.dataFolder, 512 * bytesOfMegabyte),
  });
  return {
    showPicture: createImageProxy({
      fetch: withDemoPictures(createSafeFetch(reaching)),
      isDrawnHere: isDemoAddress,
      cache,
      mostBytes: config.pictureMegabytes * bytesOfMegabyte,
    }),
    stream: createSafeStream(reaching),
    limiter,
    limit: { name: 'pictures', quota: config.pictureLimit, windowSeconds: 60 },
  };
}

function enginesOf({ db, clickhouse, redis }: Parts): SystemParts['engines'] {
  return {
    postgres: db.description,
    clickhouse: clickhouse.description,
    cache: redis === null ? 'memory' : 'redis',
  };
}

function liveInboxOf(inbox: LiveInbox, keyring: ApiKeyAuth, door: SessionAuth): LiveInboxParts {
  return {
    follow: (userId, tell) => inbox.follow(userId, tell),
    isStillKnown: async ({ credential: { id, secret } }) =>
      (await (id.startsWith('session:') ? door : keyring).callerOf(secret)) !== undefined,
  };
}

/** Counters and cached answers: of this process, or shared through Redis. */
function passingStores(redis: Redis | null, log: Logger): { limiter: RateLimiter; cache: ResponseCache } {
  const limiter = memoryLimiter();
  const cache = memoryCache();
  return redis === null
    ? { limiter, cache }
    : { limiter: redisLimiter(redis, limiter, log), cache: redisCache(redis, cache, log) };
}
