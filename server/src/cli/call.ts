import { text } from 'node:stream/consumers';
import {
  callByName,
  createMagpieClient,
  isPaged,
  isRefusal,
  type MagpieClient,
  type PagedInput,
  type PagedName,
  type PageOf,
  pagesOf,
  recordsIn,
} from '@magpie/client';
import { calledAs, type Config } from '../config/config.ts';
import { curlLine } from '../openapi/curlLine.ts';
import { type CallArguments, readCallArguments } from './callArguments.ts';
import { callHelp } from './callHelp.ts';
import { readCallInput } from './callInput.ts';
import { type Out, type OutputFormatter, createOutputFormatter } from './callOutput.ts';
import { oneLine } from './callText.ts';
import { calledServer } from './calledServer.ts';
import type { BesideCommand, EngineAccess, Terminal } from './command.ts';

export const callCommand: BesideCommand = {
  name: 'call',
  usage: 'call <procedure> [--<field> <value> …]',
  summary: 'Call a procedure of the API, here or on another machine.',
  details: callHelp,
  check: (args) => {
    const read = readCallArguments(args);
    return 'problem' in read ? read.problem : null;
  },
  runBeside: (reach, args, terminal) => runCall(reach, args, terminal, process.stdout),
};

export async function runCall(
  { config, stopping }: Pick<EngineAccess, 'config' | 'stopping'>,
  args: readonly string[],
  { complain }: Pick<Terminal, 'complain'>,
  out: Out,
): Promise<number> {
  const call = readCallArguments(args);
  if ('problem' in call) return 2;
  const read = await readCallInput(call, () => text(process.stdin));
  if ('problem' in read) {
    complain(`${read.problem}\n${calledAs()} call ${call.name} --help says what it takes.`);
    return 2;
  }
  const url = await calledServer(config);
  const paper = createOutputFormatter(out, call.output, complain);
  try {
    if (call.dryRun) {
      await paper.print([`MAGPIE_URL=${url}`, curlLine(call.name, call.procedure, read.input)]);
      return 0;
    }
    const { callerKey } = config;
    if (callerKey === null) {
      complain(noKey);
      return 2;
    }
    const onWait = (seconds: number, reason: string): void => {
      // A shorter one is hardly noticed.
      if (seconds >= 2) complain(oneLine(`${reason} Trying again in ${Math.ceil(seconds)} seconds.`));
    };
    const client = createMagpieClient({ url, key: callerKey, onWait });
    await answer(client, call, read.input, paper, stopping);
    return 0;
  } catch (error) {
    // Whoever reads the answer has seen enough of it, as `head` has.
    if (paper.isTorn()) return 0;
    if (stopping.aborted) return 130;
    for (const line of complaint(error, config)) complain(oneLine(line));
    return 1;
  } finally {
    paper.close();
  }
}

const noKey = `MAGPIE_KEY is not set; it is an API key, which the settings of the dashboard make, or \`${calledAs()} users add <email>\` on the machine of the server.`;

async function answer(
  client: MagpieClient,
  { name, procedure, all }: CallArguments,
  input: Readonly<Record<string, unknown>>,
  paper: OutputFormatter,
  signal: AbortSignal,
): Promise<void> {
  if (isPaged(name) && all) {
    // The contract has checked the input, and its type is only known by then.
    const pages = pagesOf(client, name, input as PagedInput<PagedName>, { signal });
    return paper.walk(recordsOfPages(name, pages));
  }
  const answered = await callByName(client, name, procedure.kind, input, { signal });
  if (!isPaged(name)) return paper.answer(answered);
  const page = answered as PageOf<PagedName>;
  return paper.page(page, recordsIn(name, page));
}

async function* recordsOfPages(
  name: PagedName,
  pages: AsyncIterable<PageOf<PagedName>>,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield recordsIn(name, page);
}

function* complaint(error: unknown, { calledUrl }: Config): Generator<string> {
  if (!(error instanceof Error)) throw error;
  yield error.message;
  if (!isRefusal(error)) {
    if (calledUrl === null) yield 'Is it running? npm start starts it; MAGPIE_URL names another one.';
    return;
  }
  const { issues = [], suggestions = [] } = error.data;
  for (const { message } of issues) if (message !== error.message) yield `- ${message}`;
  const others = suggestions.filter((one) => !error.message.includes(one));
  if (others.length > 0) yield `Near it are: ${others.join(', ')}.`;
}
