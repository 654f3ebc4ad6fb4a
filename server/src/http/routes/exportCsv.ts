import { setImmediate } from 'node:timers/promises';
import type { contract, ParsedInputOf, Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertScope, parseInput } from '../../rpc/executeProcedure.ts';
import { createFairQueue } from '../../integrations/images/fairQueue.ts';
import type { Call } from '../../rpc/procedure.ts';
import { abortOnDisconnect } from '../middleware/connections.ts';
import { createFieldReader, fieldsWhere, listOptions, queryParameters } from '../input.ts';
import { limitCaller, allowMethods } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';
import { sendStream, tooManyDownloads } from './sendStream.ts';
import { addAuditEntry, toActor } from '../../rpc/auditLog.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

type Input = ParsedInputOf<typeof contract.ads.list>;

interface ExportCall extends Pick<Call<Input>, 'input' | 'caller' | 'address'> {
  /** These ads instead of the result of `ads.list`; an unknown one is a 404. */
  readonly hashes?: readonly string[];
}

export type ExportCsv = (call: ExportCall, most: number) => AsyncGenerator<string>;

const route = '/api/export/ads.csv';

/** Each export uses a database connection while it reads a page. Others wait, in a fair order between people. */
const queueLimits = { maxConcurrent: 4, maxPerHost: 4, maxPerUser: 2, maxQueued: 10, busy: tooManyDownloads };

/** `GET /api/export/ads.csv`: the complete result of `ads.list` for a spreadsheet. */
export function mountExportCsv(
  app: FastifyInstance,
  services: ProcedureServices,
  exportCsv: ExportCsv,
): void {
  const procedure = services.procedures.get('ads.list');
  if (procedure === undefined) throw new Error(`${route} needs the procedure ads.list`);
  const places = createFairQueue(queueLimits);
  const readQuery = createQueryReader(procedure.definition);
  const readSelection = createSelectionReader(services);
  app.route({
    method: app.supportedMethods,
    url: route,
    config: { procedurePath: procedure.path },
    onRequest: [limitCaller(services, 'read'), allowMethods('GET', 'HEAD')],
    handler: async (request, reply) => {
      const { caller } = request;
      assertScope(procedure, caller);
      const hashes = readSelection(request);
      const given = hashes === undefined ? readQuery(request) : {};
      // Validated by the contract.
      const input = parseInput(procedure, () => ({ json: given })) as Input;
      const most = given['limit'] === undefined ? Number.POSITIVE_INFINITY : input.limit;
      const slot = { host: route, users: new Map([[caller.userId, null]]) };
      const send = (): Promise<void> =>
        sendCsv(
          exportCsv({ input, caller, address: request.ip, ...(hashes !== undefined && { hashes }) }, most),
          request,
          reply,
        );
      await places.run(slot, send, abortOnDisconnect(reply));
      return reply;
    },
  });
}

async function sendCsv(
  pieces: AsyncGenerator<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Errors before the first rows have a status of their own.
  const { value: first = '' } = await pieces.next();
  reply.type('text/csv; charset=utf-8').header('Content-Disposition', 'attachment; filename="saved-ads.csv"');
  if (request.method === 'HEAD') await pieces.return(undefined);
  await sendStream(withFailureNotice(first, pieces), request, reply);
}

const incomplete = '# This file is incomplete: the export failed here. Download it again.\r\n';

/** The status has been sent, so a failure is noted at the end of the file, and the connection is closed. */
async function* withFailureNotice(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  try {
    yield* others;
  } catch (error) {
    yield incomplete;
    // The line is sent in the next turn of the event loop.
    await setImmediate();
    throw error;
  }
}

/** Reads the query string; a list may be one parameter with commas or a repeated parameter. */
function createQueryReader(
  definition: Procedure,
): (request: FastifyRequest) => Readonly<Record<string, unknown>> {
  const read = createFieldReader(definition);
  const lists = fieldsWhere(definition, (field) => listOptions(field).some(({ type }) => type === 'array'));
  return (request) =>
    Object.fromEntries(
      queryParameters(request).map(([name, texts]) => [
        name,
        read(name, { texts: lists.has(name) ? splitValues(name, texts) : texts, isList: false }),
      ]),
    );
}

/** `?hashes=a,b` takes no other parameter. */
function createSelectionReader({ procedures }: ProcedureServices) {
  const procedure = procedures.get('ads.getMany');
  if (procedure === undefined) return () => undefined;
  const readQuery = createQueryReader(procedure.definition);
  return (request: FastifyRequest): readonly string[] | undefined => {
    const given = readQuery(request);
    if (given['hashes'] === undefined) return undefined;
    const input = parseInput(procedure, () => ({ json: given })) as ParsedInputOf<
      typeof contract.ads.getMany
    >;
    return input.hashes;
  };
}

const namesWithCommas: ReadonlySet<string> = new Set<keyof Input>(['companyNames', 'adTypes', 'ctaTypes']);

/** In `Acme, Inc.` the comma is part of the name; in `Acme,Zenith` it separates two. */
function splitValues(name: string, texts: readonly string[]): readonly string[] {
  if (!namesWithCommas.has(name)) return texts.flatMap((text) => text.split(','));
  return texts.length > 1 ? texts : texts.flatMap((text) => text.split(/,(?!\s)/));
}

export function withAuditEntry(db: Postgres, exportCsv: ExportCsv): ExportCsv {
  return async function* (call, most) {
    const pieces = exportCsv(call, most);
    const { value: first = '' } = await pieces.next();
    yield first;
    const details = { format: 'csv' as const, boardId: call.input.boardId ?? null };
    await addAuditEntry(db, { ...toActor(call), act: 'library.exported', details });
    yield* pieces;
  };
}
