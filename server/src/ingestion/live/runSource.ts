import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAd } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Tally } from '../importing/importJournal.ts';
import { type Connector, ConnectorRefused } from './connector.ts';
import { metaApiConnector } from './meta/metaApiLive.ts';
import { appleAdsConnector } from './apple/appleAdsLive.ts';
import { googleTransparencyConnector } from './google/googleTransparencyLive.ts';
import { linkedinConnector } from './linkedin/linkedinLive.ts';
import { microsoftAdsConnector } from './microsoft/microsoftAdsLive.ts';
import { snapAdsConnector } from './snap/snapAdsLive.ts';
import { tiktokApiConnector } from './tiktok/tiktokApiLive.ts';
import { formatCount } from '../importing/progress.ts';
import { mapRecord, unfold } from '../importing/records.ts';
import { createRejects, type RejectGroup, type Rejects } from '../importing/rejects.ts';
import { computeFreshnessDays } from '../../ads/run.ts';
import type { NewSource, QueryFields } from './savedSources.sql.ts';
import { nothingRecorded, endImportSafely, type AdWriter, addRecorded } from '../importing/adWriter.ts';
import type { AdSource } from '@magpie/sources/source';
import { adSources } from '@magpie/sources/sources';

export const connectors: readonly Connector[] = [
  metaApiConnector,
  tiktokApiConnector,
  linkedinConnector,
  googleTransparencyConnector,
  microsoftAdsConnector,
  snapAdsConnector,
  appleAdsConnector,
];

export type SourceQuery = Pick<NewSource, 'connector' | 'query' | 'secrets' | 'everyMinutes'>;

export interface RunParts {
  readonly writer: AdWriter;
  /** Prints a message for the operator. Must not contain a secret. */
  readonly say: (line: string) => void;
  readonly stopping: AbortSignal;
  /** Called before the ads of a search that reached the ceiling of its library are recorded. */
  readonly onCeiling: (library: string, limit: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RunFailure {
  /** Without secrets. */
  readonly message: string;
  readonly again: 'at once' | 'soon' | 'on schedule';
  /** The delay for `soon` in milliseconds, if the library specifies one. */
  readonly retryAfter?: number;
  /** Additional detail for the log; without secrets. */
  readonly cause?: string;
}

export interface RunReport {
  readonly tally: Tally;
  readonly reasons: readonly RejectGroup[];
  readonly failure: RunFailure | null;
}

const nothingRead: Tally = { ...nothingRecorded, read: 0, rejected: 0 };
const maxReasons = 5;

/** Queries a connector and stores the result page by page: a failing page does not undo earlier ones. Never throws. */
export async function runSource(query: SourceQuery, parts: RunParts): Promise<RunReport> {
  const redact = createRedactor(query.secrets);
  const say = (line: string): void => parts.say(redact(line));
  const rejects = await createRejects(null);
  let tally = nothingRead;
  let failure: RunFailure | null = null;
  const importId = randomUUID();
  const freshnessDays = computeFreshnessDays(query.everyMinutes);
  try {
    for await (const page of fetchPages(query, { ...parts, say })) {
      tally = addTallies(tally, await recordPage(page, rejects, { ...parts, importId, freshnessDays }));
      say(describeTally(tally));
      parts.stopping.throwIfAborted();
    }
  } catch (error) {
    failure = toFailure(error, parts.stopping, redact);
  }
  await endImportSafely(parts.writer, importId);
  const reasons = rejects
    .groups(maxReasons)
    .map(({ count, reason, first }) => ({ count, reason: redact(reason), first }));
  const optimizeFailure = await optimize(tally, parts, redact);
  return { tally, reasons, failure: failure ?? allRejectedFailure(tally, reasons) ?? optimizeFailure };
}

export function describeTally({ read, created, updated, unchanged, rejected }: Tally): string {
  return `${formatCount(read)} read: ${formatCount(created)} new, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged, ${formatCount(rejected)} rejected`;
}

async function* fetchPages({ connector: name, query, secrets }: SourceQuery, parts: RunParts) {
  const connector = connectors.find((known) => known.source === name);
  const source = adSources.find((known) => known.name === name);
  if (connector === undefined || source === undefined) {
    throw new ConnectorRefused(`Unknown connector '${name}'; upgrade Magpie.`, { retryable: false });
  }
  let count = 0;
  let ceiling: number | null = null;
  const reachedCeiling = (limit: number): void => {
    ceiling = limit;
  };
  const { say, stopping: signal, now } = parts;
  const wait = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { signal });
  const tools = { fetch, sleep: wait, say, signal, now, reachedCeiling };
  for await (const value of connector.pages({ ...query, ...secrets }, tools)) {
    count += 1;
    if (ceiling !== null) await parts.onCeiling(connector.library, ceiling);
    ceiling = null;
    yield { position: `page ${count}`, value, source };
  }
}

async function recordPage(
  { position, value, source }: { position: string; value: unknown; source: AdSource },
  rejects: Rejects,
  { writer, now, importId, freshnessDays }: RunParts & { importId: string; freshnessDays: number },
): Promise<Tally> {
  const ads: OpenAd[] = [];
  let read = 0;
  for (const record of unfold(position, value, source)) {
    read += 1;
    const checked = mapRecord(record, source);
    if ('ad' in checked) ads.push(checked.ad);
    else {
      const { reason } = checked;
      rejects.add({ input: source.name, position: record.position, reason, record: record.raw });
    }
  }
  const sighting = { source: source.name, seenAt: new Date(now()), importId, freshnessDays };
  const recorded = ads.length === 0 ? nothingRecorded : await writer.recordAds(ads, sighting);
  return { ...addRecorded(nothingRecorded, recorded), read, rejected: read - ads.length };
}

function addTallies(a: Tally, b: Tally): Tally {
  return { ...addRecorded(a, b), read: a.read + b.read, rejected: a.rejected + b.rejected };
}

/** Also runs after a failure, for the pages before it; skipped when stopping. */
async function optimize(tally: Tally, { writer, stopping }: RunParts, redact: Redact) {
  if (tally.created + tally.updated === 0 || stopping.aborted) return null;
  try {
    await writer.optimize();
    return null;
  } catch (error) {
    return toFailure(error, stopping, redact);
  }
}

/** A library whose response format changed must not look like one without ads. */
function allRejectedFailure({ read, rejected }: Tally, reasons: readonly RejectGroup[]): RunFailure | null {
  if (read === 0 || rejected < read) return null;
  const message = `None of ${formatCount(read)} records could be mapped to an ad (${reasons[0]?.reason ?? ''}).`;
  return { message, again: 'on schedule' };
}

function toFailure(error: unknown, stopping: AbortSignal, redact: Redact): RunFailure {
  if (stopping.aborted) {
    return { message: 'The run was stopped early; everything read so far is recorded.', again: 'at once' };
  }
  if (error instanceof ConnectorRefused) {
    const { message, retryable, retryAfter } = error;
    const again = retryable ? 'soon' : 'on schedule';
    return { message: redact(message), again, ...(retryAfter === null ? {} : { retryAfter }) };
  }
  if (error instanceof MagpieError) return { message: redact(error.message), again: 'soon' };
  const cause = redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { message: 'The run failed with an unexpected error; see the log.', again: 'soon', cause };
}

type Redact = (text: string) => string;

const maxTextLength = 2000;

/** Removes secrets and terminal control characters from external text. */
function createRedactor(secrets: QueryFields): Redact {
  const values = Object.values(secrets).filter((value) => typeof value === 'string' && value !== '');
  return (text) => {
    const clean = values.reduce<string>((rest, value) => rest.replaceAll(String(value), '…'), text);
    return sanitizeForMessage(clean.replaceAll(/\s+/g, ' '), maxTextLength);
  };
}
