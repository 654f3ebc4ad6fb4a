import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { Visitor } from '../boards/public/visitors.ts';
import { type AddressLimit, countAddress } from './addressLimit.ts';
import { addressBucket } from './authentication.ts';
import { holdsTag } from './entityTag.ts';
import { asMagpieError, logFailure, sendError } from './errors.ts';

interface PublicBoard {
  readonly slug: string | null;
  html(cursor: number | null): Promise<string>;
  json(cursor: number | null): Promise<string>;
  preview(): Promise<{ readonly version: string; readonly png: () => Promise<Buffer> }>;
  countView(visitor: Visitor): Promise<void>;
}

/** What strangers see of published boards, and how that is made. */
interface PublicSite {
  readonly contentSecurityPolicy: string;
  /** The board that is published under a slug or a number; null when none is. */
  find(name: string): Promise<PublicBoard | null>;
  /** A page that says why there is no other. */
  noticeHtml(heading: string, sentence: string): string;
}

export interface PublicBoards extends AddressLimit {
  readonly site: PublicSite;
}

type PageRequest = FastifyRequest<{ Params: { file: string }; Querystring: { cursor?: unknown } }>;

interface Asked {
  readonly board: PublicBoard;
  readonly cursor: number | null;
  readonly request: PageRequest;
  readonly reply: FastifyReply;
}

/** The pages of published boards: `/b/<slug>`, and the same as `.json` and as a preview `.png`. */
export function mountPublicBoards(app: FastifyInstance, boards: PublicBoards): void {
  const { site } = boards;
  app.get<{ Params: { file: string }; Querystring: { cursor?: unknown } }>(
    '/b/:file',
    { errorHandler: (error, request, reply) => void sendRefusal(site, error, request, reply) },
    async (request, reply) => {
      await countAddress(boards, 'pages were asked for', request, reply);
      const { name, form } = partsOf(request);
      const board = await site.find(name);
      if (board === null) throw new MagpieError('NOT_FOUND', 'There is no published board at this address.');
      if (board.slug !== null && board.slug !== name) return redirect(request, reply, `${board.slug}${form}`);
      const asked = { board, cursor: cursorOf(request), request, reply };
      return form === '.png' ? sendPreview(asked) : sendPage(site, asked, form);
    },
  );
}

type Form = '' | '.json' | '.png';

function partsOf({ params }: PageRequest): { readonly name: string; readonly form: Form } {
  const form = /\.(?:json|png)$/.exec(params.file)?.[0] ?? '';
  return { name: params.file.slice(0, params.file.length - form.length), form: form as Form };
}

function cursorOf({ query: { cursor } }: PageRequest): number | null {
  if (cursor === undefined) return null;
  const number = typeof cursor === 'string' && /^\d{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new MagpieError('BAD_REQUEST', 'The cursor must be the whole number that the page before gave.');
}

/** From a board's number to its slug, for as long as it has that one. Relative: the service may be reached under any address. */
function redirect({ raw }: PageRequest, reply: FastifyReply, file: string): FastifyReply {
  const query = /\?.*$/.exec(raw.url ?? '')?.[0] ?? '';
  return reply.redirect(`./${file}${query}`, 302);
}

/** Nobody holds a page without asking whether it still is that: views are counted, and a board may be taken back. */
async function sendPage(
  site: PublicSite,
  { board, cursor, request, reply }: Asked,
  form: Form,
): Promise<FastifyReply> {
  const body = form === '' ? await board.html(cursor) : await board.json(cursor);
  if (request.method === 'GET') await countView(board, request);
  const type = form === '' ? 'text/html' : 'application/json';
  reply.type(`${type}; charset=utf-8`).header('Cache-Control', 'private, no-cache');
  if (form === '') protect(site, reply);
  return sendUnlessHeld(request, reply, createHash('sha256').update(body).digest('base64url'), () => body);
}

const previewSeconds = 300;

async function sendPreview({ board, request, reply }: Asked): Promise<FastifyReply> {
  const { version, png } = await board.preview();
  reply.type('image/png').header('Cache-Control', `public, max-age=${previewSeconds}`);
  return sendUnlessHeld(request, reply, version, png);
}

async function sendUnlessHeld(
  { headers }: PageRequest,
  reply: FastifyReply,
  version: string,
  body: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const tag = `"${version}"`;
  reply.header('ETag', tag);
  return holdsTag(headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(await body());
}

/** A page is shown also when its view cannot be counted, as on a disk that is full. */
async function countView(board: PublicBoard, request: PageRequest): Promise<void> {
  const visitor = { address: addressBucket(request.ip), userAgent: request.headers['user-agent'] ?? '' };
  await board.countView(visitor).catch((error: unknown) => {
    request.log.warn({ requestId: request.id, err: error }, 'a view of a board was not counted');
  });
}

function protect(site: PublicSite, reply: FastifyReply): void {
  reply
    .header('Content-Security-Policy', site.contentSecurityPolicy)
    .header('Referrer-Policy', 'no-referrer')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}

const headings: Readonly<Record<number, string>> = {
  400: 'This address is not right',
  404: 'There is no such board',
  429: 'One moment',
};

/** People are told on a page, programs in JSON. */
function sendRefusal(
  site: PublicSite,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (partsOf(request as PageRequest).form !== '') return sendError(thrown, request, reply);
  const error = asMagpieError(thrown);
  logFailure(error, request);
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  protect(site, reply);
  return reply
    .code(error.httpStatus)
    .type('text/html; charset=utf-8')
    .send(site.noticeHtml(headings[error.httpStatus] ?? 'Something went wrong', error.message));
}
