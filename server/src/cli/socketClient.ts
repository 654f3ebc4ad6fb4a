import http from 'node:http';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IngestLine, OpenAd } from '@magpie/contract';
import type { Sighting } from '../ads/catalog.ts';
import type { SchemaState } from '../backup/upgrade.ts';
import type { ArchiveProgress, ExportResult } from '../boards/archive/exportLibrary.ts';
import type { RestoreResult } from '../boards/archive/restoration.ts';
import type { SaveOutcome } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import type { Config } from '../config/config.ts';
import { commandSocket } from '../config/dataFolder.ts';
import { siteAddress } from '../http/siteAddress.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { EngineCommand } from './command.ts';
import type { CheckFinding } from './doctor/doctor.ts';
import type { BoardImporter, LibraryArchives } from './libraryAccess.ts';

/** The messages of the socket, one JSON line each: output and exit code of a command, results, progress, errors. */
export type Message =
  | { readonly line: string }
  | { readonly exit: number }
  | IngestLine
  | { readonly saved: SaveOutcome }
  | { readonly bytes: string }
  | { readonly progress: ArchiveProgress }
  | { readonly exported: ExportResult }
  | { readonly records: number }
  | { readonly restored: RestoreResult }
  | { readonly schema: SchemaState }
  | { readonly findings: readonly CheckFinding[] }
  | { readonly address: string | null }
  | { readonly removed: number }
  | { readonly done: true }
  | { readonly error: { readonly message: string } };

type MessageWith<Key extends string> = Extract<Message, Readonly<Record<Key, unknown>>>;

/** Returns the message with this key from the server that uses this data folder; null if none is running. */
export async function requestServer<Key extends string>(
  dataFolder: string,
  path: string,
  key: Key,
  options: {
    readonly body?: string | Readable;
    readonly signal?: AbortSignal;
    readonly onMessage?: (message: Message) => void | Promise<void>;
  } = {},
): Promise<MessageWith<Key> | null> {
  const messages = await openMessages(dataFolder, path, options.body ?? '', options.signal);
  if (messages === null) return null;
  for await (const message of messages) {
    if (hasKey(message, key)) return message;
    await options.onMessage?.(message);
  }
  throw new Error(stoppedEarly);
}

function hasKey<Key extends string>(message: Message, key: Key): message is MessageWith<Key> {
  return key in message;
}

/** For a server that has already responded once. */
async function requireServer<Key extends string>(
  ...request: Parameters<typeof requestServer<Key>>
): Promise<MessageWith<Key>> {
  const message = await requestServer(...request);
  if (message === null) throw new Error(stoppedEarly);
  return message;
}

const isRunning = async (dataFolder: string): Promise<boolean> =>
  (await requestServer(dataFolder, '/hello', 'done')) !== null;

/** The URL for API calls: the configured one, that of the running server of the data folder, or the default listen address. */
export async function resolveServerUrl(config: Config): Promise<string> {
  if (config.calledUrl !== null) return config.calledUrl;
  // The socket of a server that runs as another account is not accessible, but its HTTP address may be.
  const running = await requestServer(config.dataFolder, '/address', 'address').catch(() => null);
  return running?.address ?? siteAddress(config);
}

/** Runs a command in the server that uses this data folder; null if none is running. */
export async function runInServer(
  dataFolder: string,
  { name }: EngineCommand,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  const result = await requestServer(dataFolder, '/', 'exit', {
    body: JSON.stringify({ name, args }),
    onMessage: (message) => {
      if ('line' in message) print(message.line);
    },
  });
  return result?.exit ?? null;
}

/** Writes ads through the server that uses this data folder; null if none is running. */
export async function serverAdWriter(dataFolder: string): Promise<AdWriter | null> {
  if (!(await isRunning(dataFolder))) return null;
  return {
    recordAds: (ads, sighting) => recordInServer(dataFolder, ads, sighting),
    endImport: async (importId) =>
      void (await requireServer(dataFolder, `/endImport?id=${encodeURIComponent(importId)}`, 'done')),
    optimize: async () => void (await requireServer(dataFolder, '/settle', 'done')),
  };
}

async function recordInServer(dataFolder: string, ads: readonly OpenAd[], sighting: Sighting) {
  const body = ads.map((ad) => `${JSON.stringify(ad)}\n`).join('');
  const path = `/ingest?sighting=${encodeURIComponent(JSON.stringify(sighting))}`;
  // Earlier lines acknowledge batches and have no `done`.
  const result = await requireServer(dataFolder, path, 'done', { body });
  if ('created' in result && result.rejected === 0) return result;
  throw new Error('The running server does not accept ads of this version; restart it after an upgrade.');
}

/** All ads of the server that uses this data folder, one JSON line each; null if none is running. */
export async function serverExport(dataFolder: string): Promise<AsyncGenerator<string> | null> {
  const messages = await openMessages(dataFolder, '/export', '');
  return messages === null ? null : linesUntilDone(messages);
}

async function* linesUntilDone(messages: AsyncGenerator<Message>): AsyncGenerator<string> {
  for await (const message of messages) {
    if ('done' in message) return;
    if ('line' in message) yield message.line;
  }
  throw new Error(stoppedEarly);
}

/** Saves to boards through the server that uses this data folder; null if none is running. */
export async function serverBoardImporter(dataFolder: string): Promise<BoardImporter | null> {
  if (!(await isRunning(dataFolder))) return null;
  return {
    save: async (order) =>
      (await requireServer(dataFolder, '/save', 'saved', { body: JSON.stringify(order) })).saved,
  };
}

/** Archives of the server that uses this data folder; null if none is running. */
export async function serverArchives(dataFolder: string): Promise<LibraryArchives | null> {
  if (!(await isRunning(dataFolder))) return null;
  return {
    async export({ onlyPerson, write, progress, stopping: signal }) {
      const user = onlyPerson === null ? '' : `?user=${encodeURIComponent(onlyPerson)}`;
      const onMessage = async (message: Message): Promise<void> => {
        if ('bytes' in message) await write(Buffer.from(message.bytes, 'base64'));
        if ('progress' in message) progress(message.progress);
      };
      const path = `/library/export${user}`;
      return (await requireServer(dataFolder, path, 'exported', { signal, onMessage })).exported;
    },
    async import({ bytes, onRecord, stopping: signal }) {
      const body = Readable.from(bytes, { objectMode: false });
      let reported = 0;
      const onMessage = (message: Message): void => {
        if ('records' in message) for (; reported < message.records; reported += 1) onRecord();
      };
      const options = { body, signal, onMessage };
      try {
        return (await requireServer(dataFolder, '/library/import', 'restored', options)).restored;
      } finally {
        body.destroy();
      }
    },
  };
}

const stoppedEarly = 'The server stopped before the command was finished; check its log and try again.';

/** Sends a request to the running server; null if no server is running. Throws the error that the server reports. */
async function openMessages(
  dataFolder: string,
  path: string,
  body: string | Readable,
  signal?: AbortSignal,
): Promise<AsyncGenerator<Message> | null> {
  try {
    return readMessages(await post(dataFolder, path, body, signal));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(code ?? '')) return null;
    const problem =
      code === 'EACCES'
        ? `The server of the data folder ${dataFolder} runs as another account; run this command as that account or as root.`
        : stoppedEarly;
    throw new Error(problem, { cause: error });
  }
}

async function* readMessages(response: http.IncomingMessage): AsyncGenerator<Message> {
  let reported: string | undefined;
  try {
    for await (const line of createInterface({ input: response })) {
      const message = JSON.parse(line) as Message;
      if ('error' in message) {
        reported = message.error.message;
        break;
      }
      yield message;
    }
  } catch (error) {
    throw new Error(stoppedEarly, { cause: error });
  }
  if (reported !== undefined) throw new Error(reported);
}

async function post(dataFolder: string, path: string, body: string | Readable, signal?: AbortSignal) {
  const address = commandSocket(dataFolder);
  try {
    return await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request(
        // No keep-alive: the server could close an idle connection just as it is reused.
        { socketPath: address.path, path, method: 'POST', agent: false, ...(signal && { signal }) },
        resolve,
      );
      request.on('error', reject);
      if (typeof body === 'string') request.end(body);
      // The server may respond with an error before the whole body is sent.
      else pipeline(body, request).catch(reject);
    });
  } finally {
    address.release();
  }
}
