import { text } from 'node:stream/consumers';
import { readConfig, type Config } from '../kernel/config.ts';
import type { Command, InsideCommand, Terminal } from './command.ts';
import { commands } from './commands.ts';
import { mustBeThere, openHere, stopOnSignal, wherever, withReach } from './reach.ts';
import { runInServer } from './socketClient.ts';

const serveUsage = { usage: 'serve', summary: 'Start the service (what npm start does).' };
const widestUsage = Math.max(...commands.map(({ usage }) => usage.length));

const help = [
  'Usage: npx magpie <command>',
  '',
  'Commands:',
  ...[serveUsage, ...commands].map(({ usage, summary }) => `  ${usage.padEnd(widestUsage)}  ${summary}`),
  '',
  'Each command explains itself with --help. Exit codes: 0 done, 1 failed, 2 called wrongly.',
].join('\n');

/** Does what the words ask for, unless that is to serve; returns the exit code. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  const command = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
  if (command !== undefined) return runCommand(command, words, wantsHelp, terminal);
  if (wantsHelp || words[0] === 'help' || words.length === 0) {
    terminal.say(help);
    return words.length === 0 ? 2 : 0;
  }
  terminal.complain(`There is no command '${words.join(' ')}'.\n\n${help}`);
  return 2;
}

async function runCommand(
  command: Command,
  words: readonly string[],
  wantsHelp: boolean,
  terminal: Terminal,
): Promise<number> {
  const { say, complain } = terminal;
  const given = words.slice(command.name.split(' ').length);
  if (wantsHelp) {
    const { usage, summary, details } = command;
    const told = typeof details === 'string' ? details : details(given);
    say(`Usage: npx magpie ${usage}\n\n${summary}\n${told}`);
    return 0;
  }
  const args = command.check(given) === null ? await completed(command, given) : given;
  const problem = command.check(args);
  if (problem !== null) {
    complain(`${problem}\nUsage: npx magpie ${command.usage}`);
    return 2;
  }
  const config = readConfig();
  return 'run' in command
    ? runInside(command, args, config, terminal)
    : withReach(config, (reach) => command.runBeside(reach, args, terminal));
}

async function completed(command: Command, args: readonly string[]): Promise<readonly string[]> {
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
