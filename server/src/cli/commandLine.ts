import { text } from 'node:stream/consumers';
import { nearest } from '@magpie/contract';
import { calledAs, readConfig, type Config } from '../config/config.ts';
import { installedVersion } from '../system/system.ts';
import type { Command, Described, InsideCommand, Terminal } from './command.ts';
import { commands } from './commands.ts';
import { mustBeThere, openHere, stopOnSignal, wherever, withEngineAccess } from './engineAccess.ts';
import { runInServer } from './socketClient.ts';

/** Run by `main.ts`, which loads nothing else for it. */
const serveCommand: Described = {
  name: 'serve',
  usage: 'serve',
  summary: 'Start the service (what npm start does).',
  details: `It runs until SIGINT or SIGTERM, which ends it when requests under way are answered. Settings are environment
variables: README.md lists them.`,
  check: () => 'serve takes no arguments.',
};

const described: readonly Described[] = [serveCommand, ...commands];

/** Does what the words ask for, unless that is to serve; returns the exit code. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = words;
  if (first === 'help') return runCommandLine([...rest, '--help'], terminal);
  if (first === '--version' || first === '-v') {
    terminal.say(`magpie ${installedVersion()}`);
    return 0;
  }
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  const command = described.find(({ name }) => beginsWith(words, name));
  if (command !== undefined && wantsHelp) {
    terminal.say(helpOf(command, words.slice(wordsIn(command.name))));
    return 0;
  }
  if (command !== undefined) return runCommand(command, words.slice(wordsIn(command.name)), terminal);
  return withoutCommand(words, wantsHelp, terminal);
}

/** The words name no command: shows what there is. */
function withoutCommand(words: readonly string[], wantsHelp: boolean, { say, complain }: Terminal): number {
  const group = described.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `));
  const help = helpOver(group.length > 0 ? group : described);
  const isAsked = wantsHelp && (group.length > 0 || (words[0] ?? '-').startsWith('-'));
  if (isAsked || words.length === 0) {
    say(help);
    return isAsked ? 0 : 2;
  }
  const meant = meantCommand(words);
  complain(
    `There is no command '${words.join(' ')}'${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
  );
  complain(meant === undefined ? `\n${help}` : `${calledAs()} --help lists all commands.`);
  return 2;
}

/** The command whose name is nearest to as many words as it has. */
function meantCommand(words: readonly string[]): string | undefined {
  const found = [2, 1]
    .filter((count) => count <= words.length)
    .map((count) => {
      const names = described.map(({ name }) => name).filter((name) => wordsIn(name) === count);
      return nearest(words.slice(0, count).join(' '), names);
    });
  return found.find((name) => name !== undefined);
}

function beginsWith(words: readonly string[], name: string): boolean {
  return words.slice(0, wordsIn(name)).join(' ') === name;
}

function wordsIn(name: string): number {
  return name.split(' ').length;
}

function helpOver(listed: readonly Described[]): string {
  const widest = Math.max(...listed.map(({ usage }) => usage.length));
  return [
    `Usage: ${calledAs()} <command>`,
    '',
    'Commands:',
    ...listed.map(({ usage, summary }) => `  ${usage.padEnd(widest)}  ${summary}`),
    '',
    'Each command explains itself with --help; --version prints the version. Exit codes: 0 done, 1 failed, 2 called wrongly.',
  ].join('\n');
}

function helpOf({ usage, summary, details }: Described, given: readonly string[]): string {
  const told = typeof details === 'string' ? details : details(given);
  return `Usage: ${calledAs()} ${usage}\n\n${summary}\n${told}`;
}

async function runCommand(
  command: Described | Command,
  given: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const args = command.check(given) === null ? await completed(command, given) : given;
  const problem = command.check(args);
  if (problem !== null || !('run' in command || 'runBeside' in command)) {
    terminal.complain(`${problem}\nUsage: ${calledAs()} ${command.usage}`);
    return 2;
  }
  const config = readConfig();
  return 'run' in command
    ? runInside(command, args, config, terminal)
    : withEngineAccess(config, (reach) => command.runBeside(reach, args, terminal));
}

async function completed(command: Described | Command, args: readonly string[]): Promise<readonly string[]> {
  if (!('run' in command) || command.complete === undefined) return args;
  return command.complete(args, () => text(process.stdin));
}

async function runInside(
  command: InsideCommand,
  args: readonly string[],
  config: Config,
  { say }: Terminal,
): Promise<number> {
  return wherever(
    () => runInServer(config.dataFolder, command, args, say),
    async () => {
      if (command.needsInstance === true) mustBeThere(config);
      const instance = await openHere(config);
      const signals = stopOnSignal();
      try {
        return await command.run(instance, args, say, signals.stopping);
      } finally {
        signals.release();
        await instance.close();
      }
    },
  );
}
