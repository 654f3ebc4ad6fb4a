import { describeTally, type RunReport } from '../ingestion/live/runSource.ts';
import { addSource, runNamedSource } from '../ingestion/live/savedSources.ts';
import {
  deleteSource,
  listSources,
  type SavedSource,
  setEnabled,
} from '../ingestion/live/savedSources.sql.ts';
import { withRoom } from '../ingestion/importing/adWriter.ts';
import { watchRoom } from '../config/dataFolder.ts';
import type { InsideCommand } from './command.ts';
import { describeOptions, problemOfName, readSourceArguments, wordsOf } from './sourceArguments.ts';

const add: InsideCommand = {
  name: 'sources add',
  usage: 'sources add <connector> <name> [options]',
  summary: 'Save a query to an ad library, to be run by the clock.',
  details: `It is run at once when the service runs, and then as often as --every says (30m, 6h, 1d; a day unless given). Lists are
separated by commas. A secret given as - is read from standard input, a line each, so that it is in no history of
commands; it is never shown again.
${describeOptions()}`,
  check: (args) => {
    const read = readSourceArguments(args);
    return 'problem' in read ? read.problem : null;
  },
  complete: async (args, readInput) => {
    const read = readSourceArguments(args);
    if ('problem' in read || read.awaited.length === 0) return args;
    const lines = (await readInput()).split('\n');
    const secrets = read.awaited.map((name, index) => [name, lines[index]?.trim() ?? '']);
    return wordsOf(read, Object.fromEntries(secrets));
  },
  run: async ({ db }, args, print) => {
    const read = readSourceArguments(args);
    if ('problem' in read) return 2;
    const { connector, name, everyMinutes } = read;
    if (!(await addSource(db, connector, read))) {
      print(`There is a source '${name}' already; remove it first, or give another name.`);
      return 1;
    }
    print(`Saved '${name}'; it is run every ${duration(everyMinutes)}, the first time within a minute.`);
    return 0;
  },
};

const list: InsideCommand = {
  name: 'sources list',
  usage: 'sources list',
  summary: 'Show the saved sources and what their last runs came to.',
  details: 'Secrets are not shown. A source that fails keeps its last error until a run goes well.',
  check: (args) => (args.length === 0 ? null : 'sources list takes no arguments.'),
  run: async ({ db }, _, print) => {
    const saved = await listSources(db);
    for (const source of saved) for (const line of linesOf(source, Date.now())) print(line);
    if (saved.length === 0) print('No source is saved; sources add saves one.');
    return 0;
  },
};

const run: InsideCommand = {
  name: 'sources run',
  usage: 'sources run <name>',
  summary: 'Run a saved source now.',
  details:
    'Tells after each page how far it is. Exit codes: 0 run to its end, 1 not. What was read before a failure is recorded.',
  check: oneName,
  run: async ({ db, log, index, folder }, [name = ''], print, stopping) => {
    const sink = withRoom(index.catalog, watchRoom(folder.path));
    const report = await runNamedSource(name, { db, log, sink, stopping, now: Date.now }, print);
    if (report === 'unknown') return noSource(name, print);
    if (report === 'running') {
      print(`'${name}' is being run already; sources list shows when it is done.`);
      return 1;
    }
    for (const line of summaryOf(report)) print(line);
    return report.failure === null ? 0 : 1;
  },
};

const remove = forOne('remove', 'Forget a saved source and its secrets; its ads stay.', deleteSource);
const enable = forOne('enable', 'Run a saved source by the clock again.', (db, name) =>
  setEnabled(db, name, true),
);
const disable = forOne('disable', 'Do not run a saved source by the clock any more.', (db, name) =>
  setEnabled(db, name, false),
);

export const sourceCommands: readonly InsideCommand[] = [add, list, run, remove, enable, disable];

function forOne(
  verb: 'remove' | 'enable' | 'disable',
  summary: string,
  change: typeof deleteSource,
): InsideCommand {
  return {
    name: `sources ${verb}`,
    usage: `sources ${verb} <name>`,
    summary,
    details: 'A run under way is not cut short, unless its source is removed.',
    check: oneName,
    run: async ({ db }, [name = ''], print) => {
      if (!(await change(db, name))) return noSource(name, print);
      print(`${verb === 'remove' ? 'Removed' : verb === 'enable' ? 'Enabled' : 'Disabled'} '${name}'.`);
      return 0;
    },
  };
}

function oneName(args: readonly string[]): string | null {
  return args.length > 1 ? `Give one source, got ${args.length}.` : problemOfName(args[0] ?? '');
}

function noSource(name: string, print: (line: string) => void): number {
  print(`There is no source '${name}'; sources list shows those there are.`);
  return 1;
}

function summaryOf({ tally, reasons, failure }: RunReport): string[] {
  const rejected = reasons.map(({ count, reason, first }) => `  ${count} × ${reason} (first: ${first})`);
  return [`Done: ${describeTally(tally)}.`, ...rejected].concat(failure === null ? [] : [failure.message]);
}

function linesOf(source: SavedSource, now: number): string[] {
  const { name, connector, everyMinutes, enabled, lastError, freshAt } = source;
  return [
    `${name}  ${connector}, every ${duration(everyMinutes)}${enabled ? '' : ', disabled'}`,
    `  asks for   ${queryText(source)}`,
    `  last run   ${lastRun(source, now)}`,
    ...(lastError === null ? [] : [`  error      ${lastError}`]),
    `  fresh      ${freshAt === null ? `no ads of ${connector} yet` : `ads of ${connector} last came ${time(freshAt)}`}`,
  ];
}

function queryText({ query }: SavedSource): string {
  const parts = Object.entries(query).map(
    ([field, value]) => `${field} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  );
  return parts.length === 0 ? 'everything' : parts.join('; ');
}

function lastRun(
  { claimedUntil, lastStartedAt, lastFinishedAt, lastCounts, dueAt }: SavedSource,
  now: number,
): string {
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
