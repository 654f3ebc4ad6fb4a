import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { adLineTypes, type IngestLine } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fewAds } from '../ads/recordAds.ts';
import { ingest, type Ingestion } from '../ingestion/importing/ingest.ts';
import { type AdWriter, withRoom } from '../ingestion/importing/adWriter.ts';
import { countCall, assertDiskSpace, type Services } from '../rpc/executeProcedure.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { liftDeadline } from './bodyDeadline.ts';
import { asMagpieError, errorJson, logFailure } from './errors.ts';
import { hook } from './hook.ts';
import { tooOften } from './plan.ts';

/** `POST /api/ingest`: a stream of ads in the open format, answered with a line for every batch that is on disk. */
export function mountIngest(app: FastifyInstance, services: Services, sink: AdWriter): void {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sighting = { source: sourceOf(request), seenAt: new Date() };
    await assertDiskSpace(services.room);
    liftDeadline(request.raw);
    const ingestion = { sink: withRoom(sink, services.room), sighting, stopping: stopping.signal };
    // After an error the rest of the stream is not wanted, however long it is.
    reply.type('application/x-ndjson; charset=utf-8').header('connection', 'close');
    return reply.send(asStream(answerLines(request, ingestion)));
  };
  void app.register((scope, _options, done) => {
    takeJsonLinesOnly(scope);
    scope.route({
      method: scope.supportedMethods,
      url: '/api/ingest',
      // A stream is not held in memory, only one line of it and one batch, which have limits of their own.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      onRequest: hook((request, reply) => admit(services, request, reply)),
      handler: take,
    });
    done();
  });
}

/** Owners only, by POST, and not more often than anything else is written. */
function admit(services: Services, request: FastifyRequest, reply: FastifyReply): MaybePromise<void> {
  const { method, caller } = request;
  if (method !== 'POST') {
    reply.header('Allow', 'POST');
    throw new MagpieError('METHOD_NOT_SUPPORTED', `/api/ingest takes ads by POST, not by ${method}.`);
  }
  if (!caller.isOwner || !caller.scopes.has('admin')) {
    throw new MagpieError('FORBIDDEN', "/api/ingest needs an owner's key with the scope 'admin'.");
  }
  return andThen(countCall(services, 'write', caller), ({ rule, verdict }) => {
    reply.headers(limitHeaders(rule, verdict));
    if (!verdict.allowed) throw tooOften(rule, verdict);
    refuseOtherTypes(request);
  });
}

function refuseOtherTypes({ headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (adLineTypes.some((known) => known === type)) return;
  throw new MagpieError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Ads are sent as JSON Lines with the header Content-Type: application/x-ndjson.',
  );
}

/** The name under which ads are counted that were pushed without one. */
const usualSource = 'ingest';

function sourceOf(request: FastifyRequest): string {
  const { source = usualSource, ...others } = request.query as Readonly<Record<string, unknown>>;
  const stray = Object.keys(others)[0];
  if (stray !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      `/api/ingest has no query parameter '${shown(stray, 40)}'; it takes source only.`,
    );
  }
  if (typeof source === 'string' && /^[a-z0-9][\w.-]{0,59}$/i.test(source)) return source;
  throw new MagpieError(
    'BAD_REQUEST',
    'The query parameter source is given once, as 1 to 60 letters, digits, -, _ and ., a letter or digit first.',
  );
}

/** The body is read by whoever records it, not before. */
function takeJsonLinesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...adLineTypes], (_request, payload, done) => done(null, payload));
}

async function* answerLines(request: FastifyRequest, ingestion: Ingestion): AsyncGenerator<string> {
  const body = request.body as Readable;
  try {
    // A request that is destroyed takes its connection with it, and the last line of the answer.
    for await (const line of ingest(body.iterator({ destroyOnReturn: false }), ingestion)) {
      if ('done' in line) await finish(request, ingestion, line);
      yield `${JSON.stringify(line)}\n`;
    }
  } catch (error) {
    // Nobody is there to be told.
    if (request.raw.errored !== null) return;
    const told = asMagpieError(error);
    logFailure(told, request);
    yield `${errorJson(told, undefined, request.id)}\n`;
    await readOver(body);
  }
}

async function finish(
  request: FastifyRequest,
  { sink, sighting }: Ingestion,
  totals: IngestLine,
): Promise<void> {
  // After fewer the index is up to date by itself.
  if (totals.acknowledged > fewAds) await sink.settle();
  request.log.info({ requestId: request.id, source: sighting.source, ...totals }, 'ingested');
}

const lingerMilliseconds = 1000;

/** Closing on a sender who is still sending could destroy the answer on its way. */
async function readOver(body: Readable): Promise<void> {
  if (body.destroyed || body.readableEnded) return;
  body.resume();
  await sleep(lingerMilliseconds);
}

/** Room for answers that a sender does not read before all is sent, as simple clients do. */
const unreadBytes = 1024 * 1024;

function asStream(lines: AsyncIterable<string>): Readable {
  return Readable.from(lines, { objectMode: false, highWaterMark: unreadBytes });
}
