import { text } from 'node:stream/consumers';
import { closestName } from '@magpie/contract';
import { programName, readConfig } from '../config/config.ts';
import { installedVersion } from '../system/system.ts';
import type { Command, CommandInfo, EngineCommand, LocalCommand, Problem, Terminal } from './command.ts';
import { commands } from './commands.ts';
import {
  assertInstanceExists,
  openLocalInstance,
  stopOnSignal,
  viaServerOrLocally,
  withEngineAccess,
} from './engineAccess.ts';
import { runInServer } from './socketClient.ts';

/** Run by `main.ts` directly, to keep the start fast. */
const serveCommand: LocalCommand = {
  name: 'serve',
  usage: 'serve',
  summary: 'Start the server (same as npm start).',
  details: `Runs until SIGINT or SIGTERM, then finishes open requests and exits. Settings are environment variables:
see docs/configuration.md.`,
  prepareLocally: () => ({ problem: 'serve takes no arguments.' }),
};

const described: readonly Command[] = [serveCommand, ...commands];

export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = words;
  if (first === 'help') return runCommandLine([...rest, '--help'], terminal);
  if (first === '--version' || first === '-v') {
    terminal.print(`magpie ${installedVersion()}`);
    return 0;
  }
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  const command = described.find(({ name }) => beginsWith(words, name));
  if (command !== undefined && wantsHelp) {
    terminal.print(formatHelp(command, words.slice(wordsIn(command.name))));
    return 0;
  }
  if (command !== undefined) return runCommand(command, words.slice(wordsIn(command.name)), terminal);
  return runWithoutCommand(words, wantsHelp, terminal);
}

function runWithoutCommand(words: readonly string[], wantsHelp: boolean, { print, printError }: Terminal) {
  const group = described.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `));
  const help = helpOver(group.length > 0 ? group : described);
  const isHelpRequest = wantsHelp && (group.length > 0 || (words[0] ?? '-').startsWith('-'));
  if (isHelpRequest || words.length === 0) {
    print(help);
    return isHelpRequest ? 0 : 2;
  }
  const meant = nearestCommand(words);
  printError(
    `Unknown command '${words.join(' ')}'${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
  );
  printError(meant === undefined ? `\n${help}` : `${programName()} --help lists all commands.`);
  return 2;
}

/** The command with the most similar name, compared over as many words as it has. */
function nearestCommand(words: readonly string[]): string | undefined {
  const found = [2, 1]
    .filter((count) => count <= words.length)
    .map((count) => {
      const names = described.map(({ name }) => name).filter((name) => wordsIn(name) === count);
      return closestName(words.slice(0, count).join(' '), names);
    });
  return found.find((name) => name !== undefined);
}

function beginsWith(words: readonly string[], name: string): boolean {
  return words.slice(0, wordsIn(name)).join(' ') === name;
}

function wordsIn(name: string): number {
  return name.split(' ').length;
}

function helpOver(listed: readonly CommandInfo[]): string {
  const widest = Math.max(...listed.map(({ usage }) => usage.length));
  return [
    `Usage: ${programName()} <command>`,
    '',
    'Commands:',
    ...listed.map(({ usage, summary }) => `  ${usage.padEnd(widest)}  ${summary}`),
    '',
    'Run a command with --help for details; --version prints the version. Exit codes: 0 success, 1 failure, 2 usage error.',
  ].join('\n');
}

function formatHelp({ usage, summary, details }: CommandInfo, given: readonly string[]): string {
  const helpText = typeof details === 'string' ? details : details(given);
  return `Usage: ${programName()} ${usage}\n\n${summary}\n${helpText}`;
}

function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  if ('prepare' in command) return runEngineCommand(command, args, terminal);
  const run = command.prepareLocally(args);
  if (typeof run !== 'function') return failUsage(command, run, terminal);
  return withEngineAccess(readConfig(), (access) => run(access, terminal));
}

async function runEngineCommand(command: EngineCommand, given: readonly string[], terminal: Terminal) {
  const isValid = typeof command.prepare(given) === 'function';
  const args =
    isValid && command.resolveArgs !== undefined
      ? await command.resolveArgs(given, () => text(process.stdin))
      : given;
  const run = command.prepare(args);
  if (typeof run !== 'function') return failUsage(command, run, terminal);
  const config = readConfig();
  return viaServerOrLocally(
    () => runInServer(config.dataFolder, command, args, terminal.print),
    async () => {
      if (command.needsInstance === true) assertInstanceExists(config);
      const instance = await openLocalInstance(config);
      const signals = stopOnSignal();
      try {
        return await run(instance, terminal.print, signals.stopping);
      } finally {
        signals.release();
        await instance.close();
      }
    },
  );
}

async function failUsage({ usage }: CommandInfo, { problem }: Problem, { printError }: Terminal) {
  printError(`${problem}\nUsage: ${programName()} ${usage}`);
  return 2;
}
