import { parseUrl } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAccessToken } from '../../auth/oauth/tokens.ts';
import { appScopes, findSite } from '../../auth/oauth/sites.ts';
import { executeProcedure } from '../../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, rateLimitError } from '../../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure, Caller } from '../../rpc/procedure.ts';
import type { CallByName } from '../../mcp/calling.ts';
import { installedVersion } from '../../system/system.ts';
import { asMagpieError, logFailure } from '../middleware/errors.ts';
import { requestJson } from '../input.ts';
import { resourceMetadataUrl } from './oauth.ts';
import { allowMethods } from '../middleware/rateLimit.ts';
import type { PlannedCall, ProcedureServices } from '../resolveCalls.ts';
import { measureCall } from '../middleware/requestLog.ts';

export const mcpRoute = '/mcp';

export interface McpOptions {
  readonly siteAddress: () => string;
  readonly sites: () => readonly string[];
  readonly corsOrigins: readonly string[];
}

/** `POST /mcp`: the procedures as tools for agents, with the scopes and rate limits of the API key or access token. */
export function mountMcp(app: FastifyInstance, services: ProcedureServices, surroundings: McpOptions): void {
  const version = installedVersion();
  app.route({
    method: app.supportedMethods,
    url: mcpRoute,
    onRequest: [
      assertBearer,
      async ({ headers }) => assertAllowedOrigin(headers.origin, surroundings),
      allowMethods('POST'),
      async ({ caller }, reply) => countMessage(services, caller, reply),
    ],
    onSend: async (request, reply) => {
      if (reply.statusCode === 401) challenge(surroundings, request, reply);
    },
    handler: async (request, reply) => {
      const report = (failure: unknown): void => logFailure(asMagpieError(failure), request);
      const parts = { call: createCaller(services, request), version, report };
      // Loaded on the first message, so that it does not delay the start.
      const { handleMessage, needsWrite } = await import('../../mcp/server.ts');
      const message = readMessage(request);
      if (needsWrite(message)) assertWriteScope(surroundings, request, reply);
      const response = await handleMessage(parts, asWebRequest(request), message);
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.send(await response.text());
    },
  });
}

async function assertBearer({ headers }: FastifyRequest): Promise<void> {
  if (headers.authorization !== undefined) return;
  throw new MagpieError(
    'UNAUTHORIZED',
    `${mcpRoute} needs an API key or an access token, not a session; send it as Authorization: Bearer <API_KEY>.`,
  );
}

/** Sets headers only for a rejected message: tool calls count as the procedures they call. */
async function countMessage(services: ProcedureServices, caller: Caller, reply: FastifyReply): Promise<void> {
  const rule = services.limits.mcp;
  const result = await services.limiter.consume(rule, caller.userId);
  if (result.allowed) return;
  reply.headers(limitHeaders(rule, result));
  throw rateLimitError(rule, result);
}

/** Against DNS rebinding: the Host header cannot be trusted, so the origin must be configured. */
function assertAllowedOrigin(origin: string | undefined, { siteAddress, corsOrigins }: McpOptions): void {
  if (origin === undefined || corsOrigins.includes(origin)) return;
  if (parseUrl(siteAddress())?.origin === origin) return;
  throw new MagpieError('FORBIDDEN', `${mcpRoute} does not accept messages from pages of other sites.`);
}

type Challenge = Readonly<Record<string, string>>;

/** Sets the header with which a client can get authorization, and for which scope (RFC 6750 and 9728). */
function challenge(
  { sites }: McpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  why: Challenge = request.headers.authorization === undefined ? {} : { error: 'invalid_token' },
): void {
  const parameters: Challenge = {
    scope: appScopes.join(' '),
    ...why,
    resource_metadata: resourceMetadataUrl(findSite(sites(), request.host)),
  };
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  reply.header('WWW-Authenticate', `Bearer realm="Magpie", ${written.join(', ')}`);
}

/** An app can request more scopes, so it gets an HTTP status; with an API key the error is in the tool result. */
function assertWriteScope(surroundings: McpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { scopes, credential } = request.caller;
  if (scopes.has('write') || !isAccessToken(credential.secret)) return;
  challenge(surroundings, request, reply, { error: 'insufficient_scope' });
  throw new MagpieError(
    'FORBIDDEN',
    "This app has read access only; request authorization with the scope 'read write'.",
  );
}

/** In a list, each message would wait for the slowest, and one request could contain thousands. */
function readMessage(request: FastifyRequest): unknown {
  const message = requestJson(request);
  if (!Array.isArray(message)) return message;
  throw new MagpieError('BAD_REQUEST', `${mcpRoute} accepts one message at a time, not a list.`);
}

function asWebRequest({ headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://localhost${mcpRoute}`, { method: 'POST', headers: given });
}

function createCaller(services: ProcedureServices, request: FastifyRequest): CallByName {
  const calls: PlannedCall[] = [];
  // As in a batch, each call is measured separately.
  request.plan = { batch: true, calls };
  return async (path, input) => {
    const procedure = services.procedures.get(path);
    if (procedure === undefined) throw new Error(`${path} is not a procedure`);
    calls.push({ path, procedure });
    return measureCall(request, path, () => executeCall(services, request, procedure, input));
  };
}

async function executeCall(
  services: ProcedureServices,
  { caller, ip }: FastifyRequest,
  procedure: BoundProcedure,
  input: unknown,
): Promise<unknown> {
  const rule = services.limits[procedure.definition.limit];
  const result = await services.limiter.consume(rule, caller.userId);
  if (!result.allowed) throw rateLimitError(rule, result);
  const { body } = await executeProcedure(services, {
    procedure,
    caller,
    address: ip,
    // Wrapped, so that a field named json is an unknown field and not taken for the wrapper.
    input: () => ({ json: input }),
    envelope: (json) => json,
    cacheKey: `${mcpRoute} ${procedure.path} ${JSON.stringify(input)}`,
    encoding: 'identity',
    idempotencyKey: null,
    batchIndex: 0,
  });
  return JSON.parse(body.toString());
}
