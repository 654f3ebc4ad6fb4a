import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAd } from '@magpie/contract';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { Tally } from '../importing/checkpoint.ts';
import { ConnectorRefused, type ConnectorTools } from './connector.ts';
import { connectors } from './connectors.ts';
import { whole } from '../importing/progress.ts';
import { adOf, unfold } from '../importing/records.ts';
import { countRejects, type RejectGroup, type Rejects } from '../importing/rejects.ts';
import type { NewSource, QueryFields } from './savedSources.sql.ts';
import { nothingRecorded, tryToEnd, type AdWriter, sumOf } from '../importing/adWriter.ts';
import type { Source } from '../source.ts';
import { sources } from '../sources.ts';

/** What is asked for, and of whom. */
export type AskedSource = Pick<NewSource, 'connector' | 'query' | 'secrets'>;

export interface RunParts {
  readonly sink: AdWriter;
  /** Tells the operator what is going on. Never a secret. */
  readonly say: (line: string) => void;
  /** Ends the run; what came before is recorded. */
  readonly stopping: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a run did not come to its end. */
export interface RunFailure {
  /** One plain sentence, without a secret. */
  readonly message: string;
  readonly again: 'at once' | 'soon' | 'on schedule';
  /** How many milliseconds `soon` is, where the library says it. */
  readonly retryAfter?: number;
  /** For the log, where the sentence does not say it; without a secret too. */
  readonly cause?: string;
}

export interface RunReport {
  readonly tally: Tally;
  /** The most frequent reasons why records became no ads. */
  readonly reasons: readonly RejectGroup[];
  readonly failure: RunFailure | null;
}

const nothingRead: Tally = { ...nothingRecorded, read: 0, rejected: 0 };
const mostReasons = 5;

/** Asks a connector and records what it answers, page by page: a page that fails takes nothing back. Never throws. */
export async function runSource(asked: AskedSource, parts: RunParts): Promise<RunReport> {
  const plain = withoutSecrets(asked.secrets);
  const say = (line: string): void => parts.say(plain(line));
  const rejects = countRejects();
  let tally = nothingRead;
  let failure: RunFailure | null = null;
  const importId = randomUUID();
  try {
    for await (const { page, source } of pagesOf(asked, { ...parts, say })) {
      tally = totalOf(tally, await recordPage(page, source, rejects, { ...parts, importId }));
      say(describeTally(tally));
      parts.stopping.throwIfAborted();
    }
  } catch (error) {
    failure = failureOf(error, parts.stopping, plain);
  }
  await tryToEnd(parts.sink, importId);
  const reasons = rejects.groups(mostReasons).map(({ count, reason, first }) => ({
    count,
    reason: plain(reason),
    first,
  }));
  const unsettled = await settle(tally, parts, plain);
  return { tally, reasons, failure: failure ?? nothingUnderstood(tally, reasons) ?? unsettled };
}

export function describeTally({ read, created, updated, unchanged, rejected }: Tally): string {
  return `${whole(read)} read: ${whole(created)} new, ${whole(updated)} updated, ${whole(unchanged)} unchanged, ${whole(rejected)} rejected`;
}

interface Page {
  readonly page: { readonly position: string; readonly value: unknown };
  readonly source: Source;
}

async function* pagesOf(
  { connector: name, query, secrets }: AskedSource,
  parts: RunParts,
): AsyncGenerator<Page> {
  const connector = connectors.find((known) => known.source === name);
  const source = sources.find((known) => known.name === name);
  if (connector === undefined || source === undefined) {
    throw new ConnectorRefused(`This version of Magpie does not know the connector '${name}'; upgrade it.`, {
      retryable: false,
    });
  }
  let count = 0;
  for await (const value of connector.pages({ ...query, ...secrets }, toolsOf(parts))) {
    count += 1;
    yield { page: { position: `page ${count}`, value }, source };
  }
}

function toolsOf({ say, stopping, now }: RunParts): ConnectorTools {
  return {
    fetch,
    sleep: (milliseconds) => sleep(milliseconds, undefined, { signal: stopping }),
    say,
    signal: stopping,
    now,
  };
}

async function recordPage(
  { position, value }: Page['page'],
  source: Source,
  rejects: Rejects,
  { sink, now, importId }: RunParts & { readonly importId: string },
): Promise<Tally> {
  const ads: OpenAd[] = [];
  let read = 0;
  for (const record of unfold(position, value, source)) {
    read += 1;
    const checked = adOf(record, source);
    if ('ad' in checked) ads.push(checked.ad);
    else {
      const { reason } = checked;
      rejects.add({ input: source.name, position: record.position, reason, record: record.raw });
    }
  }
  const sighting = { source: source.name, seenAt: new Date(now()), importId };
  const recorded = ads.length === 0 ? nothingRecorded : await sink.recordAds(ads, sighting);
  return { ...sumOf(nothingRecorded, recorded), read, rejected: read - ads.length };
}

function totalOf(a: Tally, b: Tally): Tally {
  return { ...sumOf(a, b), read: a.read + b.read, rejected: a.rejected + b.rejected };
}

/** Also after a failure, for what came before it; not when there is no time for it. */
async function settle(tally: Tally, { sink, stopping }: RunParts, plain: Plain): Promise<RunFailure | null> {
  if (tally.created + tally.updated === 0 || stopping.aborted) return null;
  try {
    await sink.settle();
    return null;
  } catch (error) {
    return failureOf(error, stopping, plain);
  }
}

/** A library that changed its answers beyond recognition must not pass for one without ads. */
function nothingUnderstood({ read, rejected }: Tally, reasons: readonly RejectGroup[]): RunFailure | null {
  if (read === 0 || rejected < read) return null;
  const message = `None of ${whole(read)} records is an ad that can be understood (${reasons[0]?.reason ?? ''}).`;
  return { message, again: 'on schedule' };
}

function failureOf(error: unknown, stopping: AbortSignal, plain: Plain): RunFailure {
  if (stopping.aborted) {
    return { message: 'The run was stopped before its end; what it had read is recorded.', again: 'at once' };
  }
  if (error instanceof ConnectorRefused) {
    const { message, retryable, retryAfter } = error;
    const again = retryable ? 'soon' : 'on schedule';
    return { message: plain(message), again, ...(retryAfter === null ? {} : { retryAfter }) };
  }
  if (error instanceof MagpieError) return { message: plain(error.message), again: 'soon' };
  const cause = plain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { message: 'Something unforeseen ended the run; the log has the cause.', again: 'soon', cause };
}

type Plain = (text: string) => string;

const longestText = 2000;

/** Text from outside as it may be shown and kept: whatever it quotes, no secret is in it, and nothing that a terminal obeys. */
function withoutSecrets(secrets: QueryFields): Plain {
  const values = Object.values(secrets).filter((value) => typeof value === 'string' && value !== '');
  return (text) => {
    const clean = values.reduce<string>((rest, value) => rest.replaceAll(String(value), '…'), text);
    return shown(clean.replaceAll(/\s+/g, ' '), longestText);
  };
}
