import type { contract } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { PreparedHandler } from '../../rpc/procedure.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { FetchResponse } from '../../integrations/safeFetch/safeFetch.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { fetchErrorCodes } from '../images.ts';
import { createWorkerThread } from '../../integrations/workerThread.ts';
import type { StudioParts } from '../studio.ts';
import type { WebsiteFinding } from './findings.ts';
import type { FetchedPage, InspectionOutcome } from './inspectPage.ts';
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
  const readPage = createInspectionThread();
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

/** The thread runs compiled code even if the rest runs from sources. */
const threadFile = new URL('../../../dist/studio/inspect/inspectPage.js', import.meta.url);

/** Usual pages take milliseconds, adversarial ones about a second. */
const readMilliseconds = 5000;

/** Parses pages one at a time in a thread, which is terminated if a page takes too long, so that no page blocks the service. */
export function createInspectionThread(): (
  page: FetchedPage,
  milliseconds?: number,
) => Promise<WebsiteFinding> {
  const { run } = createWorkerThread<FetchedPage, InspectionOutcome>({
    file: threadFile,
    idleMilliseconds: 60_000,
    maxMegabytes: 256,
  });
  return async (page, milliseconds = readMilliseconds) => {
    const { status, address, contentType, bytes } = page;
    const task = { status, address, contentType, bytes };
    const outcome = await run(task, milliseconds).catch((cause: unknown) => {
      if (!isLimitError(cause)) throw cause;
      const message = 'The page takes too long to process; try a simpler page.';
      const found = { url: address, bytes: bytes.length };
      throw new MagpieError('UNPROCESSABLE_CONTENT', message, { found, cause });
    });
    if ('finding' in outcome) return outcome.finding;
    const { code, message, details } = outcome.refusal;
    throw new MagpieError(code, message, details);
  };
}

/** Time or memory limit; anything else is a bug. */
function isLimitError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
