import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { createPublicSite } from '../../boards/public/publicSite.ts';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';
import { addressBucket } from '../middleware/authenticate.ts';
import { matchesEntityTag } from '../sendFile.ts';
import { prepareError, sendError } from '../middleware/errors.ts';

export type PublicSite = ReturnType<typeof createPublicSite>;
type PublicBoard = NonNullable<Awaited<ReturnType<PublicSite['find']>>>;

type PageRequest = FastifyRequest<{ Params: { file: string }; Querystring: { cursor?: unknown } }>;

interface BoardRequest {
  readonly board: PublicBoard;
  readonly cursor: number | null;
  readonly request: PageRequest;
  readonly reply: FastifyReply;
}

export function mountPublicBoards(app: FastifyInstance, limits: RateLimits, site: PublicSite): void {
  app.get<{ Params: { file: string }; Querystring: { cursor?: unknown } }>(
    '/b/:file',
    {
      errorHandler: (error, request, reply) => void sendErrorPage(site, error, request, reply),
      preHandler: limitAddress(limits, 'pages were requested'),
    },
    async (request, reply) => {
      const { name, form } = parseFileName(request);
      const board = await site.find(name);
      if (board === null) throw new MagpieError('NOT_FOUND', 'There is no published board at this address.');
      if (board.slug !== null && board.slug !== name) return redirect(request, reply, `${board.slug}${form}`);
      const boardRequest = { board, cursor: parseCursor(request), request, reply };
      return form === '.png' ? sendPreview(boardRequest) : sendPage(site, boardRequest, form);
    },
  );
}

type Form = '' | '.json' | '.png';

function parseFileName({ params }: PageRequest): { readonly name: string; readonly form: Form } {
  const form = /\.(?:json|png)$/.exec(params.file)?.[0] ?? '';
  return { name: params.file.slice(0, params.file.length - form.length), form: form as Form };
}

function parseCursor({ query: { cursor } }: PageRequest): number | null {
  if (cursor === undefined) return null;
  const number = typeof cursor === 'string' && /^\d{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new MagpieError('BAD_REQUEST', 'The cursor must be the nextCursor of the previous page.');
}

/** Redirects a board id to its current slug. Relative, because the service may have several public URLs. */
function redirect({ raw }: PageRequest, reply: FastifyReply, file: string): FastifyReply {
  const query = /\?.*$/.exec(raw.url ?? '')?.[0] ?? '';
  return reply.redirect(`./${file}${query}`, 302);
}

/** Pages must be revalidated: views are counted, and a board may be unpublished. */
async function sendPage(
  site: PublicSite,
  { board, cursor, request, reply }: BoardRequest,
  form: Form,
): Promise<FastifyReply> {
  const body = form === '' ? await board.html(cursor) : await board.json(cursor);
  if (request.method === 'GET') await countView(board, request);
  const type = form === '' ? 'text/html' : 'application/json';
  reply.type(`${type}; charset=utf-8`).header('Cache-Control', 'private, no-cache');
  if (form === '') setSecurityHeaders(site, reply);
  return sendUnlessCached(request, reply, createHash('sha256').update(body).digest('base64url'), () => body);
}

const previewSeconds = 300;

async function sendPreview({ board, request, reply }: BoardRequest): Promise<FastifyReply> {
  const { version, png } = await board.preview();
  reply.type('image/png').header('Cache-Control', `public, max-age=${previewSeconds}`);
  return sendUnlessCached(request, reply, version, png);
}

async function sendUnlessCached(
  { headers }: PageRequest,
  reply: FastifyReply,
  version: string,
  body: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const tag = `"${version}"`;
  reply.header('ETag', tag);
  return matchesEntityTag(headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(await body());
}

/** The page is sent even if its view cannot be counted, for example on a full disk. */
async function countView(board: PublicBoard, request: PageRequest): Promise<void> {
  const visitor = { address: addressBucket(request.ip), userAgent: request.headers['user-agent'] ?? '' };
  await board.countView(visitor).catch((error: unknown) => {
    request.log.warn({ requestId: request.id, err: error }, 'board view not counted');
  });
}

function setSecurityHeaders(site: PublicSite, reply: FastifyReply): void {
  reply
    .header('Content-Security-Policy', site.contentSecurityPolicy)
    .header('Referrer-Policy', 'no-referrer')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}

const headings: Readonly<Record<number, string>> = {
  400: 'Invalid address',
  404: 'Board not found',
  429: 'Too many requests',
};

function sendErrorPage(
  site: PublicSite,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (parseFileName(request as PageRequest).form !== '') return sendError(thrown, request, reply);
  const error = prepareError(thrown, request, reply);
  setSecurityHeaders(site, reply);
  return reply
    .type('text/html; charset=utf-8')
    .send(site.noticeHtml(headings[error.httpStatus] ?? 'Something went wrong', error.message));
}
