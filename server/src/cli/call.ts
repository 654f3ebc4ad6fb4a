import { text } from 'node:stream/consumers';
import {
  callByName,
  createMagpieClient,
  isPaged,
  isApiError,
  type MagpieClient,
  type PagedInput,
  type PagedName,
  type PageOf,
  pagesOf,
  recordsIn,
} from '@magpie/client';
import { programName, type Config } from '../config/config.ts';
import { curlLine } from '../openapi/routerPage.ts';
import { type CallArguments, readCallArguments, callHelp } from './callArguments.ts';
import { readCallInput } from './callInput.ts';
import { type OutputStream, type OutputFormatter, createOutputFormatter } from './callOutput.ts';
import { collapseLines } from './callTable.ts';
import { type LocalCommand, type EngineAccess, type Terminal, withArguments } from './command.ts';
import { resolveServerUrl } from './socketClient.ts';

export const callCommand: LocalCommand = {
  name: 'call',
  usage: 'call <procedure> [--<field> <value> …]',
  summary: 'Call an API procedure, on this or another machine.',
  details: callHelp,
  prepareLocally: withArguments(readCallArguments, (call, access, terminal) =>
    runCall(call, access, terminal, process.stdout),
  ),
};

export async function runCall(
  call: CallArguments,
  { config, stopping }: Pick<EngineAccess, 'config' | 'stopping'>,
  { printError }: Pick<Terminal, 'printError'>,
  out: OutputStream,
): Promise<number> {
  const read = await readCallInput(call, () => text(process.stdin));
  if ('problem' in read) {
    printError(`${read.problem}\nSee ${programName()} call ${call.name} --help.`);
    return 2;
  }
  const url = await resolveServerUrl(config);
  const formatter = createOutputFormatter(out, call.output, printError);
  try {
    if (call.dryRun) {
      await formatter.print([`MAGPIE_URL=${url}`, curlLine(call.name, call.procedure, read.input)]);
      return 0;
    }
    const { callerKey } = config;
    if (callerKey === null) {
      printError(noKey);
      return 2;
    }
    const onRetry = (seconds: number, reason: string): void => {
      // A shorter wait is hardly noticed.
      if (seconds >= 2) printError(collapseLines(`${reason} Retrying in ${Math.ceil(seconds)} seconds.`));
    };
    const client = createMagpieClient({ url, key: callerKey, onRetry });
    await runProcedure(client, call, read.input, formatter, stopping);
    return 0;
  } catch (error) {
    // The reader closed the pipe, as `head` does.
    if (formatter.isClosed()) return 0;
    if (stopping.aborted) return 130;
    for (const line of errorLines(error, config)) printError(collapseLines(line));
    return 1;
  } finally {
    formatter.close();
  }
}

const noKey = `MAGPIE_KEY is not set. Set it to an API key, from the settings of the dashboard or from \`${programName()} users add <email>\` on the server.`;

async function runProcedure(
  client: MagpieClient,
  { name, procedure, all }: CallArguments,
  input: Readonly<Record<string, unknown>>,
  formatter: OutputFormatter,
  signal: AbortSignal,
): Promise<void> {
  if (isPaged(name) && all) {
    // The contract has validated the input; its type is known only at run time.
    const pages = pagesOf(client, name, input as PagedInput<PagedName>, { signal });
    return formatter.allPages(recordsOfPages(name, pages));
  }
  const result = await callByName(client, name, procedure.kind, input, { signal });
  if (!isPaged(name)) return formatter.result(result);
  const page = result as PageOf<PagedName>;
  return formatter.page(page, recordsIn(name, page));
}

async function* recordsOfPages(
  name: PagedName,
  pages: AsyncIterable<PageOf<PagedName>>,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield recordsIn(name, page);
}

function* errorLines(error: unknown, { calledUrl }: Config): Generator<string> {
  if (!(error instanceof Error)) throw error;
  yield error.message;
  if (!isApiError(error)) {
    if (calledUrl === null)
      yield 'Is the server running? Start it with npm start, or set MAGPIE_URL to another one.';
    return;
  }
  const { issues = [], suggestions = [] } = error.data;
  for (const { message } of issues) if (message !== error.message) yield `- ${message}`;
  const others = suggestions.filter((suggestion) => !error.message.includes(suggestion));
  if (others.length > 0) yield `Did you mean: ${others.join(', ')}?`;
}
