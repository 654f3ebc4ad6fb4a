import http from 'node:http';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OpenAd } from '@magpie/contract';
import type { RecordCounts, Sighting } from '../ads/catalog.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import { commandSocket } from '../config/dataFolder.ts';
import type { EngineCommand } from './command.ts';
import type { BoardImporter } from './boardImporter.ts';
import type { Message } from './socket.ts';

/** Runs a command in the server that uses this data folder; null if none is running. */
export async function runInServer(
  dataFolder: string,
  { name }: EngineCommand,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  const messages = await requestServer(dataFolder, '/', JSON.stringify({ name, args }));
  if (messages === null) return null;
  for await (const message of messages) {
    if ('exit' in message) return message.exit;
    if ('error' in message) throw new Error(message.error.message);
    if ('line' in message) print(message.line);
  }
  throw new Error(stoppedEarly);
}

/** The address of the server that uses this data folder; null if none is listening. */
export async function serverAddress(dataFolder: string): Promise<string | null> {
  for await (const message of (await requestServer(dataFolder, '/address', '')) ?? []) {
    if ('address' in message) return message.address;
  }
  return null;
}

/** Writes ads through the server that uses this data folder; null if none is running. */
export async function serverAdWriter(dataFolder: string): Promise<AdWriter | null> {
  if ((await requestServer(dataFolder, '/hello', '')) === null) return null;
  return {
    recordAds: (ads, sighting) => recordInServer(dataFolder, ads, sighting),
    endImport: async (importId) =>
      void (await lastMessage(dataFolder, `/endImport?id=${encodeURIComponent(importId)}`, '')),
    optimize: async () => void (await lastMessage(dataFolder, '/settle', '')),
  };
}

/** All ads of the server that uses this data folder, one JSON line each; null if none is running. */
export async function serverExport(dataFolder: string): Promise<AsyncGenerator<string> | null> {
  const messages = await requestServer(dataFolder, '/export', '');
  return messages === null ? null : linesUntilDone(messages);
}

/** Removes the demo ads of the server that uses this data folder; null if none is running. */
export async function removeDemoInServer(dataFolder: string): Promise<number | null> {
  const messages = await requestServer(dataFolder, '/removeDemo', '');
  if (messages === null) return null;
  for await (const message of messages) {
    if ('error' in message) throw new Error(message.error.message);
    if ('removed' in message) return message.removed;
  }
  throw new Error(stoppedEarly);
}

/** Saves to boards through the server that uses this data folder; null if none is running. */
export async function serverBoardImporter(dataFolder: string): Promise<BoardImporter | null> {
  if ((await requestServer(dataFolder, '/hello', '')) === null) return null;
  return {
    save: async (order) => {
      const last = await lastMessage(dataFolder, '/save', JSON.stringify(order));
      if (!('saved' in last)) throw new Error(stoppedEarly);
      return last.saved;
    },
  };
}

async function* linesUntilDone(messages: AsyncGenerator<Message>): AsyncGenerator<string> {
  for await (const message of messages) {
    if ('error' in message) throw new Error(message.error.message);
    if ('done' in message) return;
    if ('line' in message) yield message.line;
  }
  throw new Error(stoppedEarly);
}

async function recordInServer(
  dataFolder: string,
  ads: readonly OpenAd[],
  sighting: Sighting,
): Promise<RecordCounts> {
  const lines = ads.map((ad) => `${JSON.stringify(ad)}\n`).join('');
  const address = `/ingest?sighting=${encodeURIComponent(JSON.stringify(sighting))}`;
  const last = await lastMessage(dataFolder, address, lines);
  if (!('done' in last) || !('created' in last)) throw new Error(stoppedEarly);
  if (last.rejected === 0) return last;
  throw new Error('The running server does not accept ads of this version; restart it after an upgrade.');
}

/** The last message of a response, which holds the result. */
async function lastMessage(dataFolder: string, address: string, body: string): Promise<Message> {
  let last: Message | undefined;
  for await (const message of (await requestServer(dataFolder, address, body)) ?? []) last = message;
  if (last === undefined) throw new Error(stoppedEarly);
  if ('error' in last) throw new Error(last.error.message);
  return last;
}

export const stoppedEarly =
  'The server stopped before the command was finished; check its log and try again.';

/** Sends a request to the running server and returns its messages; null if no server is running. */
export async function requestServer(
  dataFolder: string,
  address: string,
  body: string | Readable,
  stopping?: AbortSignal,
): Promise<AsyncGenerator<Message> | null> {
  try {
    return messagesOf(await post(dataFolder, address, body, stopping));
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

async function* messagesOf(response: http.IncomingMessage): AsyncGenerator<Message> {
  try {
    for await (const text of createInterface({ input: response })) yield JSON.parse(text) as Message;
  } catch (error) {
    throw new Error(stoppedEarly, { cause: error });
  }
}

async function post(
  dataFolder: string,
  path: string,
  body: string | Readable,
  signal?: AbortSignal,
): Promise<http.IncomingMessage> {
  const address = commandSocket(dataFolder);
  try {
    return await new Promise((resolve, reject) => {
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
