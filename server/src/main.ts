import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DashboardBuild } from './cli/serve.ts';
import { openListener } from './cli/openListener.ts';
import { StartDisplay } from './cli/startDisplay.ts';
import { ConfigError, isTerminal, readConfig, type Config } from './config/config.ts';
import { openDataFolder } from './config/dataFolder.ts';
import { createLog } from './config/log.ts';
import { openLogOutput } from './config/logOutput.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);
// The reader may close the pipe, as `head` does; the command still finishes.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
const createScreen = (stream: NodeJS.WriteStream) => ({
  isTerminal: isTerminal(stream),
  // Zero in a terminal without a known size.
  width: (): number => stream.columns || 80,
  write: (text: string): void => void stream.write(text),
});

/** Runs a command and sets the exit code. `scripts/run.cjs` builds the dashboard meanwhile if it changed. */
export async function run(words: readonly string[], dashboardBuild: DashboardBuild | null): Promise<void> {
  const display = new StartDisplay(createScreen(process.stdout));
  try {
    const exit = await runWords(words, display, dashboardBuild);
    if (exit !== undefined) process.exitCode = exit;
  } catch (error) {
    display.close();
    printError(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}

async function runWords(
  words: readonly string[],
  display: StartDisplay,
  dashboardBuild: DashboardBuild | null,
): Promise<number | undefined> {
  if (words.join(' ') === 'serve') return startService(readConfig(), display, dashboardBuild);
  const { runCommandLine } = await import('./cli/commandLine.ts');
  return runCommandLine(words, { print, printError, screen: createScreen(process.stderr) });
}

/** Locks the data folder and opens the port before loading the service: a second start fails early, and clients get what is being loaded. */
async function startService(
  config: Config,
  display: StartDisplay,
  dashboardBuild: DashboardBuild | null,
): Promise<undefined> {
  const folder = openDataFolder(config.dataFolder);
  const log = createLog(config.logLevel, openLogOutput(config.logFormat, display.around));
  const listener = await openListener(config, display.steps);
  try {
    const step = { doing: 'Loading the server', done: 'Loaded the server' };
    const { serve } = await display.track(step, import('./cli/serve.ts'));
    await serve({ folder, config, log, display, listener, dashboardBuild });
  } catch (error) {
    // Open connections would keep a failed start running.
    listener.server.closeAllConnections();
    await listener.close();
    throw error;
  }
  return undefined;
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await run(process.argv.slice(2), null);
}
