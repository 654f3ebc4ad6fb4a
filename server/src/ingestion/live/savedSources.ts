import { saveCeiling } from '../../ads/coverage.sql.ts';
import type { Logger } from '../../config/log.ts';
import { runClaimLoop, withLease } from '../../db/postgres/claimLoop.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Connector } from './connector.ts';
import { type RunFailure, type RunParts, type RunReport, runSource } from './runSource.ts';
import * as sql from './savedSources.sql.ts';
import type { ClaimedSource, QueryFields } from './savedSources.sql.ts';

/** Saves a query for scheduled runs, with its secrets in a separate column; returns false if the name is taken. */
export function addSource(
  db: Postgres,
  { source: connector, secrets: secretNames }: Connector,
  { name, query, everyMinutes }: Pick<sql.NewSource, 'name' | 'query' | 'everyMinutes'>,
): Promise<boolean> {
  const part = (isSecret: boolean): QueryFields =>
    Object.fromEntries(Object.entries(query).filter(([field]) => secretNames.includes(field) === isSecret));
  return sql.insertSource(db, { name, connector, query: part(false), secrets: part(true), everyMinutes });
}

export interface SourceRunner extends Omit<RunParts, 'say' | 'onCeiling'> {
  readonly db: Postgres;
  readonly log: Logger;
}

/** After this time another node can claim the source of a crashed one. */
const claimMilliseconds = 2 * 60_000;
/** Leaves several attempts to renew before the claim expires. */
const renewMilliseconds = claimMilliseconds / 4;
/** Retry delay for transient failures without a delay from the library, and for runs that crashed the process. */
const retryMilliseconds = 10 * 60_000;

export async function runDueSources(runner: SourceRunner): Promise<void> {
  const { db, log, stopping, now } = runner;
  // Sources that become due during this run wait for the next one, so that this run ends.
  const dueBy = new Date(now());
  await runClaimLoop<ClaimedSource>(
    {
      maxConcurrent: 1,
      claim: () => sql.claimDueSources(db, dueBy, timesAt(now())),
      process: async (source) =>
        void (await runClaimed(source, runner, (line) => log.debug({ source: source.name }, line))),
    },
    stopping,
  );
}

export async function runNamedSource(
  name: string,
  runner: SourceRunner,
  say: (line: string) => void,
): Promise<RunReport | 'unknown' | 'running'> {
  const { db, now } = runner;
  const source = await sql.claimNamed(db, name, timesAt(now()));
  if (source === undefined) return (await sql.sourceExists(db, name)) ? 'running' : 'unknown';
  return runClaimed(source, runner, say);
}

function timesAt(now: number): sql.ClaimTimes {
  return {
    now: new Date(now),
    until: new Date(now + claimMilliseconds),
    retryAt: new Date(now + retryMilliseconds),
  };
}

/** Stops the run if the source is deleted or claimed by another node. */
async function runClaimed(
  source: ClaimedSource,
  { db, log, writer, now, stopping }: SourceRunner,
  say: (line: string) => void,
): Promise<RunReport> {
  const lease = {
    everyMilliseconds: renewMilliseconds,
    renew: () => sql.renewSourceClaim(db, source, new Date(now() + claimMilliseconds)),
    item: `source ${source.name}`,
    log,
  };
  return withLease(lease, stopping, async (signal) => {
    const onCeiling = (library: string, limit: number): Promise<void> =>
      saveCeiling(db, { library, at: new Date(now()), limit });
    const report = await runSource(source, { writer, say, stopping: signal, now, onCeiling });
    await sql.releaseSourceClaim(db, source, {
      finishedAt: new Date(now()),
      error: report.failure?.message ?? null,
      counts: report.tally,
      retryAt: retryAt(report.failure, now()),
    });
    logReport(log, source.name, report);
    return report;
  });
}

/** Null for the regular schedule. */
function retryAt(failure: RunFailure | null, now: number): Date | null {
  if (failure === null || failure.again === 'on schedule') return null;
  return new Date(failure.again === 'at once' ? now : now + (failure.retryAfter ?? retryMilliseconds));
}

function logReport(log: Logger, source: string, { tally, reasons, failure }: RunReport): void {
  const rejected = reasons.map(({ count, reason }) => `${count} × ${reason}`);
  const fields = { source, ...tally, reasons: rejected };
  if (failure === null) log.info(fields, 'source run finished');
  else log.warn({ ...fields, cause: failure.cause }, `source run failed: ${failure.message}`);
}
