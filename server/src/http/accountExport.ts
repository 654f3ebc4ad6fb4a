import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';

/** Writes everything of a person to an archive, piece by piece. */
export interface AccountExport {
  /** Whose account the end of a link is for; null when it is for none, or not any more. */
  personOf(token: string): Promise<Person | null>;
  write(person: Person, write: (bytes: Buffer) => Promise<void>, stopping: AbortSignal): Promise<unknown>;
}

interface Person {
  readonly userId: string;
  readonly email: string;
}

export const accountExportAddress = '/api/account/export';

/** Each of them holds a connection to the database until the reader has all. */
const mostAtOnce = 2;
/** A reader who takes nothing for so long is taken for one who has gone. */
const patienceMilliseconds = 60_000;

/** `GET /api/account/export?token=…`: the link that `account.export` gives, for a browser to follow. */
export function mountAccountExport(app: FastifyInstance, accounts: AccountExport): void {
  const underWay = new Set<string>();
  app.get<{ Querystring: { token?: unknown } }>(accountExportAddress, async (request, reply) => {
    const person = await found(accounts, request);
    if (underWay.has(person.userId) || underWay.size >= mostAtOnce) throw busy();
    reply
      .type('application/gzip')
      .header('Content-Disposition', 'attachment; filename="magpie-account.tar.gz"')
      .header('Referrer-Policy', 'no-referrer');
    if (request.method === 'HEAD') return reply.send();
    underWay.add(person.userId);
    const body = new PassThrough();
    const stopping = new AbortController();
    // Also when its reader goes away.
    body.once('close', () => stopping.abort());
    fill(accounts, person, body, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          request.log.error({ err: error }, 'an account could not be exported whole');
        body.destroy();
      })
      .finally(() => underWay.delete(person.userId));
    return reply.send(body);
  });
}

async function found(
  accounts: AccountExport,
  { query }: FastifyRequest<{ Querystring: { token?: unknown } }>,
): Promise<Person> {
  const person = typeof query.token === 'string' ? await accounts.personOf(query.token) : null;
  if (person !== null) return person;
  throw new MagpieError(
    'NOT_FOUND',
    'This link does not work, or no longer: account.export gives a new one.',
  );
}

function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Accounts are being exported already; try again when that has ended.',
    { retryAfter: 30 },
  );
}

async function fill(
  accounts: AccountExport,
  person: Person,
  body: PassThrough,
  stopping: AbortSignal,
): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    stopping.throwIfAborted();
    if (body.write(bytes)) return;
    await once(body, 'drain', {
      signal: AbortSignal.any([stopping, AbortSignal.timeout(patienceMilliseconds)]),
    });
  };
  await accounts.write(person, write, stopping);
  body.end();
}
