import { MagpieError } from '@magpie/contract/errors';
import type { Report } from '@magpie/contract';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { canBeMailed, queueMail } from '../integrations/mail/outbox.sql.ts';
import { listPictures } from './buildReport.ts';
import { reportMail } from './reportMail.ts';
import { buildReport, endOfSeconds, type ReportsParts, shareUrl } from './reports.ts';
import * as sql from './reports.sql.ts';
import { lastDue, lastDueTimes, weekBefore } from './week.ts';

export interface SendReportsParts extends ReportsParts {
  readonly db: Postgres;
  readonly log: Logger;
}

const subscriptionsPerStatement = 100;
const picturesMilliseconds = 90 * 86_400_000;

/**
 * Queues the mails of reports that are due and returns their number. The subscription is marked in the transaction that
 * queues its mail, so each week has one mail, also with several nodes and after a restart.
 */
export async function sendDueReports(parts: SendReportsParts, stopping: AbortSignal): Promise<number> {
  const { db, log } = parts;
  const now = parts.now();
  let [sent, after] = [0, 0];
  const failures: unknown[] = [];
  while (!stopping.aborted) {
    const due = await sql.listDue(db, lastDueTimes(now), after, subscriptionsPerStatement);
    for (const subscription of due) {
      if (stopping.aborted) break;
      try {
        if (await sendReport(parts, subscription, lastDue(subscription.weekday, now))) sent += 1;
      } catch (error) {
        log.error({ err: error, subscription: subscription.id }, 'weekly report failed');
        failures.push(error);
      }
    }
    after = due.at(-1)?.id ?? after;
    if (due.length < subscriptionsPerStatement) break;
  }
  if (sent > 0) log.info({ reports: sent }, 'weekly reports queued');
  if (failures.length > 0) throw failures[0];
  return sent;
}

async function sendReport(
  parts: SendReportsParts,
  subscription: sql.DueSubscription,
  dueAt: Date,
): Promise<boolean> {
  const { db } = parts;
  const report = canBeMailed(subscription.email) ? await findReport(parts, subscription, dueAt) : null;
  return db.transaction(async (tx) => {
    if (!(await sql.claimDue(tx, subscription.id, dueAt)) || report === null) return false;
    const pictureOf = await sharePictures(parts, tx, subscription.userId, report);
    const mail = reportMail(report, { site: parts.siteAddress(), pictureOf });
    await queueMail(tx, { to: subscription.email, ...mail });
    await sql.markMailed(tx, subscription.id, parts.now());
    return true;
  });
}

/** Null if the person can no longer read the board, or no ad of the brand is known. */
async function findReport(
  parts: SendReportsParts,
  { userId, companyName, boardId }: sql.DueSubscription,
  dueAt: Date,
): Promise<Report | null> {
  if (boardId !== null && !(await sql.isBoardReadable(parts.db, boardId, userId))) return null;
  try {
    return await buildReport(parts, parts.db, { companyName, boardId, userId, week: weekBefore(dueAt) });
  } catch (error) {
    if (error instanceof MagpieError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Mail programs are not signed in, so they get addresses of these pictures only. */
async function sharePictures(parts: ReportsParts, tx: Postgres, userId: string, report: Report) {
  const pictures = listPictures(report);
  if (pictures.length === 0) return () => null;
  const expiresAt = endOfSeconds(parts.now().getTime() + picturesMilliseconds);
  const { id } = await sql.insertShare(tx, { userId, report, hasPage: false, expiresAt });
  const base = shareUrl(parts, id, expiresAt);
  const places = new Map(pictures.map((url, place) => [url, `${base}/pictures/${place}`]));
  return (url: string): string | null => places.get(url) ?? null;
}
