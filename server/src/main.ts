import { ConfigError, readConfig, type Config } from './config/config.ts';
import { openDataFolder } from './config/dataFolder.ts';
import { createLog } from './config/log.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);
// The reader may close the pipe, as `head` does; the command still finishes.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
const screen = {
  isTerminal: process.stderr.isTTY,
  width: (): number => process.stderr.columns,
  write: (text: string): void => void process.stderr.write(text),
};

async function main(words: readonly string[]): Promise<number | undefined> {
  if (words.join(' ') === 'serve') return startService(readConfig());
  const { runCommandLine } = await import('./cli/commandLine.ts');
  return runCommandLine(words, { print, printError, screen });
}

/** Locks the data folder before loading the service, so that concurrent starts fail early. */
async function startService(config: Config): Promise<undefined> {
  const folder = openDataFolder(config.dataFolder);
  const { serve } = await import('./cli/serve.ts');
  await serve(folder, config, createLog(config.logLevel), print);
  return undefined;
}

try {
  const exit = await main(process.argv.slice(2));
  if (exit !== undefined) process.exitCode = exit;
} catch (error) {
  printError(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
