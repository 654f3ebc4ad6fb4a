import { rmSync } from 'node:fs';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import type { IngestLine } from '@magpie/contract';
import type { SchemaState } from '../backup/upgrade.ts';
import type { Sighting } from '../ads/catalog.ts';
import { exportAds } from '../ads/exportAds.ts';
import { removeDemo } from '../demo/removeDemo.ts';
import { ingest } from '../ingestion/importing/ingest.ts';
import { type AdWriter, withRoom } from '../ingestion/importing/adWriter.ts';
import { commandSocket, watchRoom } from '../config/dataFolder.ts';
import type { Finding } from './doctor/finding.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Instance } from '../instance.ts';
import type { SaveOrder, SaveOutcome } from '../boards/fromElsewhere/saveFromElsewhere.ts';
import { type ArchiveMessage, sendArchive, takeArchive } from './libraryArchivesSocket.ts';
import { type BoardImporter, createBoardImporter } from './boardImporter.ts';
import { untilRead } from './untilRead.ts';

/**
 * What travels over the socket, a line each: the output of a command and then its exit code; what became of ads that
 * were recorded or saved; libraries; what the doctor found; that something is done, or why it is not.
 */
export type Message =
  | { readonly line: string }
  | { readonly exit: number }
  | IngestLine
  | { readonly saved: SaveOutcome }
  | ArchiveMessage
  | { readonly schema: SchemaState }
  | { readonly findings: readonly Finding[] }
  | { readonly address: string | null }
  | { readonly removed: number }
  | { readonly done: true }
  | { readonly error: { readonly message: string } };

/** The address at which this machine reaches the service; null while it does not listen yet. */
export type ListensAt = () => string | null;

/** Lets the command line work through this server: whoever may open the data folder's socket owns the instance. */
export async function listenForCommands(
  instance: Instance,
  listensAt: ListensAt,
): Promise<{ close(): Promise<void> }> {
  const sink = withRoom(instance.index.catalog, watchRoom(instance.folder.path));
  const shelf = createBoardImporter(instance);
  const closing = new AbortController();
  const server = http.createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const stopping = AbortSignal.any([closing.signal, gone.signal]);
    const tell = (message: Message): void => void response.write(`${JSON.stringify(message)}\n`);
    const failed = (error: unknown): void => tell({ error: { message: whyFailed(instance, error) } });
    void answer({ instance, sink, shelf, request, response, tell, stopping, listensAt })
      .catch(failed)
      .finally(() => response.end());
  });
  const address = commandSocket(instance.folder.path);
  // We hold the data folder, so a socket that is there already is what a killed server left.
  rmSync(address.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket is made during listen(), in this tick: nobody can connect before its mode is right.
    const before = process.umask(0o177);
    server.listen(address.path, resolve);
    process.umask(before);
  });
  return {
    close: async () => {
      closing.abort();
      await finishCommands(server);
      address.release();
    },
  };
}

const commandsMayTakeMilliseconds = 5000;

/** A command under way ends, unless it takes too long. */
async function finishCommands(server: http.Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), commandsMayTakeMilliseconds);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}

function whyFailed({ log }: Instance, error: unknown): string {
  if (error instanceof MagpieError) return error.message;
  log.error({ err: error }, 'a command failed');
  return 'The command failed; the log of the server has the cause.';
}

/** What the command line has read and checked is taken; an ad with a long history is longer here than in its file. */
const longestLine = 256 * 1024 * 1024;

export interface Asked {
  readonly instance: Instance;
  readonly sink: AdWriter;
  readonly shelf: BoardImporter;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly tell: (message: Message) => void;
  readonly listensAt: ListensAt;
  /** Aborted when this server stops, and when nobody listens to the answer any more. */
  readonly stopping: AbortSignal;
}

/** Each address of the socket is one thing that can be asked for. */
async function answer(asked: Asked): Promise<void> {
  const { sink, shelf, request, tell } = asked;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://socket');
  switch (pathname) {
    case '/':
      return runRequested(asked);
    case '/address':
      return tell({ address: asked.listensAt() });
    case '/hello':
      return tell({ done: true });
    case '/ingest': {
      const sighting = sightingIn(searchParams.get('sighting') ?? '');
      const body = request.iterator({ destroyOnReturn: false });
      for await (const line of ingest(body, { sink, sighting, longestLine })) tell(line);
      return undefined;
    }
    case '/export':
      for await (const ad of exportAds(asked.instance.clickhouse)) {
        tell({ line: JSON.stringify(ad) });
        await untilRead(asked.response);
      }
      return tell({ done: true });
    case '/save':
      return tell({ saved: await shelf.save((await json(request)) as SaveOrder) });
    case '/library/export':
      return sendArchive(asked, searchParams.get('user'));
    case '/library/import':
      return takeArchive(asked);
    case '/doctor': {
      const { examineServer } = await import('./doctor/doctor.ts');
      return tell({ findings: await examineServer(asked.instance) });
    }
    case '/schema': {
      const { schemaState } = await import('../backup/upgrade.ts');
      return tell({ schema: await schemaState(asked.instance.db, asked.instance.clickhouse) });
    }
    case '/removeDemo': {
      const { catalog, clickhouse } = asked.instance.index;
      return tell({ removed: await removeDemo(catalog, clickhouse) });
    }
    case '/endImport':
      await sink.endImport(searchParams.get('id') ?? '');
      return tell({ done: true });
    case '/settle':
      await sink.settle();
      return tell({ done: true });
    default:
      throw new MagpieError('NOT_FOUND', 'The running server is of another version; restart it.');
  }
}

async function runRequested({ instance, request, tell, stopping }: Asked): Promise<void> {
  // Loaded when they are first called, so that no start waits for them.
  const { commands } = await import('./commands.ts');
  const { name, args } = (await json(request)) as { name: string; args: string[] };
  const command = commands.find((known) => known.name === name);
  if (command === undefined || !('run' in command)) {
    tell({ line: `The running server does not know the command '${name}'; restart it after an upgrade.` });
    return tell({ exit: 1 });
  }
  return tell({ exit: await command.run(instance, args, (line) => tell({ line }), stopping) });
}

function sightingIn(text: string): Sighting {
  const { seenAt, ...sighting } = JSON.parse(text) as Omit<Sighting, 'seenAt'> & { seenAt: string };
  return { ...sighting, seenAt: new Date(seenAt) };
}
