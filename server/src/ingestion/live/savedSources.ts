import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Connector } from './connector.ts';
import { type RunFailure, type RunParts, type RunReport, runSource } from './runSource.ts';
import * as sql from './savedSources.sql.ts';
import type { ClaimedSource, QueryFields } from './savedSources.sql.ts';

/** Keeps a query to be run by the clock; false when the name is taken. What is secret of it is kept apart. */
export function addSource(
  db: Postgres,
  { source: connector, secrets: secretNames }: Connector,
  { name, query, everyMinutes }: Pick<sql.NewSource, 'name' | 'query' | 'everyMinutes'>,
): Promise<boolean> {
  const part = (isSecret: boolean): QueryFields =>
    Object.fromEntries(Object.entries(query).filter(([field]) => secretNames.includes(field) === isSecret));
  return sql.insertSource(db, { name, connector, query: part(false), secrets: part(true), everyMinutes });
}

/** What running a source takes. */
export interface SourceRunner extends Omit<RunParts, 'say'> {
  readonly db: Postgres;
  readonly log: Logger;
}

/** A source whose node died is another's after this. */
const claimMilliseconds = 2 * 60_000;
/** Four chances to renew it before. */
const renewMilliseconds = claimMilliseconds / 4;
/** What passes by itself is given this long unless the library says how long, as is a source whose run has ended the process. */
const retryMilliseconds = 10 * 60_000;

/** Runs the sources that are due by now, one after the other. */
export async function runDueSources(runner: SourceRunner): Promise<void> {
  const { db, log, stopping, now } = runner;
  // What becomes due meanwhile is for the next time, so that this one ends.
  const dueBy = new Date(now());
  while (!stopping.aborted) {
    const source = await sql.claimDue(db, dueBy, timesAt(now()));
    if (source === undefined) return;
    const { name } = source;
    const report = await runClaimed(source, runner, (line) => log.debug({ source: name }, line));
    logReport(log, name, report);
  }
}

/** Runs a source now, due or not. */
export async function runNamedSource(
  name: string,
  runner: SourceRunner,
  say: (line: string) => void,
): Promise<RunReport | 'unknown' | 'running'> {
  const { db, log, now } = runner;
  const source = await sql.claimNamed(db, name, timesAt(now()));
  if (source === undefined) return (await sql.sourceExists(db, name)) ? 'running' : 'unknown';
  const report = await runClaimed(source, runner, say);
  logReport(log, name, report);
  return report;
}

function timesAt(now: number): sql.ClaimTimes {
  return {
    now: new Date(now),
    until: new Date(now + claimMilliseconds),
    retryAt: new Date(now + retryMilliseconds),
  };
}

async function runClaimed(
  source: ClaimedSource,
  runner: SourceRunner,
  say: (line: string) => void,
): Promise<RunReport> {
  const { db, sink, now } = runner;
  const claim = keepClaim(source, runner);
  const stopping = AbortSignal.any([runner.stopping, claim.lost]);
  try {
    const report = await runSource(source, { sink, say, stopping, now });
    await sql.releaseClaim(db, source, {
      finishedAt: new Date(now()),
      error: report.failure?.message ?? null,
      counts: report.tally,
      retryAt: retryAt(report.failure, now()),
    });
    return report;
  } finally {
    claim.stop();
  }
}

/** Renews the claim until told otherwise. It is lost when the source was removed, or when another node has it. */
function keepClaim(
  source: ClaimedSource,
  { db, log, now }: SourceRunner,
): { lost: AbortSignal; stop(): void } {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const isKept = await sql.renewClaim(db, source, new Date(now() + claimMilliseconds));
    if (!isKept) lost.abort();
  };
  const timer = setInterval(() => {
    // A database that does not answer takes no ads either; the run will tell.
    renew().catch((error: unknown) =>
      log.warn({ err: error, source: source.name }, 'a claim was not renewed'),
    );
  }, renewMilliseconds);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}

/** Null when nothing but its schedule decides. */
function retryAt(failure: RunFailure | null, now: number): Date | null {
  switch (failure?.again) {
    case 'at once':
      return new Date(now);
    case 'soon':
      return new Date(now + (failure.retryAfter ?? retryMilliseconds));
    case 'on schedule':
    case undefined:
    default:
      return null;
  }
}

function logReport(log: Logger, source: string, { tally, reasons, failure }: RunReport): void {
  const rejected = reasons.map(({ count, reason }) => `${count} × ${reason}`);
  if (failure === null) log.info({ source, ...tally, reasons: rejected }, 'source run');
  else {
    log.warn(
      { source, ...tally, reasons: rejected, cause: failure.cause },
      `source not run to its end: ${failure.message}`,
    );
  }
}
