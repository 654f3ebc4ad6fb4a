import { setTimeout as sleep } from 'node:timers/promises';
import { openInstance } from '../instance.ts';
import { readConfig, type Config } from '../kernel/config.ts';
import { FolderInUse, openDataFolder } from '../kernel/dataFolder.ts';
import { createLog } from '../kernel/log.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { runInServer } from './socket.ts';

/** Where a command speaks to a person. */
export interface Terminal {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

const help = [
  'Usage: npm run magpie -- <command>',
  '',
  'Commands:',
  '  serve               Start the service (what npm start does).',
  ...commands.map(({ usage, summary }) => `  ${usage.padEnd(20)}${summary}`),
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
  { say, complain }: Terminal,
): Promise<number> {
  if (wantsHelp) {
    say(`Usage: npm run magpie -- ${command.usage}\n\n${command.summary}\n${command.details}`);
    return 0;
  }
  const args = words.slice(command.name.split(' ').length);
  const problem = command.check(args);
  if (problem !== null) {
    complain(`${problem}\nUsage: npm run magpie -- ${command.usage}`);
    return 2;
  }
  return runAnywhere(command, args, readConfig(), say);
}

/** A first start on a busy machine takes some ten seconds. */
const tries = 120;
const betweenTriesMilliseconds = 250;

/** Through the server that has the data folder, or, where none has it, by opening it here. */
async function runAnywhere(
  command: Command,
  args: readonly string[],
  config: Config,
  say: Terminal['say'],
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const exit = await runInServer(config.dataFolder, command, args, say);
    if (exit !== null) return exit;
    try {
      return await runHere(command, args, config, say);
    } catch (error) {
      // Somebody has the folder but does not answer yet: a server that is starting or stopping.
      if (!(error instanceof FolderInUse) || attempt === tries) throw error;
      await sleep(betweenTriesMilliseconds);
    }
  }
}

async function runHere(
  command: Command,
  args: readonly string[],
  config: Config,
  say: Terminal['say'],
): Promise<number> {
  const instance = await openInstance(openDataFolder(config.dataFolder), config, createLog('warn'));
  try {
    return await command.run(instance, args, say);
  } finally {
    await instance.close();
  }
}
