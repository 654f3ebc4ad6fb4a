import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { contract } from '@magpie/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryCache } from '../rpc/responseCache.ts';
import { readConfig } from '../config/config.ts';
import { readLimits, memoryLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { createLog } from '../config/log.ts';
import { bindProcedures } from '../rpc/procedure.ts';
import { compressResponses } from './middleware/compression.ts';
import { sendError } from './middleware/errors.ts';
import { type ExportCsv, mountExportCsv } from './routes/exportCsv.ts';

let app: FastifyInstance;
let address: string;
let logged: string[];
afterEach(() => app.close());

const notHere = (): Promise<never> => Promise.reject(new Error('This test has no database.'));

/** Only this route, for callers named in the header `who`; `exportCsv` controls the chunks. */
async function serve(exportCsv: ExportCsv): Promise<(who: string) => Promise<Response>> {
  logged = [];
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const loggerInstance: FastifyBaseLogger = log;
  app = Fastify({ loggerInstance });
  app.addHook('onRequest', (request, _reply, done) => {
    const userId = String(request.headers['who']);
    const credential = { id: userId, secret: userId };
    request.caller = { userId, isOwner: false, scopes: new Set(['read' as const]), credential };
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  compressResponses(app);
  const services = {
    procedures: bindProcedures(contract, { ads: { list: notHere } }),
    db: { query: notHere, transaction: notHere },
    limiter: memoryLimiter({}),
    limits: readLimits({ ...readConfig({}), readLimit: 10_000 }),
    cache: memoryCache({}),
    indexCache: memoryCache({}),
    newestRecording: () => 1,
    diskSpace: { enough: () => Promise.resolve(true) },
    log,
  };
  mountExportCsv(app, services, exportCsv);
  address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/export/ads.csv`;
  // When a compressed response is cut off, fetch may discard data that is not decompressed yet.
  return (who) => fetch(address, { headers: { who, 'accept-encoding': 'identity' } });
}

describe('concurrent exports', () => {
  it('run four at once, two per person; others wait in a fair order, and beyond ten get 503 with Retry-After', async () => {
    const started: string[] = [];
    const gate = new EventEmitter();
    const mayEnd = once(gate, 'end');
    const download = await serve(async function* ({ caller }) {
      started.push(caller.userId);
      yield 'first\r\n';
      await mayEnd;
      yield 'last\r\n';
    });
    const running = await Promise.all([download('ann'), download('ann'), download('ben'), download('cid')]);
    expect(started.toSorted()).toEqual(['ann', 'ann', 'ben', 'cid']);
    const more = Array.from({ length: 11 }, () => download('ann'));
    const refused = await Promise.race(more);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(started).toHaveLength(4);
    const ofBen = download('ben');
    gate.emit('end');
    const answers = [...running, ...(await Promise.all([...more, ofBen]))];
    expect(answers.filter(({ status }) => status === 503)).toEqual([refused]);
    const files = await Promise.all(
      answers.filter((answer) => answer !== refused).map((answer) => answer.text()),
    );
    expect(files).toEqual(files.map(() => 'first\r\nlast\r\n'));
    expect(files).toHaveLength(15);
  });

  it.each(['identity', 'gzip', 'br'])(
    'a reader of %s who leaves gives the place to the next',
    async (encoding) => {
      let count = 0;
      const download = await serve(async function* () {
        count += 1;
        const isEndless = count <= 2;
        yield 'a line\r\n'.repeat(100_000);
        if (isEndless) for (;;) yield 'a line\r\n'.repeat(100_000);
      });
      const readers = ['ann', 'ann'].map((who) =>
        get(address, { headers: { who, 'accept-encoding': encoding }, agent: false }),
      );
      await Promise.all(readers.map((reader) => once(reader, 'response')));
      const waiting = download('ann');
      readers[0]?.destroy();
      expect(await (await waiting).text()).toMatch(/^(a line\r\n){100000}$/);
      readers[1]?.destroy();
    },
  );
});

describe('an export that fails after its status was sent', () => {
  it('is reported in the last line and in the log, and ends as an incomplete response', async () => {
    const download = await serve(async function* () {
      yield 'first\r\n';
      throw new Error('timeout exceeded when trying to connect');
    });
    const response = await download('ann');
    expect(response.status).toBe(200);
    let text = '';
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body ?? []) text += decoder.decode(bytes);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(text).toBe('first\r\n# This file is incomplete: the export failed here. Download it again.\r\n');
    const line = logged.find((each) => each.includes('download failed after its first bytes'));
    expect(line).toContain('timeout exceeded when trying to connect');
  });

  it.each([
    ['identity', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ])('is also reported in %s', async (encoding, decode) => {
    await serve(async function* () {
      yield 'first\r\n'.repeat(1000);
      throw new Error('timeout exceeded when trying to connect');
    });
    const sent = get(address, { headers: { who: 'ann', 'accept-encoding': encoding }, agent: false });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => void chunks.push(chunk));
    const [error] = (await once(response, 'error')) as [Error];
    expect(error.message).toBe('aborted');
    expect(response.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(decode(Buffer.concat(chunks)).toString()).toMatch(
      /^(first\r\n){1000}# This file is incomplete: the export failed here\. Download it again\.\r\n$/,
    );
  });

  it('503 before its first chunk', async () => {
    // oxlint-disable-next-line require-yield -- fails before it has anything
    const download = await serve(async function* () {
      throw new Error('timeout exceeded when trying to connect');
    });
    const response = await download('ann');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
