import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { adStreamContentTypes, type IngestLine } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inlineTotalsLimit } from '../../ads/recordAds.ts';
import { ingest, type Ingestion } from '../../ingestion/importing/ingest.ts';
import { type AdWriter, withDiskSpaceCheck } from '../../ingestion/importing/adWriter.ts';
import { assertDiskSpace } from '../../rpc/executeProcedure.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { liftDeadline } from '../middleware/bodyLimit.ts';
import { asMagpieError, errorJson, logFailure } from '../middleware/errors.ts';
import { limitCaller, allowMethods } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';

/** `POST /api/ingest`: a stream of ads in the open format. The response has a line for every batch that is on disk. */
export function mountIngest(app: FastifyInstance, services: ProcedureServices, writer: AdWriter): void {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sighting = { source: parseSource(request), seenAt: new Date() };
    await assertDiskSpace(services.diskSpace);
    liftDeadline(request.raw);
    const ingestion = {
      writer: withDiskSpaceCheck(writer, services.diskSpace),
      sighting,
      stopping: stopping.signal,
    };
    // After an error the rest of the stream is not read.
    reply.type('application/x-ndjson; charset=utf-8').header('connection', 'close');
    return reply.send(asStream(responseLines(request, ingestion)));
  };
  void app.register((scope, _options, done) => {
    acceptJsonLinesOnly(scope);
    scope.route({
      method: scope.supportedMethods,
      url: '/api/ingest',
      // A stream is not buffered, except for one line and one batch, which have their own limits.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      onRequest: [allowMethods('POST'), assertMayImport, limitCaller(services, 'write'), assertJsonLines],
      handler: receive,
    });
    done();
  });
}

export async function assertMayImport({ caller, routeOptions: { url } }: FastifyRequest): Promise<void> {
  if (caller.isOwner && caller.scopes.has('admin')) return;
  throw new MagpieError('FORBIDDEN', `${url ?? ''} needs an owner's key with the scope 'admin'.`);
}

async function assertJsonLines({ headers }: FastifyRequest): Promise<void> {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (adStreamContentTypes.some((known) => known === type)) return;
  throw new MagpieError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Ads are sent as JSON Lines with the header Content-Type: application/x-ndjson.',
  );
}

const defaultSource = 'ingest';

function parseSource(request: FastifyRequest): string {
  const { source = defaultSource, ...others } = request.query as Readonly<Record<string, unknown>>;
  const stray = Object.keys(others)[0];
  if (stray !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      `/api/ingest has no query parameter '${sanitizeForMessage(stray, 40)}'; the only one is source.`,
    );
  }
  if (typeof source === 'string' && /^[a-z0-9][\w.-]{0,59}$/i.test(source)) return source;
  throw new MagpieError(
    'BAD_REQUEST',
    'The query parameter source must be given once, as 1 to 60 letters, digits, -, _ and ., a letter or digit first.',
  );
}

function acceptJsonLinesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...adStreamContentTypes], (_request, payload, done) => done(null, payload));
}

async function* responseLines(request: FastifyRequest, ingestion: Ingestion): AsyncGenerator<string> {
  const body = request.body as Readable;
  try {
    // Destroying the request would close the connection before the last line of the response.
    for await (const line of ingest(body.iterator({ destroyOnReturn: false }), ingestion)) {
      if ('done' in line) await finish(request, ingestion, line);
      yield `${JSON.stringify(line)}\n`;
    }
  } catch (error) {
    // The client has disconnected.
    if (request.raw.errored !== null) return;
    const failure = asMagpieError(error);
    logFailure(failure, request);
    yield `${errorJson(failure, undefined, request.id)}\n`;
    await drain(body);
  }
}

async function finish(
  request: FastifyRequest,
  { writer, sighting }: Ingestion,
  totals: IngestLine,
): Promise<void> {
  // After fewer ads the index needs no optimization.
  if (totals.acknowledged > inlineTotalsLimit) await writer.optimize();
  request.log.info({ requestId: request.id, source: sighting.source, ...totals }, 'ingest finished');
}

const lingerMilliseconds = 1000;

/** Closing while the client is still sending could lose the response in transit. */
export async function drain(body: Readable): Promise<void> {
  if (body.destroyed || body.readableEnded) return;
  body.resume();
  await sleep(lingerMilliseconds);
}

/** Buffer for responses to clients that read only after sending everything. */
const bufferBytes = 1024 * 1024;

export function asStream(lines: AsyncIterable<string>): Readable {
  return Readable.from(lines, { objectMode: false, highWaterMark: bufferBytes });
}
