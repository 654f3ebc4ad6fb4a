import { parsedUrl } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAccessToken } from '../auth/oauth/accessTokens.ts';
import { appScopes, siteNamed } from '../auth/oauth/sites.ts';
import { executeProcedure, countCall } from '../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import type { CallByName } from '../mcp/calling.ts';
import { installedVersion } from '../system/system.ts';
import { asMagpieError, logFailure } from './errors.ts';
import { requestJson } from './input.ts';
import { resourceMetadataAddress } from './oauth.ts';
import { type PlannedCall, type ProcedureServices, tooOften } from './plan.ts';
import { observeCall } from './procedures.ts';

export const mcpRoute = '/mcp';

export interface McpSurroundings {
  /** Where people reach this service. */
  readonly siteAddress: () => string;
  /** Every address under which clients may know it. */
  readonly sites: () => readonly string[];
  /** Other sites whose pages may call it. */
  readonly corsOrigins: readonly string[];
}

/** `POST /mcp`: the procedures as tools for agents, with the rights and limits of the key or access token that they show. */
export function mountMcp(
  app: FastifyInstance,
  services: ProcedureServices,
  surroundings: McpSurroundings,
): void {
  const version = installedVersion();
  app.route({
    method: app.supportedMethods,
    url: mcpRoute,
    onRequest: async (request, reply) => admit(services, surroundings, request, reply),
    onSend: async (request, reply) => {
      if (reply.statusCode === 401) challenge(surroundings, request, reply);
    },
    handler: async (request, reply) => {
      const report = (failure: unknown): void => logFailure(asMagpieError(failure), request);
      const parts = { call: callsOf(services, request), version, report };
      // Loaded when an agent first comes, so that nobody else waits for it at the start.
      const { answerMessage, needsWrite } = await import('../mcp/exchange.ts');
      const message = messageIn(request);
      if (needsWrite(message)) refuseReadingApp(surroundings, request, reply);
      const response = await answerMessage(parts, asWebRequest(request), message);
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.send(await response.text());
    },
  });
}

/** Tools are counted as what they call. This bounds what calls nothing, such as listing them. */
const messagesPerRead = 10;

/** By POST, by key, from no page of a stranger, and not without end. */
async function admit(
  services: ProcedureServices,
  surroundings: McpSurroundings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { method, headers, caller } = request;
  if (headers.authorization === undefined) {
    throw new MagpieError(
      'UNAUTHORIZED',
      `${mcpRoute} takes an API key or an access token, not a session; send it as Authorization: Bearer <API_KEY>.`,
    );
  }
  refuseStrangers(headers.origin, surroundings);
  if (method !== 'POST') {
    reply.header('Allow', 'POST');
    throw new MagpieError('METHOD_NOT_SUPPORTED', `${mcpRoute} takes messages by POST, not by ${method}.`);
  }
  const { quota, windowSeconds } = services.limits.read;
  const rule = { name: 'mcp', quota: messagesPerRead * quota, windowSeconds };
  const verdict = await services.limiter.take(rule, caller.userId);
  if (verdict.allowed) return;
  reply.headers(limitHeaders(rule, verdict));
  throw tooOften(rule, verdict);
}

/**
 * A name that somebody made lead here would pass for ours by its Host header; so a page must come from where we are
 * known to be.
 */
function refuseStrangers(origin: string | undefined, { siteAddress, corsOrigins }: McpSurroundings): void {
  if (origin === undefined || corsOrigins.includes(origin)) return;
  if (parsedUrl(siteAddress())?.origin === origin) return;
  throw new MagpieError('FORBIDDEN', `${mcpRoute} takes no messages from pages of other sites.`);
}

type Challenge = Readonly<Record<string, string>>;

/** Where a client learns how to be allowed, and for what it should ask (RFC 6750 and 9728). */
function challenge(
  { sites }: McpSurroundings,
  request: FastifyRequest,
  reply: FastifyReply,
  why: Challenge = request.headers.authorization === undefined ? {} : { error: 'invalid_token' },
): void {
  const parameters: Challenge = {
    scope: appScopes.join(' '),
    ...why,
    resource_metadata: resourceMetadataAddress(siteNamed(sites(), request.host)),
  };
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  reply.header('WWW-Authenticate', `Bearer realm="Magpie", ${written.join(', ')}`);
}

/** An app can ask for more, so it is told by the status; whoever has a key reads it in the answer of the tool. */
function refuseReadingApp(surroundings: McpSurroundings, request: FastifyRequest, reply: FastifyReply): void {
  const { scopes, credential } = request.caller;
  if (scopes.has('write') || !isAccessToken(credential.secret)) return;
  challenge(surroundings, request, reply, { error: 'insufficient_scope' });
  throw new MagpieError(
    'FORBIDDEN',
    "This app was allowed to read only; ask for authorization with the scope 'read write'.",
  );
}

/** Of several at once, each would wait for the slowest, and one request could ask for thousands. */
function messageIn(request: FastifyRequest): unknown {
  const message = requestJson(request);
  if (!Array.isArray(message)) return message;
  throw new MagpieError('BAD_REQUEST', `${mcpRoute} takes one message at a time, not a list of them.`);
}

/** Its body is read already. */
function asWebRequest({ headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://localhost${mcpRoute}`, { method: 'POST', headers: given });
}

/** Answers procedures as they are answered at their own addresses: counted, checked, kept and told to the log the same. */
function callsOf(services: ProcedureServices, request: FastifyRequest): CallByName {
  const calls: PlannedCall[] = [];
  // As in a batch, each call is measured by itself.
  request.plan = { batch: true, calls };
  return async (path, input) => {
    const procedure = services.procedures.get(path);
    if (procedure === undefined) throw new Error(`${path} is no procedure`);
    calls.push({ path, procedure });
    return measured(request, procedure, () => answerCall(services, request, procedure, input));
  };
}

async function answerCall(
  services: ProcedureServices,
  { caller, ip }: FastifyRequest,
  procedure: BoundProcedure,
  input: unknown,
): Promise<unknown> {
  const { rule, verdict } = await countCall(services, procedure.definition.limit, caller);
  if (!verdict.allowed) throw tooOften(rule, verdict);
  const { body } = await executeProcedure(services, {
    procedure,
    caller,
    address: ip,
    // Wrapped, so that a field called json is an unknown one and not a wrapping of its own.
    input: () => ({ json: input }),
    envelope: (json) => json,
    cacheKey: `${mcpRoute} ${procedure.path} ${JSON.stringify(input)}`,
    encoding: 'identity',
    idempotencyKey: null,
    place: 0,
  });
  return JSON.parse(body.toString());
}

async function measured<Answer>(
  request: FastifyRequest,
  { path }: BoundProcedure,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now();
  let status = 200;
  try {
    return await work();
  } catch (thrown) {
    const error = asMagpieError(thrown);
    logFailure(error, request);
    status = error.httpStatus;
    throw error;
  } finally {
    observeCall(path, status, performance.now() - startedAt);
  }
}
