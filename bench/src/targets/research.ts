import { removalMarker, writeMarker } from '@magpie/server/ads/progressMarkers.sql';
import { newestNumber, raiseRecordings } from '@magpie/server/ads/writeLock.sql';
import { createApp, openInstance } from '@magpie/server/app';
import type { Parameters } from '@magpie/server/db/clickhouse/clickhouse';
import { openEmbedded } from '@magpie/server/db/clickhouse/embedded';
import { bindParameters } from '@magpie/server/db/clickhouse/parameters.sql';
import { readConfig } from '@magpie/server/config/config';
import { openDataFolder } from '@magpie/server/config/dataFolder';
import { createLog } from '@magpie/server/config/log';
import { reportReady } from '../process.ts';

/**
 * The service on a data folder, as started by `npm start` but without jobs and command line; on request, it has the engine
 * alone run again what an answer took, in the same process and on the same tables.
 */
const config = readConfig();
const log = createLog(config.logLevel);
const instance = await openInstance(openDataFolder(config.dataFolder), config, log);
const { clickhouse } = instance;
const app = await createApp(instance);
/** The same service, in which the engine answers every question. */
const appWithoutMemory = await createApp({ ...instance, config: { ...config, researchCacheMegabytes: 0 } });

interface Noted {
  readonly statement: string;
  readonly parameters: Parameters;
  readonly begin: number;
  end: number;
}

let noted: Noted[] | null = null;
const read = clickhouse.read.bind(clickhouse);
clickhouse.read = async <Row>(statement: string, parameters: Parameters = {}): Promise<Row[]> => {
  const note = { statement, parameters, begin: performance.now(), end: Number.POSITIVE_INFINITY };
  noted?.push(note);
  try {
    return await read<Row>(statement, parameters);
  } finally {
    note.end = performance.now();
  }
};

const alone = await openEmbedded(config.dataFolder);
const readers = await Promise.all(Array.from({ length: 4 }, alone.openReader));

/** Each time those together that the service had under way at once. */
function* together(notes: readonly Noted[]): Generator<Noted[]> {
  let group: Noted[] = [];
  for (const note of notes) {
    if (group.some((other) => other.end <= note.begin)) {
      yield group;
      group = [];
    }
    group.push(note);
  }
  if (group.length > 0) yield group;
}

/** The rows as the seam gives them, used by nobody. */
async function runAlone(notes: readonly Noted[]): Promise<number> {
  const groups = [...together(notes)].map((group) =>
    group.map(({ statement, parameters }) => ({ statement, values: bindParameters(statement, parameters) })),
  );
  const startedAt = performance.now();
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ statement, values }, at) => readers[at % readers.length]?.read(statement, values)),
    );
  }
  return performance.now() - startedAt;
}

export type Order = 'note' | 'run alone' | 'forget' | 'address without memory';
export interface Report {
  /** Null: the engine got no queries. */
  readonly milliseconds: number | null;
  readonly address?: string;
}

/** As a removal of ads on another node, which clears what is in memory. */
async function forget(): Promise<Report> {
  await writeMarker(clickhouse, removalMarker, new Date());
  await raiseRecordings(instance.db, (await newestNumber(instance.db)) + 1);
  return { milliseconds: null };
}

async function obey(order: Order): Promise<Report> {
  if (order === 'forget') return forget();
  if (order === 'address without memory') return { milliseconds: null, address: addressWithoutMemory };
  const notes = noted ?? [];
  noted = order === 'note' ? [] : null;
  if (order === 'note' || notes.length === 0) return { milliseconds: null };
  return { milliseconds: await runAlone(notes) };
}

process.on('message', (order: Order) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      log.fatal({ err: error }, 'a statement failed when it was run alone');
      process.exit(1);
    },
  );
});

await app.listen({ host: config.host, port: config.port });
const addressWithoutMemory = await appWithoutMemory.listen({ host: config.host, port: 0 });
reportReady(app.server, async () => {
  await Promise.all([app.close(), appWithoutMemory.close()]);
  await Promise.all(readers.map((reader) => reader.close()));
  await alone.release();
  await instance.close();
});
