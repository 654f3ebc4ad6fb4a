import { Readable } from 'node:stream';
import { MagpieError } from '@magpie/contract/errors';
import type { ArchiveProgress, Exported } from '../boards/archive/exportLibrary.ts';
import type { Restored } from '../boards/archive/restoration.ts';
import type { LibraryArchives } from './libraryArchives.ts';
import type { Asked, Message } from './socket.ts';
import { ask, stoppedEarly } from './socketClient.ts';
import { untilRead } from './untilRead.ts';

/** An archive on its way, how far it has come, and what it came to. */
export type ArchiveMessage =
  | { readonly bytes: string }
  | { readonly progress: ArchiveProgress }
  | { readonly exported: Exported }
  | { readonly records: number }
  | { readonly restored: Restored };

const tellEveryMilliseconds = 200;

/** In the server: answers with an archive of the library, or of one person's. */
export async function sendArchive(asked: Asked, onlyPerson: string | null): Promise<void> {
  const { instance, response, tell, stopping } = asked;
  const progress = atTimes((at: ArchiveProgress) => tell({ progress: at }));
  const write = async (bytes: Buffer): Promise<void> => {
    tell({ bytes: bytes.toString('base64') });
    await untilRead(response);
  };
  const { archivesOf } = await import('./libraryArchives.ts');
  const exporting = archivesOf(instance).export({ onlyPerson, write, progress, stopping });
  tell({ exported: await unlessStopped(exporting, stopping) });
}

/** In the server: takes in the archive that is sent. */
export async function takeArchive({ instance, request, tell, stopping }: Asked): Promise<void> {
  const bytes = request.iterator({ destroyOnReturn: false });
  let records = 0;
  const told = atTimes((count: number) => tell({ records: count }));
  const onRecord = (): void => told((records += 1));
  const { archivesOf } = await import('./libraryArchives.ts');
  const importing = archivesOf(instance).import({ bytes, onRecord, stopping });
  tell({ restored: await unlessStopped(importing, stopping) });
}

/** However it ends when it is to stop, that is no failure of ours. */
async function unlessStopped<Result>(work: Promise<Result>, stopping: AbortSignal): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!stopping.aborted) throw error;
    throw new MagpieError('SERVICE_UNAVAILABLE', 'The server is stopping; try again when it is back.');
  });
}

function atTimes<Value>(tell: (value: Value) => void): (value: Value) => void {
  let toldAt = 0;
  return (value) => {
    if (performance.now() - toldAt < tellEveryMilliseconds) return;
    toldAt = performance.now();
    tell(value);
  };
}

/** The archives of the server that has this data folder; null when none answers. */
export async function archivesOfServer(dataFolder: string): Promise<LibraryArchives | null> {
  if ((await ask(dataFolder, '/hello', '')) === null) return null;
  return {
    async export({ onlyPerson, write, progress, stopping }) {
      const user = onlyPerson === null ? '' : `?user=${encodeURIComponent(onlyPerson)}`;
      for await (const message of answersOf(dataFolder, `/library/export${user}`, '', stopping)) {
        if ('bytes' in message) await write(Buffer.from(message.bytes, 'base64'));
        if ('progress' in message) progress(message.progress);
        if ('exported' in message) return message.exported;
      }
      throw new Error(stoppedEarly);
    },
    async import({ bytes, onRecord, stopping }) {
      const body = Readable.from(bytes, { objectMode: false });
      let told = 0;
      try {
        for await (const message of answersOf(dataFolder, '/library/import', body, stopping)) {
          if ('restored' in message) return message.restored;
          if ('records' in message) for (; told < message.records; told += 1) onRecord();
        }
      } finally {
        body.destroy();
      }
      throw new Error(stoppedEarly);
    },
  };
}

async function* answersOf(
  dataFolder: string,
  address: string,
  body: string | Readable,
  stopping: AbortSignal,
): AsyncGenerator<Message> {
  for await (const message of (await ask(dataFolder, address, body, stopping)) ?? []) {
    if ('error' in message) throw new Error(message.error.message);
    yield message;
  }
}
