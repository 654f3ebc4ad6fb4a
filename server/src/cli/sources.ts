import { describeTally, type RunReport } from '../ingestion/live/runSource.ts';
import { addSource, runNamedSource } from '../ingestion/live/savedSources.ts';
import {
  deleteSource,
  listSources,
  type SavedSource,
  setEnabled,
} from '../ingestion/live/savedSources.sql.ts';
import { withDiskSpaceCheck } from '../ingestion/importing/adWriter.ts';
import { watchDiskSpace } from '../config/dataFolder.ts';
import { type EngineCommand, type Print, type Problem, withArguments, withoutArguments } from './command.ts';
import {
  describeOptions,
  problemOfName,
  readSourceArguments,
  splitSecrets,
  toArguments,
} from './sourceArguments.ts';

const add: EngineCommand = {
  name: 'sources add',
  usage: 'sources add <connector> <name> [options]',
  summary: 'Add a scheduled query to an ad library.',
  details: `The source runs at once if the server is running, and then at the interval of --every (30m, 6h, 1d; default 1d). Separate
list entries with commas. A secret given as - is read from standard input, to keep it out of the shell history: one per
line, of which the last may have several. It is never shown again.
${describeOptions()}`,
  resolveArgs: async (args, readInput) => {
    const read = readSourceArguments(args);
    if ('problem' in read || read.pendingSecrets.length === 0) return args;
    return toArguments(read, splitSecrets(read.pendingSecrets, await readInput()));
  },
  prepare: withArguments(readSourceArguments, async (source, { db }, print) => {
    const { connector, name, everyMinutes } = source;
    if (!(await addSource(db, connector, source))) {
      print(`A source named '${name}' already exists; remove it first or choose another name.`);
      return 1;
    }
    print(`Added '${name}'; it runs every ${duration(everyMinutes)}, for the first time within a minute.`);
    return 0;
  }),
};

const list: EngineCommand = {
  name: 'sources list',
  usage: 'sources list',
  summary: 'List sources and the results of their last runs.',
  details: 'Secrets are not shown. The last error of a source is shown until a run succeeds.',
  prepare: withoutArguments('sources list', async ({ db }, print) => {
    const saved = await listSources(db);
    for (const source of saved) for (const line of formatSource(source, Date.now())) print(line);
    if (saved.length === 0) print('No sources; add one with sources add.');
    return 0;
  }),
};

const run: EngineCommand = {
  name: 'sources run',
  usage: 'sources run <name>',
  summary: 'Run a source now.',
  details:
    'Prints progress after each page. Ads read before a failure are recorded. Exit codes: 0 finished, 1 failed.',
  prepare: withArguments(readName, async ({ name }, instance, print, stopping) => {
    const { db, log, index, folder } = instance;
    const sink = withDiskSpaceCheck(index.catalog, watchDiskSpace(folder.path));
    const report = await runNamedSource(name, { db, log, writer: sink, stopping, now: Date.now }, print);
    if (report === 'unknown') return noSource(name, print);
    if (report === 'running') {
      print(`'${name}' is already running; check its state with sources list.`);
      return 1;
    }
    for (const line of formatSummary(report)) print(line);
    return report.failure === null ? 0 : 1;
  }),
};

const remove = forOne('remove', 'Delete a source and its secrets; its ads stay.', deleteSource);
const enable = forOne('enable', 'Enable the schedule of a source.', (db, name) => setEnabled(db, name, true));
const disable = forOne('disable', 'Disable the schedule of a source.', (db, name) =>
  setEnabled(db, name, false),
);

export const sourceCommands: readonly EngineCommand[] = [add, list, run, remove, enable, disable];

function forOne(
  verb: 'remove' | 'enable' | 'disable',
  summary: string,
  change: typeof deleteSource,
): EngineCommand {
  return {
    name: `sources ${verb}`,
    usage: `sources ${verb} <name>`,
    summary,
    details: 'A current run continues, unless its source is removed.',
    prepare: withArguments(readName, async ({ name }, { db }, print) => {
      if (!(await change(db, name))) return noSource(name, print);
      print(`${verb === 'remove' ? 'Removed' : verb === 'enable' ? 'Enabled' : 'Disabled'} '${name}'.`);
      return 0;
    }),
  };
}

function readName(args: readonly string[]): { readonly name: string } | Problem {
  const [name = ''] = args;
  const problem = args.length > 1 ? `Expected one source, got ${args.length}.` : problemOfName(name);
  return problem === null ? { name } : { problem };
}

function noSource(name: string, print: Print): number {
  print(`Unknown source '${name}'; list all sources with sources list.`);
  return 1;
}

function formatSummary({ tally, reasons, failure }: RunReport): string[] {
  const rejected = reasons.map(({ count, reason, first }) => `  ${count} × ${reason} (first: ${first})`);
  return [`Done: ${describeTally(tally)}.`, ...rejected].concat(failure === null ? [] : [failure.message]);
}

function formatSource(source: SavedSource, now: number): string[] {
  const { name, connector, everyMinutes, enabled, lastError, freshAt } = source;
  return [
    `${name}  ${connector}, every ${duration(everyMinutes)}${enabled ? '' : ', disabled'}`,
    `  query      ${queryText(source)}`,
    `  last run   ${lastRun(source, now)}`,
    ...(lastError === null ? [] : [`  error      ${lastError}`]),
    `  fresh      ${freshAt === null ? `no ads from ${connector} yet` : `newest ads from ${connector} ${time(freshAt)}`}`,
  ];
}

function queryText({ query }: SavedSource): string {
  const parts = Object.entries(query).map(
    ([field, value]) => `${field} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  );
  return parts.length === 0 ? 'everything' : parts.join('; ');
}

function lastRun(source: SavedSource, now: number): string {
  const { claimedUntil, lastStartedAt, lastFinishedAt, lastCounts, dueAt } = source;
  if (lastStartedAt === null) return 'none yet';
  if (claimedUntil !== null && claimedUntil.getTime() > now) return `running since ${time(lastStartedAt)}`;
  if (lastFinishedAt === null || lastFinishedAt < lastStartedAt)
    return `${time(lastStartedAt)}, never finished`;
  const counts = lastCounts === null ? '' : `, ${describeTally(lastCounts)}`;
  return `${time(lastStartedAt)}${counts}; next after ${time(dueAt)}`;
}

function time(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function duration(minutes: number): string {
  if (minutes % (24 * 60) === 0) return `${minutes / (24 * 60)} d`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
