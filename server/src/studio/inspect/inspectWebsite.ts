import type { contract } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { AskingHandler } from '../../rpc/procedure.ts';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { Fetched } from '../../integrations/safeFetch/safeFetch.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { codesOfRefusals } from '../fetchRefusals.ts';
import type { StudioParts } from '../studio.ts';
import { readInThread } from './readInThread.ts';
import { createRobotsCheck, type RobotsCheck } from './robots.ts';

/** For the robots.txt and the page together. */
const longestMilliseconds = 10_000;
const mostBytes = 5 * 1024 * 1024;
/** A page is held in memory as a whole. */
const atOnce = 4;
const mostWaiting = 8;

type InspectParts = Pick<StudioParts, 'fetch' | 'respectsRobots' | 'now'>;

/** `cloneProducts.inspectWebsite`: saves nothing, and holds no transaction while a website takes its time. */
export function inspectHandler(
  parts: InspectParts,
): AskingHandler<typeof contract.cloneProducts.inspectWebsite> {
  const check = parts.respectsRobots ? createRobotsCheck(parts.fetch, parts.now) : null;
  const readPage = readInThread();
  const inTurn = createConcurrencyLimit({ atOnce, queue: { mostWaiting, busy } });
  return {
    askFirst: async ({ input: { url } }) => {
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

async function fetchPage({ fetch }: InspectParts, check: RobotsCheck | null, url: string): Promise<Fetched> {
  try {
    return await fetch(url, {
      mostBytes,
      milliseconds: longestMilliseconds,
      accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
      ...(check !== null && { mayVisit: check }),
    });
  } catch (error) {
    throw error instanceof FetchRefused ? refusalOf(error, url) : error;
  }
}

/** No page, in the sentence of the fetch. */
function refusalOf(refused: FetchRefused, url: string): MagpieError {
  const { reason } = refused;
  const code = codesOfRefusals[reason];
  const message = `${meanings[code]} ${refused.message}`;
  return new MagpieError(code, message, {
    ...(code === 'BAD_REQUEST' && { issues: [{ path: 'url', message }] }),
    ...(code === 'UNPROCESSABLE_CONTENT' && { found: { url, ...(reason === 'size' && { mostBytes }) } }),
    cause: refused,
  });
}

const meanings = {
  BAD_REQUEST: 'This address is not inspected.',
  UNPROCESSABLE_CONTENT: 'The page cannot be read.',
  GATEWAY_TIMEOUT: 'The website gave no page.',
};
