import type { RequestListener } from 'node:http';
import cors from '@fastify/cors';
import Fastify from 'fastify';
import { procedureBase } from '@magpie/contract/limits';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ApiKeyAuth } from '../auth/apiKeys.ts';
import type { LiveInbox } from '../alerts/liveInbox.ts';
import type { Config } from '../config/config.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Logger } from '../config/log.ts';
import { chain, finish, type MaybePromise } from '../rpc/maybePromise.ts';
import type { Caller } from '../rpc/procedure.ts';
import { accountExportPath, mountAccountExport, type AccountExport } from './routes/accountExport.ts';
import {
  type FindInvitation,
  mountAuth,
  mountInvitations,
  type SignIn,
  mountSignInLinks,
  type SignInLinks,
} from './routes/auth.ts';
import { authenticate, noRoute, type Authentication } from './middleware/authenticate.ts';
import { corsRules } from './middleware/sameOrigin.ts';
import { logRequest } from './middleware/requestLog.ts';
import { decompressBodies, parseAsBytes } from './middleware/decompress.ts';
import { defaultBodyLimit } from './middleware/bodyLimit.ts';
import { mountBridge } from './routes/bridge.ts';
import { compressResponses } from './middleware/compression.ts';
import {
  acceptEveryMethod,
  findHostProblem,
  newRequestId,
  rejectMalformed,
} from './middleware/connections.ts';
import { type CurrentDashboard, sendFromDashboard, sendNotFoundPage } from './routes/dashboard.ts';
import { sendError } from './middleware/errors.ts';
import { mountCreativesZip, type OpenCreatives } from './routes/creativesZip.ts';
import { mountExportCsv, type ExportCsv } from './routes/exportCsv.ts';
import { mountFiles, mountMedia, type OpenLinkedFile, type OpenPicture } from './routes/files.ts';
import { mountImport } from './routes/importFile.ts';
import { mountIngest } from './routes/ingest.ts';
import { mountLiveInbox } from './routes/liveInbox.ts';
import { mountLogos, type FindAdvertiserName } from './routes/logos.ts';
import { mcpRoute, mountMcp } from './routes/mcp.ts';
import { mountOAuth, oauthRoutes, type OAuthServer, withAccessTokens } from './routes/oauth.ts';
import { mountOperations, type Readiness, type ReadGauges } from './routes/operations.ts';
import { mountProcedures } from './routes/procedures.ts';
import { mountOutsideMedia, type OutsideMedia } from './routes/externalMedia.ts';
import { serveCachedQueries } from './cachedQueries.ts';
import { Listener } from './listener.ts';
import type { ProcedureServices } from './resolveCalls.ts';
import { mountPublicBoards, type PublicSite } from './routes/publicBoards.ts';
import { mountPublicFonts, publicFontRoute } from './routes/publicFonts.ts';
import { mountPublicReports, publicReportRoutes, type PublicReports } from './routes/publicReports.ts';
import { fixedHeaders } from './responseHeaders.ts';
import { mountReference, referenceRoutes } from './routes/reference.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** The routes that need no authentication. All others do. */
export const openRoutes: ReadonlySet<string> = new Set([
  noRoute,
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/logos/:file',
  '/b/:file',
  ...publicReportRoutes,
  publicFontRoute,
  '/media/:file',
  '/files/:token',
  '/api/invitations/:token',
  accountExportPath,
  '/api/auth/*',
  ...oauthRoutes,
  '/sign-in/failed',
  '/sign-in/:token',
  ...referenceRoutes,
]);

export interface HttpOptions extends SignIn {
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy' | 'corsOrigins'>;
  readonly log: Logger;
  readonly services: ProcedureServices;
  readonly apiKeyAuth: Pick<ApiKeyAuth, 'callerOf' | 'knownCaller'>;
  readonly sessionAuth: Authentication['sessions'];
  readonly oauth: OAuthServer;
  readonly signInLinks: SignInLinks;
  readonly exportCsv: ExportCsv;
  readonly openCreatives: OpenCreatives;
  readonly accountExport: AccountExport;
  readonly inbox: Pick<LiveInbox, 'subscribe'>;
  readonly catalog: AdWriter;
  readonly nameOfAdvertiser: FindAdvertiserName;
  readonly publicBoards: PublicSite;
  readonly publicReports: PublicReports;
  readonly findInvitation: FindInvitation;
  readonly openPicture: OpenPicture;
  readonly openLinked: OpenLinkedFile;
  readonly outsideMedia: OutsideMedia;
  readonly dashboard: CurrentDashboard;
  readonly readiness: Readiness;
  readonly readGauges: ReadGauges;
  /** The port, if it is open already. */
  readonly listener?: Listener | undefined;
}

const fixedOptions = {
  bodyLimit: defaultBodyLimit,
  // All routes are mounted synchronously: the limit would only fail a start on a busy machine.
  pluginTimeout: 0,
  // While closing, requests on open connections are still served; no new connections are accepted.
  return503OnClosing: false,
  routerOptions: { maxParamLength: 16_384 },
};

export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { config, dashboard, services, listener = new Listener() } = options;
  let service: RequestListener | undefined;
  const authentication: Authentication = {
    apiKeys: options.apiKeyAuth,
    sessions: options.sessionAuth,
    publicUrl: config.publicUrl,
    limiter: services.limiter,
    failureLimit: services.limits.authFailures,
  };
  const mcpAuthentication = withAccessTokens(authentication, options.oauth);
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    // logRequest() writes one line per request, with selected fields.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    trustProxy: trustedProxies(config.trustProxy),
    ...fixedOptions,
    serverFactory: (handler) => {
      service = handler;
      return listener.server;
    },
    frameworkErrors: (error, request, reply) =>
      void handleBadUrl(authentication, dashboard, error, request, reply),
    clientErrorHandler: rejectMalformed,
  });

  acceptEveryMethod(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Unlike Fastify's onResponse, this also happens when the client disconnects before the response is sent.
    reply.raw.once('close', () => logRequest(request, reply));
    reply.header('x-request-id', request.id).headers(fixedHeaders);
    done();
  });
  if (config.corsOrigins.length > 0) await app.register(cors, corsRules(config.corsOrigins));
  app.addHook('onRequest', (request, reply, done) => {
    const isMcp = request.routeOptions.url === mcpRoute;
    finish(() => authenticateRequest(isMcp ? mcpAuthentication : authentication, request, reply), done);
  });
  compressResponses(app);
  decompressBodies(app);
  acceptJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const answered = sendFromDashboard(dashboard, request, reply);
    if (answered !== undefined) return answered;
    throw new MagpieError('NOT_FOUND', 'There is nothing at this address.');
  });
  mountRoutes(app, options, authentication);
  rejectUnknownApiRoutes(app);
  connect(app, options, listener, () => service);
  return app;
}

/** Passes the requests of the port to the service while it is ready. */
function connect(
  app: FastifyInstance,
  { config, services, apiKeyAuth: apiKeys }: HttpOptions,
  listener: Listener,
  getService: () => RequestListener | undefined,
): void {
  app.addHook('onReady', async () => {
    const service = getService();
    if (service === undefined) return;
    const isWithCors = config.corsOrigins.length > 0;
    listener.attach(isWithCors ? service : serveCachedQueries({ services, apiKeys }, service));
  });
  // Fastify closes only a port that it opened. After the hooks of the routes, which end endless streams.
  app.addHook('preClose', () => {
    const service = getService();
    // While closing, Fastify ends each connection after its response.
    if (service !== undefined) listener.attach(service);
    return listener.close();
  });
}

function mountRoutes(app: FastifyInstance, options: HttpOptions, authentication: Authentication): void {
  const { services, oauth } = options;
  mountProcedures(app, services);
  mountBridge(app, services);
  mountExportCsv(app, services, options.exportCsv);
  mountCreativesZip(app, services, options.openCreatives);
  mountAccountExport(app, options.accountExport);
  mountLiveInbox(app, services, options.inbox, authentication);
  mountIngest(app, services, options.catalog);
  mountImport(app, services, options.catalog);
  mountMcp(app, services, {
    siteAddress: options.siteAddress,
    sites: oauth.sites,
    corsOrigins: options.config.corsOrigins,
  });
  mountOAuth(app, services, oauth);
  mountOperations(app, authentication, options.readiness, options.readGauges);
  mountReference(app);
  mountLogos(app, options.nameOfAdvertiser);
  mountPublicBoards(app, services, options.publicBoards);
  mountPublicFonts(app);
  mountPublicReports(app, services, {
    reports: options.publicReports,
    showPicture: options.outsideMedia.showPicture,
  });
  mountInvitations(app, services, options.findInvitation);
  mountMedia(app, options.openPicture);
  mountFiles(app, options.openLinked);
  mountOutsideMedia(app, services, authentication, options.outsideMedia);
  mountAuth(app, authentication, options);
  mountSignInLinks(app, services, authentication, options.siteAddress, options.signInLinks);
}

function trustedProxies(
  trusted: Config['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  // Fastify supports no number of proxies, because a client that bypasses them could forge the header. With a
  // number, the operator asserts that this is impossible.
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

function authenticateRequest(
  authentication: Authentication,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  if (openRoutes.has(request.routeOptions.url ?? noRoute)) return assertOneHost(request);
  return chain(authenticate(authentication, request, reply), (caller) => {
    request.caller = caller;
    assertOneHost(request);
  });
}

function assertOneHost({ raw }: FastifyRequest): void {
  const problem = findHostProblem(raw);
  if (problem !== undefined) throw new MagpieError('BAD_REQUEST', problem);
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  parseAsBytes(app, 'application/json');
}

/** Other API paths are 404 with authentication and 401 without. */
function rejectUnknownApiRoutes(app: FastifyInstance): void {
  for (const url of ['/api', '/api/*']) {
    app.route({
      method: app.supportedMethods,
      url,
      onRequest: rejectUnknownAddress,
      handler: rejectUnknownAddress,
    });
  }
}

async function rejectUnknownAddress(): Promise<never> {
  throw new MagpieError(
    'NOT_FOUND',
    `There is nothing at this address; procedures are at ${procedureBase}/<router>.<procedure>.`,
  );
}

/** A URL that cannot be decoded has no route, but API paths still need authentication. */
async function handleBadUrl(
  authentication: Authentication,
  dashboard: CurrentDashboard,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    if (/^\/api\b/.test(request.raw.url ?? '')) await authenticate(authentication, request, reply);
    else if (sendNotFoundPage(dashboard(), request, reply) !== undefined) return;
    sendError(error, request, reply);
  } catch (refusal) {
    sendError(refusal, request, reply);
  }
}
