import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { CreativesZip } from '../../boards/creativesZip.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { createFairQueue } from '../../integrations/images/fairQueue.ts';
import { addAuditEntry, toActor } from '../../rpc/auditLog.sql.ts';
import { assertScope } from '../../rpc/executeProcedure.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { abortOnDisconnect } from '../middleware/connections.ts';
import { allowMethods, limitCaller } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';
import { sendStream, tooManyDownloads } from './sendStream.ts';

export type OpenCreatives = (boardId: number, caller: Caller) => Promise<CreativesZip>;

const route = '/api/export/creatives.zip';

/** Each download has one file in memory. */
const queueLimits = { maxConcurrent: 2, maxPerHost: 2, maxPerUser: 1, maxQueued: 4, busy: tooManyDownloads };

/** `GET /api/export/creatives.zip?boardId=`: the kept images and videos of a board. */
export function mountCreativesZip(
  app: FastifyInstance,
  services: ProcedureServices,
  openCreatives: OpenCreatives,
): void {
  const procedure = services.procedures.get('ads.list');
  if (procedure === undefined) throw new Error(`${route} needs the procedure ads.list`);
  const places = createFairQueue(queueLimits);
  app.route({
    method: app.supportedMethods,
    url: route,
    config: { procedurePath: procedure.path },
    onRequest: [limitCaller(services, 'read'), allowMethods('GET', 'HEAD')],
    handler: async (request, reply) => {
      const { caller } = request;
      assertScope(procedure, caller);
      const boardId = readBoardId(request);
      const slot = { host: route, users: new Map([[caller.userId, null]]) };
      const send = async (): Promise<void> => {
        const zip = await openCreatives(boardId, caller);
        if (request.method === 'GET') await noteDownload(services.db, request, boardId);
        reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(zip.fileName)}`);
        await sendStream(zip.chunks, request, reply);
      };
      await places.run(slot, send, abortOnDisconnect(reply));
      return reply;
    },
  });
}

function noteDownload(db: Postgres, { caller, ip }: FastifyRequest, boardId: number): Promise<void> {
  const details = { format: 'zip' as const, boardId };
  return addAuditEntry(db, { ...toActor({ caller, address: ip }), act: 'library.exported', details });
}

function readBoardId({ query }: FastifyRequest): number {
  const { boardId } = query as { boardId?: unknown };
  const id = typeof boardId === 'string' && /^\d{1,15}$/.test(boardId) ? Number(boardId) : 0;
  if (id > 0) return id;
  throw new MagpieError('BAD_REQUEST', 'The query parameter boardId must be the id of a board.');
}
