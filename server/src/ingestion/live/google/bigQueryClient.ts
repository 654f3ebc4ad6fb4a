import { randomUUID } from 'node:crypto';
import { getPath, readCount, readString } from '@magpie/sources/mapping/fields';
import { attemptsExhausted, ConnectorRefused, type ConnectorTools, describeState } from '../connector.ts';
import {
  isTransient,
  type JsonResponse,
  type LibraryApi,
  rejectedQuery,
  requestJson,
  withRetries,
} from '../fetchJson.ts';
import type { AccessTokens } from './serviceAccount.ts';

export interface BigQueryAccess {
  readonly baseUrl: string;
  /** The project that is billed. */
  readonly projectId: string;
  readonly location: string;
  readonly maxBytes: number;
  readonly tokens: AccessTokens;
}

/** A query with its parameters, as BigQuery expects them in the body of a request. */
export type Statement = Readonly<Record<string, unknown>>;

/** Statuses for reasons that BigQuery sends with varying statuses, mostly 403. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['rateLimitExceeded', 429],
  ['jobRateLimitExceeded', 429],
  ['quotaExceeded', 429],
  ['backendError', 503],
  ['jobBackendError', 503],
  ['internalError', 503],
  ['jobInternalError', 503],
  ['tableUnavailable', 503],
  ['bytesBilledLimitExceeded', 400],
  ['responseTooLarge', 400],
]);

function readErrorReason(value: unknown): string | null {
  return readString(getPath(value, 'error', 'errors', 0, 'reason'), 100);
}

const advice: ReadonlyMap<string, string> = new Map([
  ['accessDenied', 'grant the service account the role BigQuery Job User in its project'],
  ['accessNotConfigured', 'enable the BigQuery API in the project of the service account'],
  ['billingNotEnabled', 'enable billing in the project of the service account'],
  ['bytesBilledLimitExceeded', 'set a higher maxGigabytes'],
]);

const api: LibraryApi = {
  name: 'BigQuery',
  // Google recommends an exponential backoff for its rate limits.
  maxTries: 5,
  firstWait: 2000,
  readReason(value) {
    const parts = [readErrorReason(value), readString(getPath(value, 'error', 'message'), 500)];
    const known = parts.filter((part) => part !== null);
    // Error messages may quote a token.
    return known.length === 0 ? null : known.join(': ').replaceAll(/ya29\.[^\s,;"')]+/g, '…');
  },
  advise: (status) =>
    status === 401
      ? 'create a new key of the service account'
      : status === 404
        ? 'check the project of the service account and the location'
        : 'change the query',
};

function toRefusal(response: JsonResponse): ConnectorRefused {
  if (isTransient(response.status)) {
    const reason = api.readReason(response.value);
    return attemptsExhausted(
      `BigQuery ${describeState(response.status)}${reason === null ? '' : ` (${reason})`}`,
      api.maxTries,
    );
  }
  const specific = advice.get(readErrorReason(response.value) ?? '');
  return rejectedQuery(specific === undefined ? api : { ...api, advise: () => specific }, response);
}

/** BigQuery waits this long for the end of a query; less than the timeout of a request. */
const waitMilliseconds = 30_000;
/** With the waits between them, at least an hour. */
const maxPolls = 120;
const maxPollPause = 30_000;
/** A creative with all its regions is up to 20 kB in a response, and a response has at most 10 MB. */
const pageSize = 500;

/** The pages of the result of a query. Throws ConnectorRefused if it would read more than the limit. */
export async function* queryPages(
  access: BigQueryAccess,
  statement: Statement,
  tools: ConnectorTools,
): AsyncGenerator {
  const { location } = access;
  const request = { ...statement, useLegacySql: false, location };
  await assertAffordable(access, request, tools);
  let page = await send(access, tools, '', {
    ...request,
    maximumBytesBilled: String(access.maxBytes),
    maxResults: pageSize,
    timeoutMs: waitMilliseconds,
    // A repeated request with this id is not executed, and billed, again.
    requestId: randomUUID(),
  });
  const job = `/${encodeURIComponent(readJobId(page))}`;
  const resume = { location, maxResults: String(pageSize), timeoutMs: String(waitMilliseconds) };
  for (let polls = 0; getPath(page, 'jobComplete') !== true; polls += 1) {
    if (polls === maxPolls) throw attemptsExhausted('BigQuery has not finished the query', maxPolls);
    await tools.sleep(Math.min(1000 * 2 ** polls, maxPollPause));
    page = await send(access, tools, `${job}?${new URLSearchParams(resume).toString()}`);
  }
  let token: string | null = null;
  for (;;) {
    yield page;
    const next = readString(getPath(page, 'pageToken'), 4000);
    // A repeated page would loop forever.
    if (next === null || next === token) return;
    token = next;
    const parameters = new URLSearchParams({ ...resume, pageToken: token });
    page = await send(access, tools, `${job}?${parameters.toString()}`);
  }
}

function readJobId(response: unknown): string {
  const id = readString(getPath(response, 'jobReference', 'jobId'), 1024);
  if (id !== null) return id;
  throw new ConnectorRefused('BigQuery started no job for the query; the next run will retry.', {
    retryable: true,
  });
}

/** A dry run is free and returns how much the query would read. */
async function assertAffordable(access: BigQueryAccess, request: Statement, tools: ConnectorTools) {
  const response = await send(access, tools, '', { ...request, dryRun: true });
  const bytes = readCount(getPath(response, 'totalBytesProcessed'));
  if (bytes === null) {
    throw new ConnectorRefused('BigQuery did not estimate the size of the query; the next run will retry.', {
      retryable: true,
    });
  }
  tools.say(`The query reads ${formatGigabytes(bytes)} of BigQuery.`);
  if (bytes <= access.maxBytes) return;
  throw new ConnectorRefused(
    `The query would read ${formatGigabytes(bytes)} of BigQuery, more than the limit of ${formatGigabytes(access.maxBytes)}; set maxGigabytes to ${Math.ceil(bytes / gigabyte)} or more to pay for it.`,
    { retryable: false },
  );
}

export const gigabyte = 1e9;

function formatGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 2 : 0)} GB`;
}

/** Posts a query, or gets the results of one. A rejected access token is replaced once. */
async function send(
  access: BigQueryAccess,
  tools: ConnectorTools,
  path: string,
  body?: Statement,
): Promise<unknown> {
  const { tokens, baseUrl, projectId } = access;
  const url = `${baseUrl.replace(/\/$/, '')}/bigquery/v2/projects/${encodeURIComponent(projectId)}/queries${path}`;
  const attempt = async (): Promise<JsonResponse> => {
    const headers = { Authorization: `Bearer ${await tokens.current()}`, 'Content-Type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await requestJson(tools, {}, url, init);
    return { ...response, status: statuses.get(readErrorReason(response.value) ?? '') ?? response.status };
  };
  let response = await withRetries(tools, api, attempt);
  if (response.status === 401) {
    tokens.discard();
    response = await withRetries(tools, api, attempt);
  }
  if (response.status !== 200) throw toRefusal(response);
  return response.value;
}
