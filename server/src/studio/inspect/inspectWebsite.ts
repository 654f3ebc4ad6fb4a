import type { contract } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { PreparedHandler } from '../../rpc/procedure.ts';
import { FetchError } from '../../integrations/safeFetch/fetchError.ts';
import type { FetchResponse } from '../../integrations/safeFetch/safeFetch.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { fetchErrorCodes } from '../fetchErrors.ts';
import type { StudioParts } from '../studio.ts';
import { createPageReader } from './readInThread.ts';
import { createRobotsCheck, type RobotsCheck } from './robots.ts';

/** For the robots.txt and the page together. */
const timeoutMilliseconds = 10_000;
const mostBytes = 5 * 1024 * 1024;
/** Each page is held in memory. */
const maxConcurrent = 4;
const maxQueued = 8;

type InspectParts = Pick<StudioParts, 'fetch' | 'respectsRobots' | 'now'>;

/** `cloneProducts.inspectWebsite`: saves nothing, and fetches outside a transaction. */
export function inspectHandler(
  parts: InspectParts,
): PreparedHandler<typeof contract.cloneProducts.inspectWebsite> {
  const check = parts.respectsRobots ? createRobotsCheck(parts.fetch, parts.now) : null;
  const readPage = createPageReader();
  const inTurn = createConcurrencyLimit({ maxConcurrent, queue: { maxQueued, busy } });
  return {
    prepare: async ({ input: { url } }) => {
      const finding = await inTurn(async () => readPage(await fetchPage(parts, check, url)));
      return () => finding;
    },
  };
}

function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many websites are being inspected right now; try again in a moment.',
    { retryAfter: 10 },
  );
}

async function fetchPage(
  { fetch }: InspectParts,
  check: RobotsCheck | null,
  url: string,
): Promise<FetchResponse> {
  try {
    return await fetch(url, {
      maxBytes: mostBytes,
      milliseconds: timeoutMilliseconds,
      accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
      ...(check !== null && { beforeRequest: check }),
    });
  } catch (error) {
    throw error instanceof FetchError ? toMagpieError(error, url) : error;
  }
}

/** Keeps the message of the fetch. */
function toMagpieError(refused: FetchError, url: string): MagpieError {
  const { reason } = refused;
  const code = fetchErrorCodes[reason];
  const message = `${messagePrefixes[code]} ${refused.message}`;
  return new MagpieError(code, message, {
    ...(code === 'BAD_REQUEST' && { issues: [{ path: 'url', message }] }),
    ...(code === 'UNPROCESSABLE_CONTENT' && { found: { url, ...(reason === 'size' && { mostBytes }) } }),
    cause: refused,
  });
}

const messagePrefixes = {
  BAD_REQUEST: 'This URL cannot be inspected.',
  UNPROCESSABLE_CONTENT: 'The page cannot be read.',
  GATEWAY_TIMEOUT: 'The website did not respond.',
};
