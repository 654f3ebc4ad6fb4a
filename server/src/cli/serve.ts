import { procedureBase } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { checkIndex, checkLosses } from '../ads/indexHealth.ts';
import { ensureOwner, type Welcome, welcomeOwner } from '../auth/people.ts';
import { signInAddress } from '../auth/signInLinks.ts';
import { readDashboard } from '../http/dashboard.ts';
import { probePort } from '../http/probePort.ts';
import { siteAddress } from '../http/siteAddress.ts';
import { createTagAsking } from '../enrichment/askForTags.ts';
import { withDemoPictures } from '../demo/host.ts';
import { openInstance, type Instance } from '../instance.ts';
import { withRoom } from '../ingestion/importing/adWriter.ts';
import { type Jobs, type ScheduledJob, startJobs } from '../jobs/jobs.ts';
import { jobSchedule } from '../jobs/schedule.ts';
import { bytesOfMegabyte, type Config } from '../config/config.ts';
import { type DataFolder, type Room, watchRoom } from '../config/dataFolder.ts';
import type { Logger } from '../config/log.ts';
import { type Mailer, openMailer } from '../integrations/mail/mailer.ts';
import { sendDueMails } from '../integrations/mail/sendMails.ts';
import { listen as listenToPostgres, type Listening } from '../db/postgres/listen.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { createSafePost } from '../integrations/safeFetch/safePost.ts';
import { openTextModel } from '../integrations/textModel.ts';
import { accountRoom } from '../boards/media/accountRoom.ts';
import { keepDueMedia, type MediaParts } from '../boards/media/keepMedia.ts';
import { completePlaceholders } from '../boards/fromElsewhere/completePlaceholders.ts';
import { updateSavedAds } from '../boards/measurements.ts';
import { lookAtImports } from '../alerts/alerts.ts';
import { deliverDue, type DeliveryParts } from '../alerts/webhooks/deliveries.ts';
import { sendDueDigests } from '../alerts/digests.ts';
import { createLiveInbox, type LiveInbox } from '../alerts/liveInbox.ts';
import { createService } from '../service.ts';
import { type ImageMaker, startImageMaker } from '../studio/imageMaker.ts';
import { type MakingParts, usualPace } from '../studio/makeImages.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';
import { installedVersion } from '../system/system.ts';
import { FirstDemo } from './firstDemo.ts';
import { savingPartsOf } from './boardImporter.ts';
import { listenForCommands } from './socket.ts';

/** What was opened, closed in the opposite order. */
class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** May be asked for twice, by a failure and by a signal: both wait for the same end. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  /** One that cannot be closed does not keep the others open. */
  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.toReversed())
      await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

/** Opens everything, listens and says where; then the process runs until it is told to stop. */
export async function serve(
  folder: DataFolder,
  config: Config,
  log: Logger,
  print: (text: string) => void,
): Promise<void> {
  // Before time is spent on engines; a program that takes the port meanwhile is noticed when we listen.
  await explained(config, probePort(config.host, config.port));
  const opened = new Opened();
  const stopping = new AbortController();
  const started = open(opened, folder, config, log, print, stopping.signal);
  stopOnSignal(started, opened, stopping, log);
  try {
    await started;
  } catch (error) {
    await opened
      .close()
      .catch((closing: unknown) => log.error({ err: closing }, 'closing after a failed start'));
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
  const room = watchRoom(folder.path);
  const { db } = instance;
  await instance.files.check();
  const mailer = mailerOf(instance, opened);
  let service: FastifyInstance | undefined;
  const site = (): string => siteAddress({ addresses: () => service?.addresses() ?? [] }, config);
  const jobs = await startJobs(db.connection, scheduleOf(instance, { room, mailer, site }), log);
  opened.add(() => jobs.stop());
  const imageMaker = startImageMaker(makingParts(instance, room));
  opened.add(() => imageMaker.stop());
  const inbox = createLiveInbox(db, log);
  const news = await hearNews(instance, jobs, inbox, imageMaker);
  opened.add(() => news.close());
  const commandSocket = await listenForCommands({ ...instance, siteAddress: site }, () =>
    service?.server.listening === true ? siteAddress(service, { ...config, publicUrl: null }) : null,
  );
  opened.add(() => commandSocket.close());
  const demo = new FirstDemo(instance);
  const app = await createService({
    ...instance,
    inbox,
    isLoading: () => demo.isLoading,
    dashboard: readDashboard(),
    picturesWait: soon(jobs, 'media', log),
  });
  service = app;
  opened.add(() => finishRequests(app, log));
  const address = await listen(app, config);
  await demo.load(stopping, print);
  if (stopping.aborted) return;
  await welcome(instance, (first) => print(banner(address, first, config)));
  log.info({ address, engines: [instance.db.description, instance.clickhouse.description] }, 'ready');
  countTotals(instance, stopping);
}

interface ScheduleSurroundings {
  readonly room: Room;
  readonly mailer: Mailer;
  readonly site: () => string;
}

function scheduleOf(
  instance: Instance,
  { room, mailer, site }: ScheduleSurroundings,
): readonly ScheduledJob[] {
  const { db, index, files, log } = instance;
  const media = mediaParts(instance, room);
  const deliveries = deliveryParts(instance);
  const alerts = { db, clickhouse: index.clickhouse, site, now: () => new Date(), log };
  return jobSchedule({
    db,
    sink: withRoom(index.catalog, room),
    refreshDerived: (hasTime) => index.refreshDerived({ hasTime }),
    completeSavedAds: (signal) => completePlaceholders(savingPartsOf(instance), signal),
    updateSavedAds: (signal) =>
      updateSavedAds({ db, clickhouse: index.clickhouse, catalog: index.catalog }, signal),
    keepMedia: (signal) => keepDueMedia(media, signal),
    sendMails: (signal) => sendDueMails({ db, mailer, log }, signal),
    deliver: (signal) => deliverDue(deliveries, signal),
    tellDigests: () => sendDueDigests({ db, site: site(), now: new Date() }),
    lookAtImports: (signal) => lookAtImports(alerts, signal),
    askForTags: tagAsking(instance),
    checkIndex: (signal) => checkIndex({ clickhouse: instance.clickhouse, db }, log, signal),
    files,
    log,
  });
}

/** An index that cannot be checked is served all the same. */
async function checkIndexAtStart({ clickhouse, db, log }: Instance): Promise<void> {
  await checkLosses({ clickhouse, db }, log).catch((error: unknown) =>
    log.error({ err: error }, 'the index of ads could not be checked for damage'),
  );
}

/** What a kill kept from being counted. */
function countTotals({ index, log }: Instance, stopping: AbortSignal): void {
  index.catalog.refreshTotals().catch((error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'counting what advertisers come to');
  });
}

function mailerOf({ config, log }: Instance, opened: Opened): Mailer {
  const mailer = openMailer(config, log);
  opened.add(async () => mailer.close());
  log.info(`mails go to ${mailer.description}`);
  return mailer;
}

/** However often it is asked for meanwhile, a job is then begun once. */
const gatherMilliseconds = 100;

/** Has a job done now; the clock would have it done a minute later. */
function soon(jobs: Jobs, job: string, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      jobs.enqueue(job).catch((error: unknown) => log.warn({ job, err: error }, 'a job waits for the clock'));
    }, gatherMilliseconds).unref();
  };
}

/** Takes up what statements of this node and of others say. */
function hearNews(
  { db, log }: Instance,
  jobs: Jobs,
  inbox: LiveInbox,
  imageMaker: ImageMaker,
): Promise<Listening> {
  return listenToPostgres(
    db.connection,
    {
      magpie_inbox: (userId) => inbox.changed(userId),
      magpie_imports: soon(jobs, 'alerts', log),
      magpie_deliveries: soon(jobs, 'webhooks', log),
      magpie_mails: soon(jobs, 'mails', log),
      magpie_images: () => imageMaker.wake(),
    },
    log,
  );
}

function deliveryParts({ db, config, log }: Instance): DeliveryParts {
  const post = createSafePost({ allow: config.fetchAllow });
  return { db, post, version: installedVersion(), now: () => new Date(), log };
}

function makingParts({ db, config, files, makers, log }: Instance, room: Room): MakingParts {
  const { fetchAllow, studioMegabytes } = config;
  return {
    db,
    files: createStudioFiles({ db, files, log }),
    checkStorage: () => files.check(),
    fetch: withDemoPictures(createSafeFetch({ allow: fetchAllow })),
    makers,
    mostBytes: studioMegabytes * bytesOfMegabyte,
    room,
    pace: usualPace,
    log,
  };
}

const tagQuestionMilliseconds = 120_000;

function tagAsking({ db, index, config, log }: Instance): ((stopping: AbortSignal) => Promise<void>) | null {
  const { catalog, clickhouse } = index;
  // Nobody waits for tags, and a model of one's own may be slow.
  const textModel = openTextModel(config, tagQuestionMilliseconds);
  return textModel === null
    ? null
    : createTagAsking({ db, clickhouse, catalog, textModel, now: () => new Date(), log });
}

function mediaParts({ db, config, files, log }: Instance, room: Room): MediaParts {
  const { fetchAllow, pictureMegabytes, mediaMegabytes } = config;
  return {
    db,
    files,
    fetch: withDemoPictures(createSafeFetch({ allow: fetchAllow })),
    room,
    pictureBytes: pictureMegabytes * bytesOfMegabyte,
    account: accountRoom(db, mediaMegabytes * bytesOfMegabyte),
    log,
  };
}

/** Who was told that we are ready relies on it: what fails after that is not the end. */
async function welcome({ db, config, log }: Instance, show: (first: Welcome | null) => void): Promise<void> {
  let shown = false;
  try {
    await welcomeOwner(db, config.bootstrapKey, (first) => {
      show(first);
      shown = true;
    });
  } catch (error) {
    if (!shown) throw error;
    log.warn({ err: error }, 'that the first key was shown could not be noted');
  }
}

/** A client that never ends its request must not keep the engines from being closed in order. */
const requestsMayTakeMilliseconds = 8000;
const sweepMilliseconds = 50;

async function finishRequests(app: FastifyInstance, log: Logger): Promise<void> {
  const cutOff = setTimeout(() => {
    log.warn('cutting off requests that took too long');
    app.server.closeAllConnections();
  }, requestsMayTakeMilliseconds);
  // When a request in flight has been answered, its client keeps the connection for the next one.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMilliseconds);
  await app.close().finally(() => {
    clearInterval(sweep);
    clearTimeout(cutOff);
  });
}

/** What the system says when it lets nobody listen there, and what to do about it. */
const listenProblems: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken by another program; set PORT to a free one.`,
  EACCES: ({ port }) => `This account may not listen on port ${port}; set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is ${host}, which is no address of this machine; set it to one.`,
  ENOTFOUND: ({ host }) => `HOST is ${host}, a name that is not known here; set it to an address.`,
  EAI_AGAIN: ({ host }) => `HOST is ${host}, a name that could not be looked up; set it to an address.`,
};

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config;
  await explained(config, app.listen({ host, port }));
  return siteAddress(app, config);
}

async function explained(config: Config, listening: Promise<unknown>): Promise<void> {
  try {
    await listening;
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ''];
    throw problem === undefined ? error : new Error(problem(config), { cause: error });
  }
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
      `  API key    ${bootstrapKey === null ? key : 'the one in MAGPIE_BOOTSTRAP_KEY'}`,
      `  Sign in    ${signInAddress(address, signInToken)}`,
      '',
      ...(bootstrapKey === null ? ["This is the owner's key. It is shown only now: keep it."] : []),
      'The link signs the owner in once, within one hour.',
    );
  }
  return [...lines, ''].join('\n');
}

/** More than requests, commands, jobs and engines may take one after the other. */
const longestGoodbyeMilliseconds = 30_000;

/**
 * Lets the start, which is short, and requests in flight finish, and the engines close; a second signal does
 * not wait.
 */
function stopOnSignal(started: Promise<void>, opened: Opened, stopping: AbortController, log: Logger): void {
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), longestGoodbyeMilliseconds).unref();
    const ended = started.catch(() => undefined).then(() => opened.close());
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
