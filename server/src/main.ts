import { setTimeout as sleep } from 'node:timers/promises';
import { commands } from './commands/commands.ts';
import type { Command } from './commands/command.ts';
import { serve } from './commands/serve.ts';
import { runInServer } from './commands/socket.ts';
import { openInstance } from './instance.ts';
import { ConfigError, readConfig, type Config } from './kernel/config.ts';
import { FolderInUse } from './kernel/dataFolder.ts';
import { createLog } from './kernel/log.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const help = [
  'Usage: npm run magpie -- <command>',
  '',
  'Commands:',
  '  serve               Start the service (what npm start does).',
  ...commands.map(({ usage, summary }) => `  ${usage.padEnd(20)}${summary}`),
  '',
  'Each command explains itself with --help. Exit codes: 0 done, 1 failed, 2 called wrongly.',
].join('\n');

async function main(words: readonly string[]): Promise<number | undefined> {
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  const command = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
  if (command !== undefined) return runCommand(command, words, wantsHelp);
  if (wantsHelp || words[0] === 'help' || words.length === 0) {
    say(help);
    return words.length === 0 ? 2 : 0;
  }
  if (words[0] !== 'serve' || words.length > 1) {
    complain(`There is no command '${words.join(' ')}'.\n\n${help}`);
    return 2;
  }
  const config = readConfig();
  await serve(config, createLog(config.logLevel), say);
  return undefined;
}

async function runCommand(command: Command, words: readonly string[], wantsHelp: boolean): Promise<number> {
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
  return runAnywhere(command, args, readConfig());
}

/** A first start on a busy machine takes some ten seconds. */
const tries = 120;
const betweenTriesMilliseconds = 250;

/** Through the server that has the data folder, or, where none has it, by opening it here. */
async function runAnywhere(command: Command, args: readonly string[], config: Config): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const exit = await runInServer(config.dataFolder, command, args, say);
    if (exit !== null) return exit;
    try {
      return await runHere(command, args, config);
    } catch (error) {
      // Somebody has the folder but does not answer yet: a server that is starting or stopping.
      if (!(error instanceof FolderInUse) || attempt === tries) throw error;
      await sleep(betweenTriesMilliseconds);
    }
  }
}

async function runHere(command: Command, args: readonly string[], config: Config): Promise<number> {
  const instance = await openInstance(config, createLog('warn'));
  try {
    return await command.run(instance, args, say);
  } finally {
    await instance.close();
  }
}

try {
  const exit = await main(process.argv.slice(2));
  if (exit !== undefined) process.exitCode = exit;
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
