import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { accountFiles, findExportOwner } from '../../auth/account.ts';
import { exportLibrary } from '../../boards/archive/exportLibrary.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { exportPersonalStudio } from '../../studio/ownership.ts';

export interface AccountExport {
  personOf(token: string): Promise<Person | null>;
  write(person: Person, write: (bytes: Buffer) => Promise<void>, stopping: AbortSignal): Promise<unknown>;
}

interface Person {
  readonly userId: string;
  readonly email: string;
}

export const accountExportPath = '/api/account/export';

/** Each export uses a database connection until it is downloaded. */
const maxConcurrent = 2;
/** A client that reads nothing for this long is disconnected. */
const stallMilliseconds = 60_000;

export function mountAccountExport(app: FastifyInstance, accounts: AccountExport): void {
  const active = new Set<string>();
  app.get<{ Querystring: { token?: unknown } }>(accountExportPath, async (request, reply) => {
    const person = await findPerson(accounts, request);
    if (active.has(person.userId) || active.size >= maxConcurrent) {
      const message = 'Other account exports are running; try again later.';
      throw new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 30 });
    }
    reply
      .type('application/gzip')
      .header('Content-Disposition', 'attachment; filename="magpie-account.tar.gz"')
      .header('Referrer-Policy', 'no-referrer');
    if (request.method === 'HEAD') return reply.send();
    active.add(person.userId);
    const body = new PassThrough();
    const stopping = new AbortController();
    // Also when the client disconnects.
    body.once('close', () => stopping.abort());
    writeArchive(accounts, person, body, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) request.log.error({ err: error }, 'account export failed');
        body.destroy();
      })
      .finally(() => active.delete(person.userId));
    return reply.send(body);
  });
}

async function findPerson(
  accounts: AccountExport,
  { query }: FastifyRequest<{ Querystring: { token?: unknown } }>,
): Promise<Person> {
  const person = typeof query.token === 'string' ? await accounts.personOf(query.token) : null;
  if (person !== null) return person;
  throw new MagpieError(
    'NOT_FOUND',
    'This link is invalid or has expired; get a new one from account.export.',
  );
}

async function writeArchive(
  accounts: AccountExport,
  person: Person,
  body: PassThrough,
  stopping: AbortSignal,
): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    stopping.throwIfAborted();
    if (body.write(bytes)) return;
    await once(body, 'drain', {
      signal: AbortSignal.any([stopping, AbortSignal.timeout(stallMilliseconds)]),
    });
  };
  await accounts.write(person, write, stopping);
  body.end();
}

export function createAccountExport(db: PostgresEngine, files: FileStore, secret: string): AccountExport {
  const studioFiles = exportPersonalStudio(files);
  return {
    personOf: (token) => findExportOwner(db, secret, token),
    write: ({ email }, write, stopping) =>
      exportLibrary(db.forExports, files, {
        onlyPerson: email,
        accountFiles: async function* (tx, userId) {
          yield* accountFiles(tx, userId);
          yield* studioFiles(tx, userId);
        },
        write,
        progress: () => undefined,
        stopping,
      }),
  };
}
