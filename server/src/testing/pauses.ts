import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { preparedDataFolder, type ServerProcess, startServer } from './process.ts';
import type { Client, Reply } from './service.ts';

const settings = {
  MAGPIE_LIMIT_WRITE: '1000000',
  MAGPIE_LIMIT_READ: '1000000',
  MAGPIE_LOG_LEVEL: 'warn',
};

export interface PauseResult {
  /** Saves that were answered with 200 and then read back. */
  readonly checked: number;
  /** What was read back and is not what was saved. */
  readonly wrong: readonly string[];
  /** Every status that was answered. */
  readonly statuses: ReadonlySet<number>;
}

/**
 * Has people save ads and an ingest record more, while the server is stopped and continued again and again, for longer
 * than a statement may take. Every ad that was saved is read back.
 */
export async function saveThroughPauses(pauses: number, savers = 12): Promise<PauseResult> {
  const server = await startServer(await preparedDataFolder(), settings);
  const client = server.clientWith(server.key ?? '');
  const seen = { checked: 0, wrong: [] as string[], statuses: new Set<number>() };
  const over = new AbortController();
  const note = (reply: Reply): Reply => {
    seen.statuses.add(reply.status);
    // A refusal says when to come back.
    if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    return reply;
  };

  const saveOnce = async (boardId: number, name: string): Promise<void> => {
    const hash = hashOf(name);
    // Whether a save that was refused took effect is not known. What is not saved is taken from the index.
    await client.post('ads.delete', { hash });
    if (note(await client.post('ads.addToBoard', { boardId, hash })).status !== 200) return;
    const { status, data } = note(await client.get('ads.list', { boardId, searchQuery: bodyOf(name) }));
    if (status !== 200) return;
    seen.checked += 1;
    const [ad, ...others] = data.ads as { hash: string; body: string }[];
    if (ad?.hash !== hash || ad.body !== bodyOf(name) || others.length > 0) {
      seen.wrong.push(`${name} became ${JSON.stringify(data.ads)}`);
    }
  };
  const saver = async (number: number): Promise<void> => {
    const boardId = await newBoard(client, `Saver ${number}`);
    for (let round = 0; !over.signal.aborted; round += 1)
      await saveOnce(boardId, nameOf(number, round % adsOfSaver));
  };
  const ingester = async (): Promise<void> => {
    for (let batch = 0; !over.signal.aborted; batch += 1) {
      await ingest(
        server,
        Array.from({ length: 20 }, (_, at) => `more${batch}x${at}`),
      );
    }
  };

  await ingest(server, namesOf(savers));
  const working = Promise.all([...Array.from({ length: savers }, (_, number) => saver(number)), ingester()]);
  const pausing = async (): Promise<void> => {
    for (let count = 0; count < pauses; count += 1) {
      const before = seen.checked;
      while (seen.checked < before + savers) await sleep(20);
      await pause(server.pid, 11_000 + (count % 10) * 1000);
    }
  };
  try {
    await Promise.race([pausing(), working]);
  } finally {
    over.abort();
  }
  await working;
  expect((await server.end('SIGTERM')).code).toBe(0);
  return seen;
}

/** Each saver uses different ads, since a user saves an ad only once. */
const adsOfSaver = 8;
const nameOf = (saver: number, ad: number): string => `ad${saver}x${ad}`;
const bodyOf = (name: string): string => `Words of ${name} alone`;
const keyOf = (name: string): string => `row:${name}`;
const hashOf = (name: string): string => adHash(keyOf(name));

function namesOf(savers: number): string[] {
  return Array.from({ length: savers * adsOfSaver }, (_, index) =>
    nameOf(Math.floor(index / adsOfSaver), index % adsOfSaver),
  );
}

async function newBoard(client: Client, name: string): Promise<number> {
  const { status, data } = await client.post('boards.create', { name });
  expect(status).toBe(200);
  return data.id;
}

async function ingest(server: ServerProcess, names: readonly string[]): Promise<void> {
  const ads = names.map((name) => ({
    key: keyOf(name),
    advertiser: { name: `Brand ${name}` },
    platforms: ['facebook'],
    bodies: [bodyOf(name)],
  }));
  const response = await fetch(`${server.address}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/x-ndjson' },
    body: ads.map((ad) => `${JSON.stringify(ad)}\n`).join(''),
  });
  expect([200, 503]).toContain(response.status);
  expect(await response.text()).not.toContain('"reason":');
}

/** Stops a process and everything that it started, as a machine that sleeps does, and continues them. */
async function pause(pid: number, milliseconds: number): Promise<void> {
  const family = withDescendants(pid);
  for (const each of family) signal(each, 'SIGSTOP');
  await sleep(milliseconds);
  for (const each of family) signal(each, 'SIGCONT');
}

/** A process may end between being found and being signalled. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function withDescendants(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** The second field behind the name, which stands in brackets and may hold anything. */
function parentOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
