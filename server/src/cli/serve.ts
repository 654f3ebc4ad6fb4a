import { procedureBase } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { checkLosses } from '../ads/indexHealth.ts';
import { ensureOwner, type Welcome, welcomeOwner } from '../auth/people.ts';
import { buildSignInUrl } from '../auth/signInLinks.ts';
import { type CurrentDashboard, readDashboard } from '../http/routes/dashboard.ts';
import type { Listener } from '../http/listener.ts';
import { siteAddress } from '../http/siteAddress.ts';
import { withDemoImages } from '../ingestion/demo/demoMedia.ts';
import { createApp, type Instance, openInstance } from '../app.ts';
import { formatCount } from '../ingestion/importing/progress.ts';
import { type Jobs, startJobs } from '../jobs/jobs.ts';
import { bytesPerMegabyte, type Config } from '../config/config.ts';
import { type DataFolder, type DiskSpace, watchDiskSpace } from '../config/dataFolder.ts';
import type { Logger } from '../config/log.ts';
import { openMailer } from '../integrations/mail/mailer.ts';
import { listen as listenToPostgres, type Listening } from '../db/postgres/listen.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { createLiveInbox, type LiveInbox } from '../alerts/liveInbox.ts';
import { type ImageMaker, startImageMaker } from '../studio/imageMaker.ts';
import { type MakingParts, defaultPace } from '../studio/makeImages.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';
import { FirstDemo } from './firstDemo.ts';
import { buildSchedule } from './serveJobs.ts';
import { listenForCommands } from './socket.ts';
import type { StartDisplay } from './startDisplay.ts';

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

/** The outcome of `scripts/dashboard.cjs`. */
export type DashboardBuild = Promise<string>;

export interface ServeOptions {
  readonly folder: DataFolder;
  readonly config: Config;
  readonly log: Logger;
  readonly display: StartDisplay;
  /** The open port. */
  readonly listener: Listener;
  /** Null if the dashboard is not being built. */
  readonly dashboardBuild: DashboardBuild | null;
}

/** Opens everything, serves at the port and prints the addresses; the process then runs until a signal. */
export async function serve(options: ServeOptions): Promise<void> {
  const { log } = options;
  const opened = new Opened();
  const stopping = new AbortController();
  const started = open(opened, options, stopping.signal);
  stopOnSignal(started, opened, stopping, options);
  try {
    await started;
  } catch (error) {
    await opened
      .close()
      .catch((closing: unknown) => log.error({ err: closing }, 'cleanup after failed start failed'));
    throw error;
  }
}

async function open(opened: Opened, options: ServeOptions, stopping: AbortSignal): Promise<void> {
  const { folder, config, log, display } = options;
  opened.add(async () => display.close());
  const dashboard = trackDashboard(options);
  const instance = await openInstance(folder, config, log, (engine, opening) =>
    display.track({ doing: `Starting ${engine}`, done: `Started ${engine}` }, opening),
  );
  opened.add(() => instance.close());
  const step = { doing: 'Preparing the service', done: 'Prepared the service' };
  const prepared = await display.track(step, prepare(opened, options, instance, dashboard, stopping));
  if (prepared === null) return;
  const { demo, isDemoNeeded, mailer, site } = prepared;
  const address = site();
  const engines = [instance.db.description, instance.clickhouse.description];
  // A terminal has the banner.
  log[display.isTerminal ? 'debug' : 'info']({ address, engines, mailer: mailer.description }, 'ready');
  await welcome(instance, (first) => display.printLast(banner(address, first, config, isDemoNeeded)));
  const loading = isDemoNeeded ? loadFirstDemo(demo, options, stopping) : Promise.resolve();
  void loading.then(() => refreshTotals(instance, stopping));
  // The engines are closed after the last batch.
  opened.add(() => loading);
}

/** Opens what runs on the engines and attaches the service to the open port. Null if it was stopped meanwhile. */
async function prepare(
  opened: Opened,
  { folder, config, log, listener }: ServeOptions,
  instance: Instance,
  dashboard: CurrentDashboard,
  stopping: AbortSignal,
) {
  await ensureOwner(instance.db, config.bootstrapKey);
  await checkIndexAtStart(instance);
  const room = watchDiskSpace(folder.path);
  const { db } = instance;
  await instance.files.check();
  const mailer = openMailer(config, log);
  opened.add(async () => mailer.close());
  const site = (): string => siteAddress(config, listener.server);
  const jobs = await startJobs(db.connection, buildSchedule(instance, { room, mailer, site }), log);
  opened.add(() => jobs.stop());
  const imageMaker = startImageMaker(makingParts(instance, room));
  opened.add(() => imageMaker.stop());
  const inbox = createLiveInbox(db, log);
  const news = await listenForChanges(instance, jobs, inbox, imageMaker, stopping);
  opened.add(() => news.close());
  const demo = new FirstDemo(instance);
  const commandSocket = await listenForCommands(
    { ...instance, siteAddress: site, isDemoLoading: () => demo.progress !== null },
    () => (listener.isAttached ? siteAddress({ ...config, publicUrl: null }, listener.server) : null),
  );
  opened.add(() => commandSocket.close());
  const app = await createApp({
    ...instance,
    inbox,
    demoProgress: () => demo.progress,
    dashboard,
    listener,
    picturesWait: enqueueSoon(jobs, 'media', log, stopping),
  });
  opened.add(() => finishRequests(app, log));
  const isDemoNeeded = await demo.prepare();
  if (stopping.aborted) return null;
  await app.ready();
  return { demo, isDemoNeeded, mailer, site };
}

/** Serves the dashboard when its build has ended; its pages wait until then. */
function trackDashboard({ dashboardBuild, display, listener, log }: ServeOptions): CurrentDashboard {
  if (dashboardBuild === null) {
    const dashboard = readDashboard();
    return () => dashboard;
  }
  let current: ReturnType<CurrentDashboard> = null;
  let outcome = '';
  const finish = async (): Promise<void> => {
    outcome = await dashboardBuild;
    current = readDashboard();
    if (outcome !== 'built') throw new Error(`The build ended with: ${outcome}.`);
  };
  const step = { doing: 'Building the dashboard', done: 'Built the dashboard' };
  listener.holdPages(display.track(step, finish())).catch((error: unknown) => {
    // Ctrl-C is no failure.
    if (outcome === 'stopped') return;
    log.warn({ err: error }, 'dashboard not built, serving the previous build if there is one');
  });
  return () => current;
}

/** The service runs without demo ads if they cannot be loaded; the next start tries again. */
async function loadFirstDemo(
  demo: FirstDemo,
  { display, log }: ServeOptions,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await demo.load(stopping, display);
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, 'loading demo ads failed');
  }
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

/** Requests within this time start a job once. */
const debounceMilliseconds = 100;

function enqueueSoon(jobs: Jobs, job: string, log: Logger, stopping: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // The queue is closed by then; the next start runs the job.
      if (stopping.aborted) return;
      jobs.enqueue(job).catch((error: unknown) => log.warn({ job, err: error }, 'enqueueing job failed'));
    }, debounceMilliseconds).unref();
  };
}

function listenForChanges(
  { db, log }: Instance,
  jobs: Jobs,
  inbox: LiveInbox,
  imageMaker: ImageMaker,
  stopping: AbortSignal,
): Promise<Listening> {
  return listenToPostgres(
    db.connection,
    {
      magpie_inbox: (userId) => inbox.changed(userId),
      magpie_imports: enqueueSoon(jobs, 'alerts', log, stopping),
      magpie_deliveries: enqueueSoon(jobs, 'webhooks', log, stopping),
      magpie_mails: enqueueSoon(jobs, 'mails', log, stopping),
      magpie_images: () => imageMaker.wake(),
    },
    log,
  );
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

/** The link is the last line: nobody has to search for it. */
function banner(address: string, first: Welcome | null, config: Config, isDemoNeeded: boolean): string {
  const lines = [
    'Magpie is ready.',
    '',
    `  Dashboard  ${address}/`,
    `  API        ${address}${procedureBase}`,
    `  Reference  ${address}/docs`,
  ];
  if (isDemoNeeded) {
    lines.push(`  Demo ads   ${formatCount(config.demoAds)} are being loaded (MAGPIE_DEMO_ADS=0 for none)`);
  }
  if (first !== null) {
    const { key, signInToken } = first;
    const isOwnKey = config.bootstrapKey !== null;
    lines.push(
      '',
      ...(isOwnKey ? [] : ["This is the owner's key. It is shown only once: save it now."]),
      'The sign-in link is for the owner, works once and expires in one hour.',
      '',
      `  API key    ${isOwnKey ? 'as set in MAGPIE_BOOTSTRAP_KEY' : key}`,
      `  Sign in    ${buildSignInUrl(address, signInToken)}`,
    );
  }
  return [...lines, ''].join('\n');
}

/** Longer than the timeouts of requests, commands, jobs and engines together. */
const shutdownTimeoutMilliseconds = 30_000;

/** A terminal sends Ctrl-C to all its processes and npm forwards it once more, so that one key press arrives twice. */
const repeatedSignalMilliseconds = 500;

/** Waits for the start and for open requests, then closes the engines; a second signal exits at once. */
function stopOnSignal(
  started: Promise<void>,
  opened: Opened,
  stopping: AbortController,
  { display, log }: ServeOptions,
): void {
  let firstSignalAt = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) {
      if (performance.now() - firstSignalAt > repeatedSignalMilliseconds) process.exit(1);
      return;
    }
    firstSignalAt = performance.now();
    stopping.abort();
    display.close();
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
