import { Readable } from 'node:stream';
import { MagpieError } from '@magpie/contract/errors';
import type { ArchiveProgress, ExportResult } from '../boards/archive/exportLibrary.ts';
import type { RestoreResult } from '../boards/archive/restoration.ts';
import type { LibraryArchives } from './libraryArchives.ts';
import type { SocketRequest, Message } from './socket.ts';
import { requestServer, stoppedEarly } from './socketClient.ts';
import { waitForDrain } from './waitForDrain.ts';

/** Bytes, progress and results of an archive transfer. */
export type ArchiveMessage =
  | { readonly bytes: string }
  | { readonly progress: ArchiveProgress }
  | { readonly exported: ExportResult }
  | { readonly records: number }
  | { readonly restored: RestoreResult };

const progressIntervalMilliseconds = 200;

/** In the server: sends an archive of the library, or of one person's boards. */
export async function sendArchive(socketRequest: SocketRequest, onlyPerson: string | null): Promise<void> {
  const { instance, response, send, stopping } = socketRequest;
  const progress = throttled((at: ArchiveProgress) => send({ progress: at }));
  const write = async (bytes: Buffer): Promise<void> => {
    send({ bytes: bytes.toString('base64') });
    await waitForDrain(response);
  };
  const { archivesOf } = await import('./libraryArchives.ts');
  const exporting = archivesOf(instance).export({ onlyPerson, write, progress, stopping });
  send({ exported: await unlessStopped(exporting, stopping) });
}

/** In the server: imports the archive in the request body. */
export async function receiveArchive({ instance, request, send, stopping }: SocketRequest): Promise<void> {
  const bytes = request.iterator({ destroyOnReturn: false });
  let records = 0;
  const sendRecords = throttled((count: number) => send({ records: count }));
  const onRecord = (): void => sendRecords((records += 1));
  const { archivesOf } = await import('./libraryArchives.ts');
  const importing = archivesOf(instance).import({ bytes, onRecord, stopping });
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

/** Archives of the server that uses this data folder; null if none is running. */
export async function serverArchives(dataFolder: string): Promise<LibraryArchives | null> {
  if ((await requestServer(dataFolder, '/hello', '')) === null) return null;
  return {
    async export({ onlyPerson, write, progress, stopping }) {
      const user = onlyPerson === null ? '' : `?user=${encodeURIComponent(onlyPerson)}`;
      for await (const message of requestMessages(dataFolder, `/library/export${user}`, '', stopping)) {
        if ('bytes' in message) await write(Buffer.from(message.bytes, 'base64'));
        if ('progress' in message) progress(message.progress);
        if ('exported' in message) return message.exported;
      }
      throw new Error(stoppedEarly);
    },
    async import({ bytes, onRecord, stopping }) {
      const body = Readable.from(bytes, { objectMode: false });
      let reported = 0;
      try {
        for await (const message of requestMessages(dataFolder, '/library/import', body, stopping)) {
          if ('restored' in message) return message.restored;
          if ('records' in message) for (; reported < message.records; reported += 1) onRecord();
        }
      } finally {
        body.destroy();
      }
      throw new Error(stoppedEarly);
    },
  };
}

async function* requestMessages(
  dataFolder: string,
  address: string,
  body: string | Readable,
  stopping: AbortSignal,
): AsyncGenerator<Message> {
  for await (const message of (await requestServer(dataFolder, address, body, stopping)) ?? []) {
    if ('error' in message) throw new Error(message.error.message);
    yield message;
  }
}
