import { Readable } from 'node:stream';
import type { contract, ParsedInputOf } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countCall, refuseWithoutScope, validInput } from '../kernel/answer.ts';
import { MagpieError } from '../kernel/errors.ts';
import { limitHeaders } from '../kernel/limits.ts';
import type { Call } from '../kernel/procedure.ts';
import { whenThere, type Soon } from '../kernel/soon.ts';
import { hook } from './hook.ts';
import { givenParameters } from './input.ts';
import { tooOften, type ProcedureServices } from './plan.ts';

type Input = ParsedInputOf<typeof contract.ads.list>;

type ExportCall = Pick<Call<Input>, 'input' | 'caller' | 'address' | 'db'>;

/** Writes saved ads as CSV, piece by piece; refusals come before the first one. */
export type ExportCsv = (call: ExportCall, most: number) => AsyncGenerator<string>;

const route = '/api/export/ads.csv';

/** `GET /api/export/ads.csv`: what `ads.list` answers, whole, for a spreadsheet. */
export function mountExportCsv(
  app: FastifyInstance,
  services: ProcedureServices,
  exportCsv: ExportCsv,
): void {
  const procedure = services.procedures.get('ads.list');
  if (procedure === undefined) throw new Error(`${route} leads to ads.list, which is no procedure`);
  app.route({
    method: app.supportedMethods,
    url: route,
    config: { procedurePath: procedure.path },
    onRequest: hook((request, reply) => admit(services, request, reply)),
    handler: async (request, reply) => {
      const { caller, method } = request;
      refuseWithoutScope(procedure, caller);
      const given = givenInput(request);
      // The contract has read it, so it is what the procedure takes.
      const input = validInput(procedure, () => ({ json: given })) as Input;
      const most = given['limit'] === undefined ? Number.POSITIVE_INFINITY : input.limit;
      const pieces = exportCsv({ input, caller, db: services.db, address: request.ip }, most);
      const { value: first = '' } = await pieces.next();
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="saved-ads.csv"');
      if (method !== 'HEAD') return reply.send(Readable.from(resumed(first, pieces), { objectMode: false }));
      await pieces.return(undefined);
      return reply.send();
    },
  });
}

async function* resumed(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

/** By GET, and not more often than anything else is read. */
function admit(services: ProcedureServices, request: FastifyRequest, reply: FastifyReply): Soon<void> {
  return whenThere(countCall(services, 'read', request.caller), ({ rule, verdict }) => {
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
