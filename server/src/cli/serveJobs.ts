import { checkIndex } from '../ads/indexHealth.ts';
import { matchImports } from '../alerts/alerts.ts';
import { sendDueDigests } from '../alerts/notify.ts';
import { deliverDue, type DeliveryParts } from '../alerts/webhooks/deliveries.ts';
import { instanceSecret } from '../auth/people.ts';
import { createNameIndex } from '../advertisers/nameIndex.ts';
import { createWeekResearch } from '../advertisers/weekResearch.ts';
import type { Instance } from '../app.ts';
import { updateSavedAds } from '../boards/measurements.ts';
import { comparePictures } from '../boards/media/comparePictures.ts';
import { readPictures } from '../boards/media/readPictures.ts';
import { accountQuota, storeDueMedia, type MediaParts } from '../boards/media/storeMedia.ts';
import { completePlaceholders } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import { bytesPerMegabyte } from '../config/config.ts';
import type { DiskSpace } from '../config/dataFolder.ts';
import { createModelTagging } from '../enrichment/modelTagging.ts';
import { readShownPictures } from '../enrichment/readShownPictures.ts';
import { confirmDemoDaily } from '../ingestion/demo/confirmDemo.ts';
import { withDemoImages } from '../ingestion/demo/demoMedia.ts';
import { withDiskSpaceCheck } from '../ingestion/importing/adWriter.ts';
import type { Mailer } from '../integrations/mail/mailer.ts';
import { sendDueMails } from '../integrations/mail/sendMails.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { createSafePost } from '../integrations/safeFetch/safePost.ts';
import { openTextModel } from '../integrations/textModel.ts';
import { createPictureReader } from '../integrations/words/pictureReader.ts';
import type { ScheduledJob } from '../jobs/jobs.ts';
import { jobSchedule } from '../jobs/schedule.ts';
import { createReports } from '../reports/feature.ts';
import { installedVersion } from '../system/system.ts';
import { createSavingParts } from './libraryAccess.ts';

interface ScheduleDeps {
  readonly room: DiskSpace;
  readonly mailer: Mailer;
  readonly site: () => string;
}

const today = (): string => new Date().toISOString().slice(0, 10);

export function buildSchedule(
  instance: Instance,
  { room, mailer, site }: ScheduleDeps,
): readonly ScheduledJob[] {
  const { db, index, files, log } = instance;
  const media = mediaParts(instance, room);
  const deliveries = deliveryParts(instance, site);
  const alerts = { db, clickhouse: index.clickhouse, site, now: () => new Date(), log };
  const sink = withDiskSpaceCheck(index.catalog, room);
  return jobSchedule({
    db,
    sink,
    refreshDerived: (hasTime) => index.refreshDerived({ hasTime }),
    completeSavedAds: (signal) => completePlaceholders(createSavingParts(instance), signal),
    updateSavedAds: (signal) =>
      updateSavedAds({ db, clickhouse: index.clickhouse, catalog: index.catalog }, signal),
    storeMedia: async (signal) => {
      await storeDueMedia(media, signal);
      await comparePictures({ db, files, catalog: index.catalog }, signal);
    },
    readPictures: pictureWordsJob(instance),
    sendMails: (signal) => sendDueMails({ db, mailer, log }, signal),
    deliver: (signal) => deliverDue(deliveries, signal),
    sendDigests: () => sendDueDigests({ db, site: site(), now: new Date() }),
    sendReports: reportJob(instance, site),
    matchImports: (signal) => matchImports(alerts, signal),
    suggestTags: tagJob(instance),
    checkIndex: (signal) => checkIndex({ clickhouse: instance.clickhouse, db }, log, signal),
    confirmDemo: confirmDemoDaily({ clickhouse: instance.clickhouse, writer: sink }, today),
    files,
    log,
  });
}

/** Reports are made seldom, so ClickHouse answers them and not the memory of the service. */
function reportJob(instance: Instance, site: () => string): (stopping: AbortSignal) => Promise<number> {
  const { db, config, index, log } = instance;
  const { clickhouse, catalog, enrichment, tagDefinitions } = index;
  const newestRecording = () => catalog.recordings.newest();
  const names = createNameIndex({ clickhouse, newestRecording });
  const research = createWeekResearch({
    clickhouse,
    names,
    newestRecording,
    today,
    siteAddress: site,
    tagDefinitions,
  });
  const presentAds = index.presentation(site);
  return async (stopping) => {
    const secret = await instanceSecret(db, config.secret);
    const shared = { db, clickhouse, enrichment, presentAds, secret, log, research, siteAddress: site };
    return createReports({ ...shared, now: () => new Date() }).sendDue(stopping);
  };
}

function deliveryParts({ db, config, log }: Instance, site: () => string): DeliveryParts {
  const post = createSafePost({ allow: config.fetchAllow });
  return { db, post, version: installedVersion(), site, now: () => new Date(), log };
}

const tagRequestTimeoutMilliseconds = 120_000;

function tagJob({ db, index, config, log }: Instance): ((stopping: AbortSignal) => Promise<void>) | null {
  const { catalog, clickhouse } = index;
  // A background job, so a slow local model is fine.
  const textModel = openTextModel(config, tagRequestTimeoutMilliseconds);
  return textModel === null
    ? null
    : createModelTagging({ db, clickhouse, catalog, textModel, now: () => new Date(), log });
}

/** Saved ads come first. */
function pictureWordsJob({ db, config, files, index, log, shownPictures: shown }: Instance) {
  if (shown === undefined) return null;
  const { catalog, clickhouse } = index;
  const fetch = createSafeFetch({ allow: config.fetchAllow });
  const maxBytes = config.pictureMegabytes * bytesPerMegabyte;
  const parts = {
    db,
    clickhouse,
    files,
    catalog,
    shown,
    fetch,
    maxBytes,
    openReader: createPictureReader,
    log,
  };
  return async (stopping: AbortSignal): Promise<void> => {
    await readPictures(parts, stopping);
    if (!stopping.aborted) await readShownPictures(parts, stopping);
  };
}

function mediaParts({ db, config, files, log }: Instance, room: DiskSpace): MediaParts {
  const { fetchAllow, pictureMegabytes, videoMegabytes, mediaMegabytes } = config;
  return {
    db,
    files,
    fetch: withDemoImages(createSafeFetch({ allow: fetchAllow })),
    room,
    pictureBytes: pictureMegabytes * bytesPerMegabyte,
    videoBytes: videoMegabytes * bytesPerMegabyte,
    account: accountQuota(db, mediaMegabytes * bytesPerMegabyte),
    log,
  };
}
