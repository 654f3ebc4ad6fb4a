import { deleteDeadKeys } from '../auth/apiKeys.sql.ts';
import { deleteExpiredAppSecrets } from '../auth/oauth/oauth.sql.ts';
import { deleteOldAuditEntries } from '../auth/auditLog.sql.ts';
import { deleteOldInvitations } from '../auth/invitations.sql.ts';
import { deleteExpiredSessions } from '../auth/sessions/sessions.sql.ts';
import { deleteOldLinks } from '../auth/signInLinks.sql.ts';
import { runDueSources } from '../ingestion/live/savedSources.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { deleteExpiredKeys } from '../rpc/idempotency.sql.ts';
import { deleteOldMails } from '../integrations/mail/outbox.sql.ts';
import { deleteUnusedMedia } from '../boards/media/deleteUnused.ts';
import { deleteForgottenAds } from '../boards/savedAds.sql.ts';
import { forgetVisitors } from '../boards/boardViews.sql.ts';
import { deleteOldDeliveries } from '../alerts/webhooks/deliveries.sql.ts';
import { deleteOldNotifications } from '../alerts/inbox.sql.ts';
import { deleteUnusedFiles } from '../studio/storedFiles.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { deleteExpired, type Deletion } from './housekeeping.ts';
import type { ScheduledJob } from './jobs.ts';

export interface ScheduleParts {
  readonly db: Postgres;
  /** Where ads go that scheduled sources tell of. */
  readonly sink: AdWriter;
  /** Counts totals and embeds texts that wait for it, as long as there is time. */
  readonly refreshDerived: (hasTime: () => boolean) => Promise<void>;
  /** Fills in saved ads that the index knows by now; how many. */
  readonly completeSavedAds: (stopping: AbortSignal) => Promise<number>;
  /** Updates saved ads from the index that no recording has updated; how many. */
  readonly updateSavedAds: (stopping: AbortSignal) => Promise<number>;
  /** Keeps pictures of saved ads that wait for it. */
  readonly keepMedia: (stopping: AbortSignal) => Promise<void>;
  /** Sends mails that are due. */
  readonly sendMails: (stopping: AbortSignal) => Promise<void>;
  /** Sends messages to webhooks that are due. */
  readonly deliver: (stopping: AbortSignal) => Promise<void>;
  /** Tells what daily and weekly rules have found, when it is time. */
  readonly tellDigests: () => Promise<unknown>;
  /** Holds imports that have ended against the rules. */
  readonly lookAtImports: (stopping: AbortSignal) => Promise<unknown>;
  /** Asks a text model for tags of ads that have few; null where there is none. */
  readonly askForTags: ((stopping: AbortSignal) => Promise<void>) | null;
  /** Looks for damage to the index. */
  readonly checkIndex: (stopping: AbortSignal) => Promise<void>;
  /** Where kept pictures and those of the studio are. */
  readonly files: FileStore;
  readonly log: Logger;
}

/** Less than the ten minutes after which it is done again: what a turn does not reach waits for the next. */
const turnMilliseconds = 8 * 60_000;

function timeUntil(stopping: AbortSignal): () => boolean {
  const end = performance.now() + turnMilliseconds;
  return () => !stopping.aborted && performance.now() < end;
}

/** Everything that Magpie does by the clock. */
export function jobSchedule({
  db,
  sink,
  refreshDerived,
  completeSavedAds,
  updateSavedAds,
  keepMedia,
  sendMails,
  deliver,
  tellDigests,
  lookAtImports,
  askForTags,
  checkIndex,
  files,
  log,
}: ScheduleParts): readonly ScheduledJob[] {
  return [
    {
      name: 'housekeeping',
      cron: '*/10 * * * *',
      run: (stopping) => deleteExpired(deletionsOf(db, files), timeUntil(stopping), log),
    },
    {
      name: 'sources',
      cron: '* * * * *',
      run: (stopping) => runDueSources({ db, sink, log, stopping, now: Date.now }),
    },
    {
      name: 'saved-ads',
      cron: '*/10 * * * *',
      run: async (stopping) => {
        const completed = await completeSavedAds(stopping);
        if (completed > 0) log.info({ completed }, 'saved ads that were only an address are whole now');
        const updated = await updateSavedAds(stopping);
        if (updated > 0) log.info({ updated }, 'saved ads updated from the index');
      },
    },
    { name: 'media', cron: '* * * * *', run: keepMedia },
    { name: 'mails', cron: '* * * * *', run: sendMails },
    { name: 'webhooks', cron: '* * * * *', run: deliver },
    { name: 'alerts', cron: '* * * * *', run: async (stopping) => void (await lookAtImports(stopping)) },
    { name: 'digests', cron: '*/10 * * * *', run: async () => void (await tellDigests()) },
    {
      name: 'vectors',
      cron: '*/10 * * * *',
      // Some embedders take hours for a large import.
      run: (stopping) => refreshDerived(timeUntil(stopping)),
    },
    { name: 'index-check', cron: '17 * * * *', run: checkIndex },
    ...(askForTags === null ? [] : [{ name: 'tags', cron: '*/10 * * * *', run: askForTags }]),
  ];
}

/** Whatever is deleted when its time is over. */
function deletionsOf(db: Postgres, files: FileStore): Readonly<Record<string, Deletion>> {
  return {
    apiKeys: () => deleteDeadKeys(db),
    appSecrets: () => deleteExpiredAppSecrets(db),
    idempotencyKeys: () => deleteExpiredKeys(db),
    forgottenAds: () => deleteForgottenAds(db),
    visitors: () => forgetVisitors(db),
    pictures: () => deleteUnusedMedia(db, files),
    studioFiles: () => deleteUnusedFiles(db, files),
    mails: () => deleteOldMails(db),
    acts: () => deleteOldAuditEntries(db),
    invitations: () => deleteOldInvitations(db),
    deliveries: () => deleteOldDeliveries(db),
    notifications: () => deleteOldNotifications(db),
    sessions: () => deleteExpiredSessions(db),
    links: () => deleteOldLinks(db),
  };
}
