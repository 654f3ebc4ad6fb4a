import { deleteDeadKeys } from '../auth/apiKeys.sql.ts';
import { deleteExpiredAppSecrets } from '../auth/oauth/oauth.sql.ts';
import { deleteOldAuditEntries } from '../rpc/auditLog.sql.ts';
import { deleteOldInviteLinks } from '../teams/inviteLinks.sql.ts';
import { deleteOldInvitations } from '../teams/invitations.sql.ts';
import { deleteExpiredSessions } from '../auth/sessions/sessions.sql.ts';
import { deleteOldLinks } from '../auth/signInLinks.sql.ts';
import { runDueSources } from '../ingestion/live/savedSources.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { deleteExpiredKeys } from '../rpc/idempotency.sql.ts';
import { deleteOldMails } from '../integrations/mail/outbox.sql.ts';
import { deleteUnusedMedia } from '../boards/media/storePicture.ts';
import { deleteCursorTombstones } from '../boards/savedAds.sql.ts';
import { deleteOldVisitors } from '../boards/boards.sql.ts';
import { deleteOldDeliveries } from '../alerts/webhooks/deliveries.sql.ts';
import { deleteOldNotifications } from '../alerts/inbox.sql.ts';
import { deleteExpiredShares } from '../reports/reports.sql.ts';
import { deleteUnusedFiles } from '../studio/storedFiles.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { ScheduledJob } from './jobs.ts';

export interface ScheduleParts {
  readonly db: Postgres;
  readonly sink: AdWriter;
  readonly refreshDerived: (hasTime: () => boolean) => Promise<void>;
  readonly completeSavedAds: (stopping: AbortSignal) => Promise<number>;
  readonly updateSavedAds: (stopping: AbortSignal) => Promise<number>;
  readonly storeMedia: (stopping: AbortSignal) => Promise<void>;
  /** Reads the words in pictures of saved ads; null if this is turned off. */
  readonly readPictures: ((stopping: AbortSignal) => Promise<void>) | null;
  readonly sendMails: (stopping: AbortSignal) => Promise<void>;
  readonly deliver: (stopping: AbortSignal) => Promise<void>;
  readonly sendDigests: () => Promise<unknown>;
  readonly sendReports: (stopping: AbortSignal) => Promise<unknown>;
  readonly matchImports: (stopping: AbortSignal) => Promise<unknown>;
  /** Requests tags for ads with few tags from a text model; null if none is configured. */
  readonly suggestTags: ((stopping: AbortSignal) => Promise<void>) | null;
  readonly checkIndex: (stopping: AbortSignal) => Promise<void>;
  readonly confirmDemo: (stopping: AbortSignal) => Promise<number>;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Shorter than the ten-minute schedule; remaining work waits for the next run. */
const runMilliseconds = 8 * 60_000;

function createTimeLimit(stopping: AbortSignal): () => boolean {
  const end = performance.now() + runMilliseconds;
  return () => !stopping.aborted && performance.now() < end;
}

export function jobSchedule(parts: ScheduleParts): readonly ScheduledJob[] {
  const { db, files, log, suggestTags, readPictures } = parts;
  return [
    {
      name: 'housekeeping',
      cron: '*/10 * * * *',
      run: (stopping) => deleteExpired(createDeletions(db, files), createTimeLimit(stopping), log),
    },
    {
      name: 'sources',
      cron: '* * * * *',
      run: (stopping) => runDueSources({ db, writer: parts.sink, log, stopping, now: Date.now }),
    },
    {
      name: 'saved-ads',
      cron: '*/10 * * * *',
      run: async (stopping) => {
        const completed = await parts.completeSavedAds(stopping);
        if (completed > 0) log.info({ completed }, 'saved ads completed');
        const updated = await parts.updateSavedAds(stopping);
        if (updated > 0) log.info({ updated }, 'saved ads updated from the index');
      },
    },
    { name: 'media', cron: '* * * * *', run: parts.storeMedia },
    { name: 'mails', cron: '* * * * *', run: parts.sendMails },
    { name: 'webhooks', cron: '* * * * *', run: parts.deliver },
    { name: 'alerts', cron: '* * * * *', run: async (stopping) => void (await parts.matchImports(stopping)) },
    { name: 'digests', cron: '*/10 * * * *', run: async () => void (await parts.sendDigests()) },
    {
      name: 'reports',
      cron: '*/10 * * * *',
      run: async (stopping) => void (await parts.sendReports(stopping)),
    },
    {
      name: 'vectors',
      cron: '*/10 * * * *',
      // Some embedders take hours for a large import.
      run: (stopping) => parts.refreshDerived(createTimeLimit(stopping)),
    },
    { name: 'index-check', cron: '17 * * * *', run: parts.checkIndex },
    {
      name: 'demo',
      cron: '*/10 * * * *',
      run: async (stopping) => {
        const confirmed = await parts.confirmDemo(stopping);
        if (confirmed > 0) log.info({ confirmed }, 'running demo ads confirmed');
      },
    },
    ...(readPictures === null ? [] : [{ name: 'picture-words', cron: '* * * * *', run: readPictures }]),
    ...(suggestTags === null ? [] : [{ name: 'tags', cron: '*/10 * * * *', run: suggestTags }]),
  ];
}

function createDeletions(db: Postgres, files: FileStore): Readonly<Record<string, Deletion>> {
  return {
    apiKeys: () => deleteDeadKeys(db),
    appSecrets: () => deleteExpiredAppSecrets(db),
    idempotencyKeys: () => deleteExpiredKeys(db),
    forgottenAds: () => deleteCursorTombstones(db),
    visitors: () => deleteOldVisitors(db),
    pictures: () => deleteUnusedMedia(db, files),
    studioFiles: () => deleteUnusedFiles(db, files),
    mails: () => deleteOldMails(db),
    acts: () => deleteOldAuditEntries(db),
    invitations: () => deleteOldInvitations(db),
    inviteLinks: () => deleteOldInviteLinks(db),
    deliveries: () => deleteOldDeliveries(db),
    notifications: () => deleteOldNotifications(db),
    sharedReports: () => deleteExpiredShares(db),
    sessions: () => deleteExpiredSessions(db),
    links: () => deleteOldLinks(db),
  };
}

export type Deletion = () => Promise<number>;

export async function deleteExpired(
  deletions: Readonly<Record<string, Deletion>>,
  hasTime: () => boolean,
  log: Logger,
): Promise<void> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  let unfinished = Object.entries(deletions);
  while (unfinished.length > 0 && hasTime()) {
    const remaining: typeof unfinished = [];
    for (const [kind, deletion] of unfinished) {
      if (!hasTime()) break;
      try {
        const count = await deletion();
        if (count === 0) continue;
        counts[kind] = (counts[kind] ?? 0) + count;
        remaining.push([kind, deletion]);
      } catch (error) {
        log.error({ kind, err: error }, 'deletion of expired items failed');
        failures.push(error);
      }
    }
    unfinished = remaining;
  }
  if (Object.keys(counts).length > 0) log.info(counts, 'expired items deleted');
  if (failures.length > 0) throw new AggregateError(failures, 'some expired items were not deleted');
}
