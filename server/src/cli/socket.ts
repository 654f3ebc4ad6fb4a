import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import type { Sighting } from '../ads/catalog.ts';
import { exportAds } from '../ads/exportAds.ts';
import { removeDemo } from '../ingestion/demo/loadDemo.ts';
import { ingest } from '../ingestion/importing/ingest.ts';
import { type AdWriter, withDiskSpaceCheck } from '../ingestion/importing/adWriter.ts';
import { commandSocket, watchDiskSpace } from '../config/dataFolder.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Instance } from '../app.ts';
import type { ArchiveProgress } from '../boards/archive/exportLibrary.ts';
import type { SaveImportedInput } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import { type BoardImporter, createArchives, createBoardImporter } from './libraryAccess.ts';
import type { Message } from './socketClient.ts';

/**
 * Serves the command line. Access to the socket in the data folder is full access to the instance.
 *
 * @param getListenAddress the local address of the service; null until it listens
 */
export async function listenForCommands(instance: CommandInstance, getListenAddress: () => string | null) {
  const adWriter = withDiskSpaceCheck(instance.index.catalog, watchDiskSpace(instance.folder.path));
  const boardImporter = createBoardImporter(instance);
  const closing = new AbortController();
  const server = http.createServer((request, response) => {
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const stopping = AbortSignal.any([closing.signal, disconnected.signal]);
    const send = (message: Message): void => void response.write(`${JSON.stringify(message)}\n`);
    const sendError = (error: unknown): void => send({ error: { message: errorMessage(instance, error) } });
    const shared = { instance, adWriter, boardImporter, getListenAddress };
    void handleRequest({ ...shared, request, response, send, stopping })
      .catch(sendError)
      .finally(() => response.end());
  });
  const address = commandSocket(instance.folder.path);
  // We hold the lock of the data folder, so an existing socket was left by a killed server.
  rmSync(address.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // listen() creates the socket in this tick, so nobody can connect before its mode is set.
    const before = process.umask(0o177);
    server.listen(address.path, resolve);
    process.umask(before);
  });
  return {
    close: async (): Promise<void> => {
      closing.abort();
      const cutOff = setTimeout(() => server.closeAllConnections(), drainTimeoutMilliseconds);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(cutOff);
      address.release();
    },
  };
}

const drainTimeoutMilliseconds = 5000;

function errorMessage({ log }: Instance, error: unknown): string {
  if (error instanceof MagpieError) return error.message;
  log.error({ err: error }, 'command failed');
  return 'The command failed; see the server log for the cause.';
}

/** The command line has validated the ads. One with a long history is longer here than in its file. */
const maxLineBytes = 256 * 1024 * 1024;

interface CommandInstance extends Instance {
  readonly isDemoLoading: () => boolean;
}

interface SocketRequest {
  readonly instance: CommandInstance;
  readonly adWriter: AdWriter;
  readonly boardImporter: BoardImporter;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly send: (message: Message) => void;
  readonly getListenAddress: () => string | null;
  /** Aborted when the server stops or the client disconnects. */
  readonly stopping: AbortSignal;
}

async function handleRequest(socketRequest: SocketRequest): Promise<void> {
  const { instance, adWriter, boardImporter, request, response, send } = socketRequest;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://socket');
  switch (pathname) {
    case '/':
      return runRequestedCommand(socketRequest);
    case '/address':
      return send({ address: socketRequest.getListenAddress() });
    case '/hello':
      return send({ done: true });
    case '/ingest': {
      const sighting = parseSighting(searchParams.get('sighting') ?? '');
      const body = request.iterator({ destroyOnReturn: false });
      for await (const line of ingest(body, { writer: adWriter, sighting, maxLineBytes })) send(line);
      return undefined;
    }
    case '/export':
      for await (const ad of exportAds(instance.clickhouse)) {
        send({ line: JSON.stringify(ad) });
        await waitForDrain(response);
      }
      return send({ done: true });
    case '/save':
      return send({ saved: await boardImporter.save((await json(request)) as SaveImportedInput) });
    case '/library/export':
      return sendArchive(socketRequest, searchParams.get('user'));
    case '/library/import':
      return receiveArchive(socketRequest);
    case '/doctor': {
      const { checkServer } = await import('./doctor/doctor.ts');
      return send({ findings: await checkServer(instance) });
    }
    case '/schema': {
      const { schemaState } = await import('../backup/upgrade.ts');
      return send({ schema: await schemaState(instance.db, instance.clickhouse) });
    }
    case '/removeDemo':
      return send({
        removed: await removeDemo(
          instance.index.catalog,
          instance.index.clickhouse,
          instance.isDemoLoading(),
        ),
      });
    case '/endImport':
      await adWriter.endImport(searchParams.get('id') ?? '');
      return send({ done: true });
    case '/settle':
      await adWriter.optimize();
      return send({ done: true });
    default:
      throw new MagpieError('NOT_FOUND', 'The running server has another version; restart it.');
  }
}

async function runRequestedCommand({ instance, request, send, stopping }: SocketRequest): Promise<void> {
  // Loaded on demand, to keep the start fast.
  const { commands } = await import('./commands.ts');
  const { name, args } = (await json(request)) as { name: string; args: string[] };
  const command = commands.find((known) => known.name === name);
  const run = command !== undefined && 'prepare' in command ? command.prepare(args) : null;
  if (typeof run !== 'function') {
    send({ line: `The running server does not support the command '${name}'; restart it after an upgrade.` });
    return send({ exit: 1 });
  }
  return send({ exit: await run(instance, (line) => send({ line }), stopping) });
}

function parseSighting(text: string): Sighting {
  const { seenAt, ...sighting } = JSON.parse(text) as Omit<Sighting, 'seenAt'> & { seenAt: string };
  return { ...sighting, seenAt: new Date(seenAt) };
}

const progressIntervalMilliseconds = 200;

async function sendArchive(socketRequest: SocketRequest, onlyPerson: string | null): Promise<void> {
  const { instance, response, send, stopping } = socketRequest;
  const progress = throttled((at: ArchiveProgress) => send({ progress: at }));
  const write = async (bytes: Buffer): Promise<void> => {
    send({ bytes: bytes.toString('base64') });
    await waitForDrain(response);
  };
  const exporting = createArchives(instance).export({ onlyPerson, write, progress, stopping });
  send({ exported: await unlessStopped(exporting, stopping) });
}

async function receiveArchive({ instance, request, send, stopping }: SocketRequest): Promise<void> {
  const bytes = request.iterator({ destroyOnReturn: false });
  let records = 0;
  const sendRecords = throttled((count: number) => send({ records: count }));
  const onRecord = (): void => sendRecords((records += 1));
  const importing = createArchives(instance).import({ bytes, onRecord, stopping });
  send({ restored: await unlessStopped(importing, stopping) });
}

/** Errors caused by the shutdown are reported as unavailable, not as failures. */
async function unlessStopped<Result>(work: Promise<Result>, stopping: AbortSignal): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!stopping.aborted) throw error;
    throw new MagpieError('SERVICE_UNAVAILABLE', 'The server is stopping; try again after the restart.');
  });
}

function throttled<Value>(send: (value: Value) => void): (value: Value) => void {
  let sentAt = 0;
  return (value) => {
    if (performance.now() - sentAt < progressIntervalMilliseconds) return;
    sentAt = performance.now();
    send(value);
  };
}

/** Backpressure: an export can be larger than memory, so the writer waits for a slow reader and stops if it disconnects. */
export async function waitForDrain(response: http.ServerResponse): Promise<void> {
  if (response.destroyed) throw disconnectedError();
  if (!response.writableNeedDrain) return;
  const settled = new AbortController();
  await Promise.race([
    once(response, 'drain', { signal: settled.signal }),
    once(response, 'close', { signal: settled.signal }).then(() => {
      throw disconnectedError();
    }),
  ]).finally(() => settled.abort());
}

function disconnectedError(): Error {
  return new Error('The client disconnected.');
}
