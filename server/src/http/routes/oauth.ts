import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAccessToken, type TokenForm, type TokenEndpoint } from '../../auth/oauth/tokens.ts';
import type { Clients } from '../../auth/oauth/clients.ts';
import { OAuthError, appScopes, toAuthorizeUrl, toResource, findSite } from '../../auth/oauth/sites.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';
import type { Authentication } from '../middleware/authenticate.ts';
import { parseAsBytes } from '../middleware/decompress.ts';
import { prepareError } from '../middleware/errors.ts';
import { sendNotice } from '../notice.ts';

export interface OAuthServer {
  readonly clients: Clients;
  readonly tokens: TokenEndpoint;
  readonly sites: () => readonly string[];
  readonly callerOf: Authentication['apiKeys']['callerOf'];
}

export function withAccessTokens(authentication: Authentication, server: OAuthServer): Authentication {
  return {
    ...authentication,
    apiKeys: {
      callerOf: (token) => (isAccessToken(token) ? server : authentication.apiKeys).callerOf(token),
    },
  };
}

const resourceMetadata = '/.well-known/oauth-protected-resource';

const documents: Readonly<Record<string, (site: string) => object>> = {
  [resourceMetadata]: describeResource,
  [`${resourceMetadata}/mcp`]: describeResource,
  '/.well-known/oauth-authorization-server': describeServer,
};

export const oauthRoutes: readonly string[] = [
  ...Object.keys(documents),
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/register',
];

/** Where a client that was rejected at /mcp finds the authorization server (RFC 9728). */
export function resourceMetadataUrl(site: string): string {
  return `${site}${resourceMetadata}/mcp`;
}

function describeResource(site: string): object {
  return {
    resource: toResource(site),
    authorization_servers: [site],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Magpie',
    resource_documentation: `${site}/docs`,
  };
}

function describeServer(site: string): object {
  return {
    issuer: site,
    authorization_endpoint: toAuthorizeUrl(site),
    token_endpoint: `${site}/oauth/token`,
    revocation_endpoint: `${site}/oauth/revoke`,
    registration_endpoint: `${site}/oauth/register`,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${site}/docs`,
  };
}

export function mountOAuth(app: FastifyInstance, limits: RateLimits, server: OAuthServer): void {
  for (const [url, describe] of Object.entries(documents)) {
    app.get(url, (request, reply) =>
      // They are public, and clients in browsers read them from other origins.
      reply.header('Access-Control-Allow-Origin', '*').send(describe(findRequestedSite(server, request))),
    );
  }
  const limited = (what: string) => ({ bodyLimit, preHandler: limitAddress(limits, what) });
  app.get('/oauth/authorize', (request, reply) => sendToConsent(server, request, reply));
  app.register((scope, _options, done) => {
    parseAsBytes(scope, 'application/x-www-form-urlencoded');
    scope.setErrorHandler<FastifyError>(sendOAuthError);
    scope.post('/oauth/token', limited('tokens were requested'), async (request, reply) => {
      return reply.send(await server.tokens.exchange(parseForm(request), request.ip));
    });
    scope.post('/oauth/revoke', limited('tokens were revoked'), async (request, reply) => {
      await server.tokens.revoke(parseForm(request), request.ip);
      return reply.send({});
    });
    scope.post('/oauth/register', limited('apps were registered'), async (request, reply) => {
      return reply.code(201).send(server.clients.register(parseMetadata(request)));
    });
    done();
  });
}

const bodyLimit = 32 * 1024;
const longestRequest = 6000;

function findRequestedSite({ sites }: OAuthServer, { host }: FastifyRequest): string {
  return findSite(sites(), host);
}

/**
 * The person decides on a page of the dashboard, after signing in. The request is passed as one value, because page
 * routers rewrite queries, and `state` must be returned unchanged.
 */
function sendToConsent(server: OAuthServer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = /\?.*$/.exec(request.raw.url ?? '')?.[0] ?? '';
  if (query.length > longestRequest) {
    const sentence = `It has more than ${longestRequest} characters. Get a new link from the app.`;
    return sendNotice(reply, { status: 400, heading: 'This link is too long', sentence });
  }
  const address = `${toAuthorizeUrl(findRequestedSite(server, request))}${query}`;
  const value = Buffer.from(address).toString('base64url');
  return reply.header('Referrer-Policy', 'no-referrer').redirect(`/connect?request=${value}`, 303);
}

function parseForm({ body, headers }: FastifyRequest): TokenForm {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) {
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  const fields = [...new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')];
  const form = new Map(fields);
  if (form.size === fields.length) return form;
  throw new OAuthError('invalid_request', 'A parameter is given more than once; give each once.');
}

function parseMetadata({ body, headers }: FastifyRequest): unknown {
  try {
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw new Error('no JSON');
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '');
  } catch {
    throw new OAuthError('invalid_client_metadata', 'Send the metadata of the client as a JSON object.');
  }
}

/** The error format of RFC 6749, 5.2. Other errors keep their status. */
function sendOAuthError(thrown: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status =
    thrown instanceof OAuthError && thrown.code === 'invalid_client' ? 'UNAUTHORIZED' : 'BAD_REQUEST';
  const refusal = thrown instanceof OAuthError ? new MagpieError(status, thrown.message) : thrown;
  const error = prepareError(refusal, request, reply);
  const code =
    thrown instanceof OAuthError ? thrown.code : error.httpStatus < 500 ? 'invalid_request' : 'server_error';
  return reply.send({ error: code, error_description: error.message });
}
