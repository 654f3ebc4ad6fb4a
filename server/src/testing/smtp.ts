import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ArrivedMail {
  readonly to: readonly string[];
  /** As it went over the wire. */
  readonly raw: string;
}

export interface SmtpServer {
  readonly port: number;
  /** Contains the required credentials. The certificate is self-signed. */
  readonly url: string;
  /** In the order in which they came; a test may empty it. */
  readonly arrived: ArrivedMail[];
  stop(): Promise<void>;
}

/** Starts `smtpChild.ts`, by default on a free port, through Vite since Node 20 does not run TypeScript. */
export async function startSmtpServer(onPort = 0): Promise<SmtpServer> {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'dist/node/index.js',
  );
  const source = fileURLToPath(new URL('./smtpChild.ts', import.meta.url));
  const load = `
    const { runnerImport } = await import(${JSON.stringify(pathToFileURL(vite).href)});
    await runnerImport(${JSON.stringify(source)}, { root: ${JSON.stringify(import.meta.dirname)}, configFile: false, logLevel: 'error' });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', load, String(onPort)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [port] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The mail server did not start.');
    }),
  ])) as [number];
  const arrived: ArrivedMail[] = [];
  child.on('message', (mail: ArrivedMail) => arrived.push(mail));
  return {
    port,
    url: `smtp://magpie:${encodeURIComponent('p:w/d')}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    arrived,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
