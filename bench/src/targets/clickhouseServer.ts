import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** The embedded engine behind the HTTP protocol of a server, so that several processes use one engine. */
const [folder = ''] = process.argv.slice(2);
const source = fileURLToPath(new URL('../../../server/src/testing/clickhouseFront.ts', import.meta.url));
const { module } = await runnerImport<{ startClickHouseFront(options: { folder: string }): Promise<Front> }>(
  source,
  { configFile: false, logLevel: 'error' },
);
const front = await module.startClickHouseFront({ folder });
process.on('disconnect', () => void front.close().finally(() => process.exit()));
process.send?.({ port: Number(new URL(front.url).port) });
