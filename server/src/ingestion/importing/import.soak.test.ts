import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  makeDataFolder,
  type MagpieProcess,
  runMagpie,
  startMagpie,
  startServer,
} from '../../testing/process.ts';

const count = 30_000;
const kills = 20;

/** Each ad has a different history, so that duplicates and losses are visible. */
function ad(id: number): string {
  const day = (days: number): string => new Date(Date.UTC(2026, 0, 1 + days, id % 24)).toISOString();
  return JSON.stringify({
    key: `meta:${id}`,
    advertiser: { name: `Brand ${id % 300}` },
    bodies: [`A text that ${id % 5000} ads share`],
    capturedAt: day(9),
    reach: { value: 1000 + id },
    snapshots: Array.from({ length: id % 4 }, (_, index) => ({ capturedAt: day(index), reach: id + index })),
  });
}

interface Exported {
  readonly key: string;
  readonly snapshots: readonly { readonly capturedAt: string; readonly reach: number }[];
  readonly events: readonly { readonly kind: string }[];
}

/** Every stored ad with its history, as exported. */
async function historyIn(dataFolder: string): Promise<Map<string, string>> {
  const file = path.join(path.dirname(dataFolder), 'export.jsonl');
  expect(await runMagpie(['export', file], { MAGPIE_DATA_DIR: dataFolder })).toMatchObject({ code: 0 });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const ads = lines.map((line) => JSON.parse(line) as Exported);
  expect(ads).toHaveLength(new Set(ads.map(({ key }) => key)).size);
  return new Map(
    ads.map(({ key, snapshots, events }) => [
      key,
      JSON.stringify([
        snapshots.map(({ capturedAt, reach }) => [capturedAt, reach]),
        events.map(({ kind }) => kind),
      ]),
    ]),
  );
}

const inFile = (dataFolder: string): string => {
  const file = path.join(path.dirname(dataFolder), 'ads.jsonl');
  writeFileSync(file, Array.from({ length: count }, (_, id) => `${ad(id)}\n`).join(''));
  return file;
};

/** Whether there is something to resume. */
const hasCheckpoint = (dataFolder: string): boolean =>
  existsSync(path.join(dataFolder, 'imports')) &&
  readdirSync(path.join(dataFolder, 'imports')).some((name) => name.endsWith('.json'));

/** An import that has opened the index and started to read. */
async function begin(words: readonly string[], dataFolder: string): Promise<MagpieProcess> {
  const importing = startMagpie(words, { MAGPIE_DATA_DIR: dataFolder });
  await importing.untilPrinted(/: read as magpie\.\n/);
  return importing;
}

async function expectedHistory(): Promise<Map<string, string>> {
  const folder = makeDataFolder();
  expect(await runMagpie(['import', inFile(folder)], { MAGPIE_DATA_DIR: folder })).toMatchObject({ code: 0 });
  return historyIn(folder);
}

describe('an import whose process is killed at random moments, twenty times', () => {
  afterEach(cleanUp);

  it('resumes: every ad is stored once with the history of an uninterrupted import', async () => {
    const expected = await expectedHistory();
    const folder = makeDataFolder();
    const file = inFile(folder);
    let interrupted = 0;
    while (interrupted < kills) {
      // If one finishes before it is killed, the next starts over with known ads.
      const isFresh = !hasCheckpoint(folder) && interrupted > 0;
      const words = ['import', file, ...(isFresh ? ['--fresh'] : [])];
      const importing = await begin(words, folder);
      await sleep(Math.random() * 3000);
      const { signal } = await importing.end('SIGKILL');
      if (signal === 'SIGKILL') interrupted += 1;
    }
    const last = await runMagpie(['import', file], { MAGPIE_DATA_DIR: folder });
    expect(last.code, last.stderr).toBe(0);
    expect(await historyIn(folder)).toEqual(expected);
  });

  it('also when the server is killed', async () => {
    const expected = await expectedHistory();
    const folder = makeDataFolder();
    const file = inFile(folder);
    for (let interrupted = 0; interrupted < kills;) {
      const server = await startServer(folder);
      const importing = await begin(['import', file], folder);
      await sleep(Math.random() * 3000);
      await server.end('SIGKILL');
      if ((await importing.ended).code === 1) interrupted += 1;
    }
    await startServer(folder);
    const last = await runMagpie(['import', file], { MAGPIE_DATA_DIR: folder });
    expect(last.code, last.stderr).toBe(0);
    expect(await historyIn(folder)).toEqual(expected);
  });
});
