import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { metrics } from '../config/metrics.ts';
import { authenticate, type Authentication } from './authentication.ts';

/** What must answer before this node is ready, and what a reader is told of each. */
export interface Readiness {
  /** Throws when the part does not answer. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  /** Whether there is room to accept writes; without it the node is still ready to be read. */
  readonly hasRoom: () => Promise<boolean>;
  /** Whether the first demo load is still under way. */
  readonly isLoading: () => boolean;
  /** Whether stored ads are damaged or missing; the node is still ready, since everything else works. */
  readonly isIndexDamaged: () => Promise<boolean>;
}

/** Brings what is measured only when asked for up to date. Never rejects. */
export type ReadGauges = () => Promise<void>;

/** For whoever runs the service: is it alive, is it ready, what does it do. */
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
  hasRoom,
  isLoading,
  isIndexDamaged,
}: Readiness): Promise<{ ready: boolean; checks: Record<string, string> }> {
  const engines = await Promise.all(Object.entries(checks).map(([name, check]) => stateOf(name, check)));
  const disk = (await hasRoom()) ? 'ok' : 'almost full: reads go on, writes answer 503';
  const loading = isLoading();
  const answers = engines.every(([, state]) => state === 'ok');
  // An engine that is away has been reported; to ask it again would only take time.
  const damaged = answers && (await isIndexDamaged().catch(() => false));
  const index = damaged ? 'degraded: stored ads are damaged or missing; run magpie doctor' : 'ok';
  return {
    ready: answers && !loading,
    checks: { ...Object.fromEntries(engines), disk, index, demo: loading ? 'being loaded' : 'ok' },
  };
}

/** An engine that hangs is told from one that answers after this long. */
const patienceMilliseconds = 3000;

async function stateOf(name: string, check: () => Promise<void>): Promise<[string, string]> {
  const tooLate = sleep(patienceMilliseconds, 'does not answer', { ref: false });
  const state = check().then(
    () => 'ok',
    () => 'does not answer',
  );
  return [name, await Promise.race([state, tooLate])];
}

/** Headers by which a proxy shows itself. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * A proxy on this machine makes everybody look local. One that adds no header passes the name on by which the
 * world asked for it; only somebody here asks for this machine itself.
 */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(address);
  const asksForThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
  return (
    isLoopback && asksForThisMachine && proxyHeaders.every((name) => request.headers[name] === undefined)
  );
}
