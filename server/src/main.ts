import { ConfigError, readConfig, type Config } from './config/config.ts';
import { openDataFolder } from './config/dataFolder.ts';
import { createLog } from './config/log.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);
// Whoever reads has seen enough, as `head` has: what is under way is still done.
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
  return runCommandLine(words, { say, complain, screen });
}

/** Of many that start at once, those that do not get the data folder end before they have loaded the service. */
async function startService(config: Config): Promise<undefined> {
  const folder = openDataFolder(config.dataFolder);
  const { serve } = await import('./cli/serve.ts');
  await serve(folder, config, createLog(config.logLevel), say);
  return undefined;
}

try {
  const exit = await main(process.argv.slice(2));
  if (exit !== undefined) process.exitCode = exit;
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
