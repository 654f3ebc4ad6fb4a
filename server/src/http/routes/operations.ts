import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { metrics } from '../../config/metrics.ts';
import { authenticate, type Authentication } from '../middleware/authenticate.ts';

export interface Readiness {
  /** Each throws if its engine does not respond. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  /** Whether there is enough disk space for writes; without it the node is still ready for reads. */
  readonly hasDiskSpace: () => Promise<boolean>;
  /** Whether the first demo ads are being loaded; the node is ready meanwhile. */
  readonly isLoading: () => boolean;
  /** Whether stored ads are damaged or missing; the node is still ready, because everything else works. */
  readonly isIndexDamaged: () => Promise<boolean>;
}

/** Updates gauges that are measured on demand. Never rejects. */
export type ReadGauges = () => Promise<void>;

export function mountOperations(
  app: FastifyInstance,
  authentication: Authentication,
  readiness: Readiness,
  readGauges: ReadGauges,
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const report = await readinessReport(readiness);
    if (!report.ready) reply.code(503).header('Retry-After', '2');
    return report;
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) {
      const caller = await authenticate(authentication, request, reply);
      if (!caller.isOwner || !caller.scopes.has('admin')) {
        throw new MagpieError(
          'FORBIDDEN',
          "From another machine /metrics needs an owner's key with the scope 'admin'.",
        );
      }
    }
    await readGauges();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

async function readinessReport({
  checks,
  hasDiskSpace,
  isLoading,
  isIndexDamaged,
}: Readiness): Promise<{ ready: boolean; checks: Record<string, string> }> {
  const engines = await Promise.all(Object.entries(checks).map(([name, check]) => checkEngine(name, check)));
  const disk = (await hasDiskSpace()) ? 'ok' : 'almost full: reads go on, writes answer 503';
  const answers = engines.every(([, state]) => state === 'ok');
  // An engine that does not respond has been reported; another query would only time out.
  const damaged = answers && (await isIndexDamaged().catch(() => false));
  const index = damaged ? 'degraded: stored ads are damaged or missing; run magpie doctor' : 'ok';
  return {
    ready: answers,
    checks: { ...Object.fromEntries(engines), disk, index, demo: isLoading() ? 'being loaded' : 'ok' },
  };
}

/** An engine without a response for this long counts as down. */
const checkTimeoutMs = 3000;

async function checkEngine(name: string, check: () => Promise<void>): Promise<[string, string]> {
  const tooLate = sleep(checkTimeoutMs, 'does not answer', { ref: false });
  const state = check().then(
    () => 'ok',
    () => 'does not answer',
  );
  return [name, await Promise.race([state, tooLate])];
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Behind a proxy on this machine every client has a local address. A proxy that adds no header still passes on the
 * public host name; only local clients use a local one.
 */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(address);
  const hasLocalHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
  return isLoopback && hasLocalHost && proxyHeaders.every((name) => request.headers[name] === undefined);
}
