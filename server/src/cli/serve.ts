import { procedureBase } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { checkIndex, checkLosses } from '../ads/indexHealth.ts';
import { ensureOwner, type Welcome, welcomeOwner } from '../auth/people.ts';
import { buildSignInUrl } from '../auth/signInLinks.ts';
import { readDashboard } from '../http/routes/dashboard.ts';
import { siteAddress } from '../http/siteAddress.ts';
import { createModelTagging } from '../enrichment/modelTagging.ts';
import { withDemoImages } from '../ingestion/demo/loadDemo.ts';
import { createApp, type Instance, openInstance } from '../app.ts';
import { withDiskSpaceCheck } from '../ingestion/importing/adWriter.ts';
import { type Jobs, type ScheduledJob, startJobs } from '../jobs/jobs.ts';
import { jobSchedule } from '../jobs/schedule.ts';
import { bytesPerMegabyte, type Config } from '../config/config.ts';
import { type DataFolder, type DiskSpace, watchDiskSpace } from '../config/dataFolder.ts';
import type { Logger } from '../config/log.ts';
import { openMailer, type Mailer } from '../integrations/mail/mailer.ts';
import { sendDueMails } from '../integrations/mail/sendMails.ts';
import { listen as listenToPostgres, type Listening } from '../db/postgres/listen.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { createSafePost } from '../integrations/safeFetch/safePost.ts';
import { openTextModel } from '../integrations/textModel.ts';
import { accountQuota, storeDueMedia, type MediaParts } from '../boards/media/storeMedia.ts';
import { completePlaceholders } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import { updateSavedAds } from '../boards/measurements.ts';
import { matchImports } from '../alerts/alerts.ts';
import { deliverDue, type DeliveryParts } from '../alerts/webhooks/deliveries.ts';
import { sendDueDigests } from '../alerts/notify.ts';
import { createLiveInbox, type LiveInbox } from '../alerts/liveInbox.ts';
import { type ImageMaker, startImageMaker } from '../studio/imageMaker.ts';
import { type MakingParts, defaultPace } from '../studio/makeImages.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';
import { installedVersion } from '../system/system.ts';
import { FirstDemo } from './firstDemo.ts';
import { createSavingParts } from './libraryAccess.ts';
import { explainListenError, probeListenAddress } from './listenErrors.ts';
import { listenForCommands } from './socket.ts';

class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** May be called twice, by a failure and by a signal; both wait for the same promise. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  /** A failed close does not prevent the others. */
  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.toReversed())
      await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

/** Opens everything, listens and prints the addresses; the process then runs until a signal. */
export async function serve(
  folder: DataFolder,
  config: Config,
  log: Logger,
  print: (text: string) => void,
): Promise<void> {
  // Fail early, before opening the engines. A later conflict is reported by listen().
  await probeListenAddress(config);
  const opened = new Opened();
  const stopping = new AbortController();
  const started = open(opened, folder, config, log, print, stopping.signal);
  stopOnSignal(started, opened, stopping, log);
  try {
    await started;
  } catch (error) {
    await opened
      .close()
      .catch((closing: unknown) => log.error({ err: closing }, 'cleanup after failed start failed'));
    throw error;
  }
}

async function open(
  opened: Opened,
  folder: DataFolder,
  config: Config,
  log: Logger,
  print: (text: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const instance = await openInstance(folder, config, log);
  opened.add(() => instance.close());
  await ensureOwner(instance.db, config.bootstrapKey);
  await checkIndexAtStart(instance);
  const room = watchDiskSpace(folder.path);
  const { db } = instance;
  await instance.files.check();
  const mailer = openMailerFor(instance, opened);
  let service: FastifyInstance | undefined;
  const site = (): string => siteAddress({ addresses: () => service?.addresses() ?? [] }, config);
  const jobs = await startJobs(db.connection, buildSchedule(instance, { room, mailer, site }), log);
  opened.add(() => jobs.stop());
  const imageMaker = startImageMaker(makingParts(instance, room));
  opened.add(() => imageMaker.stop());
  const inbox = createLiveInbox(db, log);
  const news = await listenForChanges(instance, jobs, inbox, imageMaker);
  opened.add(() => news.close());
  const commandSocket = await listenForCommands({ ...instance, siteAddress: site }, () =>
    service?.server.listening === true ? siteAddress(service, { ...config, publicUrl: null }) : null,
  );
  opened.add(() => commandSocket.close());
  const demo = new FirstDemo(instance);
  const app = await createApp({
    ...instance,
    inbox,
    isLoading: () => demo.isLoading,
    dashboard: readDashboard(),
    picturesWait: enqueueSoon(jobs, 'media', log),
  });
  service = app;
  opened.add(() => finishRequests(app, log));
  const address = await listen(app, config);
  await demo.load(stopping, print);
  if (stopping.aborted) return;
  await welcome(instance, (first) => print(banner(address, first, config)));
  log.info({ address, engines: [instance.db.description, instance.clickhouse.description] }, 'ready');
  refreshTotals(instance, stopping);
}

interface ScheduleDeps {
  readonly room: DiskSpace;
  readonly mailer: Mailer;
  readonly site: () => string;
}

function buildSchedule(instance: Instance, { room, mailer, site }: ScheduleDeps): readonly ScheduledJob[] {
  const { db, index, files, log } = instance;
  const media = mediaParts(instance, room);
  const deliveries = deliveryParts(instance);
  const alerts = { db, clickhouse: index.clickhouse, site, now: () => new Date(), log };
  return jobSchedule({
    db,
    sink: withDiskSpaceCheck(index.catalog, room),
    refreshDerived: (hasTime) => index.refreshDerived({ hasTime }),
    completeSavedAds: (signal) => completePlaceholders(createSavingParts(instance), signal),
    updateSavedAds: (signal) =>
      updateSavedAds({ db, clickhouse: index.clickhouse, catalog: index.catalog }, signal),
    storeMedia: (signal) => storeDueMedia(media, signal),
    sendMails: (signal) => sendDueMails({ db, mailer, log }, signal),
    deliver: (signal) => deliverDue(deliveries, signal),
    sendDigests: () => sendDueDigests({ db, site: site(), now: new Date() }),
    matchImports: (signal) => matchImports(alerts, signal),
    suggestTags: tagJob(instance),
    checkIndex: (signal) => checkIndex({ clickhouse: instance.clickhouse, db }, log, signal),
    files,
    log,
  });
}

/** A failed check does not prevent the start. */
async function checkIndexAtStart({ clickhouse, db, log }: Instance): Promise<void> {
  await checkLosses({ clickhouse, db }, log).catch((error: unknown) =>
    log.error({ err: error }, 'index check failed'),
  );
}

/** Updates totals that are missing after a kill. */
function refreshTotals({ index, log }: Instance, stopping: AbortSignal): void {
  index.catalog.refreshTotals().catch((error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'refreshing advertiser totals failed');
  });
}

function openMailerFor({ config, log }: Instance, opened: Opened): Mailer {
  const mailer = openMailer(config, log);
  opened.add(async () => mailer.close());
  log.info({ mailer: mailer.description }, 'mailer ready');
  return mailer;
}

/** Requests within this time start a job once. */
const debounceMilliseconds = 100;

function enqueueSoon(jobs: Jobs, job: string, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      jobs.enqueue(job).catch((error: unknown) => log.warn({ job, err: error }, 'enqueueing job failed'));
    }, debounceMilliseconds).unref();
  };
}

function listenForChanges(
  { db, log }: Instance,
  jobs: Jobs,
  inbox: LiveInbox,
  imageMaker: ImageMaker,
): Promise<Listening> {
  return listenToPostgres(
    db.connection,
    {
      magpie_inbox: (userId) => inbox.changed(userId),
      magpie_imports: enqueueSoon(jobs, 'alerts', log),
      magpie_deliveries: enqueueSoon(jobs, 'webhooks', log),
      magpie_mails: enqueueSoon(jobs, 'mails', log),
      magpie_images: () => imageMaker.wake(),
    },
    log,
  );
}

function deliveryParts({ db, config, log }: Instance): DeliveryParts {
  const post = createSafePost({ allow: config.fetchAllow });
  return { db, post, version: installedVersion(), now: () => new Date(), log };
}

function makingParts({ db, config, files, makers, log }: Instance, room: DiskSpace): MakingParts {
  const { fetchAllow, studioMegabytes } = config;
  return {
    db,
    files: createStudioFiles({ db, files, log }),
    checkStorage: () => files.check(),
    fetch: withDemoImages(createSafeFetch({ allow: fetchAllow })),
    makers,
    maxBytes: studioMegabytes * bytesPerMegabyte,
    room,
    pace: defaultPace,
    log,
  };
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

function mediaParts({ db, config, files, log }: Instance, room: DiskSpace): MediaParts {
  const { fetchAllow, pictureMegabytes, mediaMegabytes } = config;
  return {
    db,
    files,
    fetch: withDemoImages(createSafeFetch({ allow: fetchAllow })),
    room,
    pictureBytes: pictureMegabytes * bytesPerMegabyte,
    account: accountQuota(db, mediaMegabytes * bytesPerMegabyte),
    log,
  };
}

/** A failure after the banner was shown must not stop the server. */
async function welcome({ db, config, log }: Instance, show: (first: Welcome | null) => void): Promise<void> {
  let shown = false;
  try {
    await welcomeOwner(db, config.bootstrapKey, (first) => {
      show(first);
      shown = true;
    });
  } catch (error) {
    if (!shown) throw error;
    log.warn({ err: error }, 'recording the shown key failed');
  }
}

/** A client that never ends its request must not block a clean shutdown of the engines. */
const drainTimeoutMilliseconds = 8000;
const sweepMilliseconds = 50;

async function finishRequests(app: FastifyInstance, log: Logger): Promise<void> {
  const cutOff = setTimeout(() => {
    log.warn('closing connections of slow requests');
    app.server.closeAllConnections();
  }, drainTimeoutMilliseconds);
  // Keep-alive connections stay open after their last response.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMilliseconds);
  await app.close().finally(() => {
    clearInterval(sweep);
    clearTimeout(cutOff);
  });
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config;
  await explainListenError(config, app.listen({ host, port }));
  return siteAddress(app, config);
}

function banner(address: string, first: Welcome | null, { bootstrapKey }: Config): string {
  const lines = [
    'Magpie is ready.',
    '',
    `  Dashboard  ${address}/`,
    `  API        ${address}${procedureBase}`,
    `  Reference  ${address}/docs`,
  ];
  if (first !== null) {
    const { key, signInToken } = first;
    lines.push(
      `  API key    ${bootstrapKey === null ? key : 'as set in MAGPIE_BOOTSTRAP_KEY'}`,
      `  Sign in    ${buildSignInUrl(address, signInToken)}`,
      '',
      ...(bootstrapKey === null ? ["This is the owner's key. It is shown only once: save it now."] : []),
      'The sign-in link is for the owner, works once and expires in one hour.',
    );
  }
  return [...lines, ''].join('\n');
}

/** Longer than the timeouts of requests, commands, jobs and engines together. */
const shutdownTimeoutMilliseconds = 30_000;

/** Waits for the start and for open requests, then closes the engines; a second signal exits at once. */
function stopOnSignal(started: Promise<void>, opened: Opened, stopping: AbortController, log: Logger): void {
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), shutdownTimeoutMilliseconds).unref();
    const ended = started.catch(() => undefined).then(() => opened.close());
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
