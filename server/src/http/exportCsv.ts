import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { contract, ParsedInputOf } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countCall, assertScope, validInput } from '../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import { createFairQueue } from '../integrations/images/fairQueue.ts';
import type { Call } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { whenLeft } from './connections.ts';
import { hook } from './hook.ts';
import { givenParameters } from './input.ts';
import { tooOften, type ProcedureServices } from './plan.ts';

type Input = ParsedInputOf<typeof contract.ads.list>;

type ExportCall = Pick<Call<Input>, 'input' | 'caller' | 'address'>;

/** Writes saved ads as CSV, piece by piece; refusals come before the first one. */
export type ExportCsv = (call: ExportCall, most: number) => AsyncGenerator<string>;

const route = '/api/export/ads.csv';

/** Each of them has a connection to the database while it reads a page. Others wait, people in turn. */
const bounds = { atOnce: 4, ofHost: 4, ofPerson: 2, mostWaiting: 10, busy };

/** An export of which nothing was taken for so long gives its place to another. */
const stallMilliseconds = 60_000;

/** `GET /api/export/ads.csv`: what `ads.list` answers, whole, for a spreadsheet. */
export function mountExportCsv(
  app: FastifyInstance,
  services: ProcedureServices,
  exportCsv: ExportCsv,
): void {
  const procedure = services.procedures.get('ads.list');
  if (procedure === undefined) throw new Error(`${route} leads to ads.list, which is no procedure`);
  const places = createFairQueue(bounds);
  app.route({
    method: app.supportedMethods,
    url: route,
    config: { procedurePath: procedure.path },
    onRequest: hook((request, reply) => admit(services, request, reply)),
    handler: async (request, reply) => {
      const { caller } = request;
      assertScope(procedure, caller);
      const given = givenInput(request);
      // The contract has read it, so it is what the procedure takes.
      const input = validInput(procedure, () => ({ json: given })) as Input;
      const most = given['limit'] === undefined ? Number.POSITIVE_INFINITY : input.limit;
      const wish = { host: route, people: new Map([[caller.userId, null]]) };
      const send = (): Promise<void> =>
        sendPieces(exportCsv({ input, caller, address: request.ip }, most), request, reply);
      await places.take(wish, send, whenLeft(reply));
      return reply;
    },
  });
}

/** Resolves when all was sent, or the reader has gone. */
async function sendPieces(
  pieces: AsyncGenerator<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { value: first = '' } = await pieces.next();
  reply.type('text/csv; charset=utf-8').header('Content-Disposition', 'attachment; filename="saved-ads.csv"');
  if (request.method === 'HEAD') {
    await pieces.return(undefined);
    await reply.send();
    return;
  }
  const body = Readable.from(resumed(first, pieces, request), { objectMode: false });
  const sent = finished(body).catch(() => undefined);
  reply.raw.setTimeout(stallMilliseconds, () => reply.raw.destroy());
  void reply.send(body);
  await sent;
}

const incomplete = '# This file is incomplete: the export failed here. Download it again.\r\n';

/** The status is sent by now, so a failure is written to the end of the file, and the connection is broken off. */
async function* resumed(
  first: string,
  others: AsyncGenerator<string>,
  { log, id }: FastifyRequest,
): AsyncGenerator<string> {
  yield first;
  try {
    yield* others;
  } catch (error) {
    log.error({ requestId: id, err: error }, 'CSV export failed after its first rows');
    yield incomplete;
    // The line leaves with the next turn of the event loop.
    await setImmediate();
    throw error;
  }
}

function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many exports are waiting; try again when one of them has ended.',
    { retryAfter: 10 },
  );
}

/** By GET, and not more often than anything else is read. */
function admit(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  return andThen(countCall(services, 'read', request.caller), ({ rule, verdict }) => {
    reply.headers(limitHeaders(rule, verdict));
    if (!verdict.allowed) throw tooOften(rule, verdict);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    reply.header('Allow', 'GET, HEAD');
    throw new MagpieError('METHOD_NOT_SUPPORTED', `${route} is read by GET, not by ${request.method}.`);
  });
}

type Name = keyof Input;

const numbers: ReadonlySet<string> = new Set<Name>(['boardId', 'viewsMin', 'viewsMax', 'limit', 'cursor']);
const vocabularies: ReadonlySet<string> = new Set<Name>(['platforms', 'formats', 'languages']);
const lists: ReadonlySet<string> = new Set<Name>(['companyNames', 'adTypes', 'ctaTypes']);

/** A query string holds texts only. What does not read as what is meant is left as it stands, for the contract to refuse in its words. */
function givenInput(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return Object.fromEntries(givenParameters(request).map(([name, texts]) => [name, valueOf(name, texts)]));
}

function valueOf(name: string, texts: readonly string[]): unknown {
  if (vocabularies.has(name)) return texts.flatMap((text) => text.split(','));
  const [text = '', ...others] = texts;
  if (lists.has(name) && !(name === 'companyNames' && text === 'FOLLOWED' && others.length === 0)) {
    return valuesIn(texts);
  }
  if (others.length > 0) return texts;
  if (numbers.has(name)) return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return name === 'isPartnership' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** Given several times, each is one value. In `Acme, Inc.` the comma belongs to the name; in `Acme,Zenith` it parts two. */
function valuesIn(texts: readonly string[]): string[] {
  return texts.length > 1 ? [...texts] : texts.flatMap((text) => text.split(/,(?!\s)/));
}
