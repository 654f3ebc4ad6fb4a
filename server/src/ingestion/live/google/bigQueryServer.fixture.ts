import { createVerify, generateKeyPairSync } from 'node:crypto';
import { creativeStatsFields, encodeRows } from '@magpie/sources/google/bigQuery.fixture';
import { statsRow } from '@magpie/sources/google/google.fixture';
import { getPath } from '@magpie/sources/mapping/fields';
import type { Reply, Request } from '../library.fixture.ts';

const clientEmail = 'magpie@bikes-project.iam.gserviceaccount.example';
const projectId = 'bikes-project';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: typeof privateKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The JSON key, as Google Cloud creates it. */
export function accountKey(changes: object = {}): string {
  const key = {
    type: 'service_account',
    project_id: projectId,
    private_key_id: 'k1',
    private_key: pem(privateKey),
    client_email: clientEmail,
    // Not used, since requests with credentials are sent only where the operator says.
    token_uri: 'https://token.invalid/',
  };
  return JSON.stringify({ ...key, ...changes }, null, 2);
}

export const otherPrivateKey = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
export const ellipticPrivateKey = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

export interface BigQueryBehaviour {
  /** Creatives in the table that match the query. */
  readonly rows?: number;
  /** Bytes of the selected columns. */
  readonly bytes?: number;
  /** Responses with `jobComplete: false` before the first page. */
  readonly polls?: number;
  /** Most rows that fit into a response. */
  readonly rowsPerResponse?: number;
  /** Requests after which a token is rejected as expired. */
  readonly requestsPerToken?: number;
  readonly now?: number;
}

const jobId = 'job_aB-3x';
const jobReference = { projectId, jobId, location: 'US' };

/** BigQuery and the token endpoint of Google, with their limits. */
export function bigQuery(behaviour: BigQueryBehaviour = {}) {
  const { rows = 1, bytes = 40e9, rowsPerResponse = 1000, requestsPerToken = 1000 } = behaviour;
  const now = behaviour.now ?? Date.UTC(2026, 2, 15, 12);
  let polls = behaviour.polls ?? 0;
  let tokens = 0;
  let uses = 0;
  const page = (offset: number, most: number): Reply => {
    if (polls > 0) {
      polls -= 1;
      return { json: { kind: 'bigquery#queryResponse', jobReference, jobComplete: false } };
    }
    const end = Math.min(offset + most, offset + rowsPerResponse, rows);
    const json = {
      jobReference,
      jobComplete: true,
      schema: { fields: creativeStatsFields },
      totalRows: String(rows),
      totalBytesProcessed: String(bytes),
      cacheHit: false,
      ...(end > offset && { rows: encodeRows(creativeStatsFields, listCreatives(offset, end)) }),
      ...(end < rows && { pageToken: `after${end}` }),
    };
    return { json };
  };
  return (request: Request): Reply => {
    if (request.path === '/token') {
      uses = 0;
      return exchange(request, now, () => `ya29.token${(tokens += 1)}`);
    }
    if (request.headers.authorization !== `Bearer ya29.token${tokens}` || ++uses > requestsPerToken)
      return failure(401, 'authError', 'Invalid Credentials');
    const [, project, job] =
      /^\/bigquery\/v2\/projects\/([^/]+)\/queries(?:\/(.+))?$/.exec(request.path) ?? [];
    if (project !== projectId) return failure(404, 'notFound', `Not found: Project ${project ?? ''}`);
    if (job === undefined) return startQuery(request, bytes, (most) => page(0, most));
    const { parameters } = request;
    if (job !== jobId || parameters.get('location') !== 'US')
      return failure(404, 'notFound', `Not found: Job ${projectId}:${job}`);
    const offset = Number(/^after(\d+)$/.exec(parameters.get('pageToken') ?? 'after0')?.[1]);
    return page(offset, Number(parameters.get('maxResults')));
  };
}

function listCreatives(start: number, end: number) {
  return Array.from({ length: end - start }, (_, index) => ({
    ...statsRow,
    creative_id: `CR${String(start + index).padStart(20, '0')}`,
  }));
}

function startQuery({ body }: Request, bytes: number, firstPage: (most: number) => Reply): Reply {
  const request: unknown = JSON.parse(body);
  const sql = String(getPath(request, 'query'));
  if (getPath(request, 'useLegacySql') !== false) return failure(400, 'invalidQuery', 'Legacy SQL syntax');
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => name);
  const given = JSON.stringify(getPath(request, 'queryParameters'));
  const missing = names.find((name) => !given.includes(`"name":"${name}"`));
  if (missing !== undefined)
    return failure(400, 'invalidQuery', `Query parameter '${missing}' not found at [1:1]`);
  if (getPath(request, 'dryRun') === true) {
    const totals = { totalBytesProcessed: String(bytes), jobReference: { projectId, location: 'US' } };
    return { json: { ...totals, jobComplete: true, schema: { fields: creativeStatsFields } } };
  }
  const limit = Number(getPath(request, 'maximumBytesBilled'));
  if (bytes > limit) {
    const message = `Query exceeded limit for bytes billed: ${limit}. ${bytes} or higher required.`;
    // Not a temporary error, although the status says so.
    return failure(500, 'bytesBilledLimitExceeded', message);
  }
  return firstPage(Number(getPath(request, 'maxResults')));
}

export function failure(status: number, reason: string, message: string): Reply {
  return {
    status,
    json: { error: { code: status, message, errors: [{ domain: 'global', reason, message }], status: 'X' } },
  };
}

/** Exchanges a signed assertion for an access token, with the checks and messages of Google. */
function exchange({ body, headers }: Request, now: number, issue: () => string): Reply {
  const form = new URLSearchParams(body);
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return refusal('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  if (getPath(readPart(header), 'alg') !== 'RS256' || getPath(readPart(header), 'kid') !== 'k1')
    return refusal('invalid_grant', 'Invalid JWT: unknown key.');
  const verifier = createVerify('RSA-SHA256').update(`${header}.${claims}`);
  if (!verifier.verify(publicKey, signature, 'base64url'))
    return refusal('invalid_grant', 'Invalid JWT Signature.');
  const { iss, aud, iat, exp, scope } = readPart(claims) as Record<string, unknown>;
  if (iss !== clientEmail) return refusal('invalid_grant', 'Invalid grant: account not found');
  if (aud !== `http://${headers.host ?? ''}/token`)
    return refusal('invalid_grant', 'Invalid JWT: Failed audience check.');
  const seconds = now / 1000;
  if (Number(exp) - Number(iat) > 3600 || Number(exp) <= seconds || Math.abs(Number(iat) - seconds) > 300) {
    const message =
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';
    return refusal('invalid_grant', message);
  }
  if (scope !== 'https://www.googleapis.com/auth/bigquery.readonly')
    return refusal('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  return { json: { access_token: issue(), expires_in: 3599, token_type: 'Bearer' } };
}

function readPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function refusal(error: string, error_description: string): Reply {
  return { status: 400, json: { error, error_description } };
}
