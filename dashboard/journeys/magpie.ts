import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOutside } from './outside.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts Magpie for all journeys, with demo ads, before the first one; stops it after the last. */
export default async function startMagpie(): Promise<() => Promise<void>> {
  const folder = createFolder();
  const mailFolder = path.join(folder, 'mail');
  const outside = await startOutside(mailFolder);
  const server = await startServer(folder, {
    MAGPIE_DEMO_ADS: '3000',
    MAGPIE_FETCH_ALLOW: outside.receiver,
    SMTP_URL: outside.smtpUrl,
  });
  // Journeys run in other processes, which inherit these.
  process.env.MAGPIE_DATA_DIR = server.dataFolder;
  process.env.MAGPIE_MAIL_FOLDER = mailFolder;
  process.env.MAGPIE_RECEIVER = outside.receiver;
  process.env.MAGPIE_ADDRESS = server.address;
  process.env.MAGPIE_FIRST_LINK = server.firstLink;
  return async () => {
    await server.stop();
    outside.close();
  };
}

/** A temporary folder. Under root, the embedded PostgreSQL runs as another user, which must be able to enter it. */
export function createFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-journeys-'));
  chmodSync(folder, 0o711);
  return folder;
}

export interface StartedServer {
  readonly address: string;
  readonly firstLink: string;
  readonly dataFolder: string;
  /** Deletes the folder too. */
  stop(): Promise<void>;
}

/** Starts Magpie like `npm start`. */
export async function startServer(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const dataFolder = path.join(folder, 'data');
  const magpie = spawn(process.execPath, ['--max-semi-space-size=32', 'scripts/run.cjs', 'serve'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      MAGPIE_DATA_DIR: dataFolder,
      MAGPIE_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilReady(magpie);
  const address = /Dashboard\s+(http\S+?)\/?\s/.exec(printed)?.[1] ?? '';
  await untilLoaded(address);
  return {
    dataFolder,
    address,
    firstLink: /Sign in\s+(\S+)/.exec(printed)?.[1] ?? '',
    async stop() {
      magpie.kill('SIGTERM');
      if (magpie.exitCode === null) await once(magpie, 'exit');
      rmSync(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

async function untilReady(magpie: ChildProcess): Promise<string> {
  let printed = '';
  const { promise, resolve, reject } = withResolvers();
  magpie.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (/Sign in\s+\S+\n/.test(printed)) resolve();
  });
  magpie.once('exit', (code) =>
    reject(new Error(`Magpie ended with ${code} before it was ready:\n${printed}`)),
  );
  await promise;
  return printed;
}

/** The dashboard is built and demo ads are loaded while Magpie already runs. */
async function untilLoaded(address: string): Promise<void> {
  const isLoaded = async (): Promise<boolean> => {
    const { status } = await fetch(address);
    const { checks } = (await (await fetch(`${address}/readyz`)).json()) as { checks: { demo: string } };
    return status === 200 && checks.demo === 'ok';
  };
  while (!(await isLoaded())) await sleep(200);
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { promise, resolve, reject };
}
