import { text } from 'node:stream/consumers';
import { closestName } from '@magpie/contract';
import { programName, readConfig, type Config } from '../config/config.ts';
import { installedVersion } from '../system/system.ts';
import type { Command, CommandInfo, EngineCommand, Terminal } from './command.ts';
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
const serveCommand: CommandInfo = {
  name: 'serve',
  usage: 'serve',
  summary: 'Start the server (same as npm start).',
  details: `Runs until SIGINT or SIGTERM, then finishes open requests and exits. Settings are environment variables:
see docs/configuration.md.`,
  check: () => 'serve takes no arguments.',
};

const described: readonly CommandInfo[] = [serveCommand, ...commands];

/** Runs any command except `serve`; returns the exit code. */
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
    terminal.print(helpOf(command, words.slice(wordsIn(command.name))));
    return 0;
  }
  if (command !== undefined) return runCommand(command, words.slice(wordsIn(command.name)), terminal);
  return runWithoutCommand(words, wantsHelp, terminal);
}

/** Prints the help, or an error for an unknown command. */
function runWithoutCommand(
  words: readonly string[],
  wantsHelp: boolean,
  { print, printError }: Terminal,
): number {
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

function helpOf({ usage, summary, details }: CommandInfo, given: readonly string[]): string {
  const helpText = typeof details === 'string' ? details : details(given);
  return `Usage: ${programName()} ${usage}\n\n${summary}\n${helpText}`;
}

async function runCommand(
  command: CommandInfo | Command,
  given: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const args = command.check(given) === null ? await resolvedArgs(command, given) : given;
  const problem = command.check(args);
  if (problem !== null || !('run' in command || 'runLocally' in command)) {
    terminal.printError(`${problem}\nUsage: ${programName()} ${command.usage}`);
    return 2;
  }
  const config = readConfig();
  return 'run' in command
    ? runEngineCommand(command, args, config, terminal)
    : withEngineAccess(config, (access) => command.runLocally(access, args, terminal));
}

async function resolvedArgs(
  command: CommandInfo | Command,
  args: readonly string[],
): Promise<readonly string[]> {
  if (!('run' in command) || command.resolveArgs === undefined) return args;
  return command.resolveArgs(args, () => text(process.stdin));
}

async function runEngineCommand(
  command: EngineCommand,
  args: readonly string[],
  config: Config,
  { print }: Terminal,
): Promise<number> {
  return viaServerOrLocally(
    () => runInServer(config.dataFolder, command, args, print),
    async () => {
      if (command.needsInstance === true) assertInstanceExists(config);
      const instance = await openLocalInstance(config);
      const signals = stopOnSignal();
      try {
        return await command.run(instance, args, print, signals.stopping);
      } finally {
        signals.release();
        await instance.close();
      }
    },
  );
}
