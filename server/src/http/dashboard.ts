import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../kernel/html.ts';
import { holdsTag } from './entityTag.ts';
import { sendNotice } from './notice.ts';

/** The web app as it was built: every file by its address. What is not in it is not there: no address reaches the disk. */
export type Dashboard = ReadonlyMap<string, BuiltFile>;

interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The same, compressed, where that is smaller. */
  readonly brotli: Buffer | null;
  readonly tag: string;
}

/** The addresses of the app's pages by what they begin with; an address may have more parts behind these. */
export const appSections: ReadonlySet<string> = new Set([
  'discover',
  'boards',
  'brands',
  'compare',
  'trending',
  'ads',
  'studio',
  'alerts',
  'settings',
]);
/** Pages for people who are not signed in. `/sign-in/<token>` is none of them: a link of ours is opened without a script. */
const doors = /^\/(?:sign-in|forgot-password|reset-password|join\/[^/]+)?$/;

const folder = path.resolve(import.meta.dirname, '../../../dashboard/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads what was built, once; null where nothing was. */
export function readDashboard(built: string = folder): Dashboard | null {
  if (!existsSync(path.join(built, 'index.html'))) return null;
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(?:^|\/)\.|\.br$/.test(name) && statSync(path.join(built, name)).isFile(),
  );
  return new Map(names.map((name) => [`/${name.split(path.sep).join('/')}`, fileAt(path.join(built, name))]));
}

function fileAt(file: string): BuiltFile {
  const bytes = readFileSync(file);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    bytes,
    brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null,
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  };
}

/**
 * Answers what no route answers: a file of the app, one of its pages, or, for somebody who looks, its page that says that
 * there is nothing. Undefined when it is nobody's.
 */
export function answerFromDashboard(
  dashboard: Dashboard | null,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const address = pathOf(request);
  const isPage = isAppPage(address);
  if (dashboard === null) return isPage ? sendNotBuilt(reply) : undefined;
  const file = address === '/index.html' ? undefined : dashboard.get(address);
  if (file !== undefined) return sendBuilt(request, reply.header('Cache-Control', lifetimeOf(address)), file);
  const page = dashboard.get('/index.html');
  if (page === undefined || !(isPage || wantsPage(request))) return undefined;
  return sendBuilt(request, protectPage(reply).code(isPage ? 200 : 404), page);
}

/** As it was sent: an address of ours has nothing in it that would have to be decoded. */
function pathOf({ raw }: FastifyRequest): string {
  return /^[^?#]*/.exec(raw.url ?? '')?.[0] ?? '';
}

function isAppPage(address: string): boolean {
  return doors.test(address) || appSections.has(address.split('/')[1] ?? '');
}

/** People come with a browser, which says so. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

const secondsOfYear = 31_536_000;

/** What is in `assets` has a name of its own for every content. */
function lifetimeOf(address: string): string {
  return address.startsWith('/assets/') ? `public, max-age=${secondsOfYear}, immutable` : 'no-cache';
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Charts and menus are placed by styles that scripts set.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The app shows what strangers wrote, and loads nothing from anywhere else. Its addresses may hold the secret of a link. */
function protectPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', contentSecurityPolicy)
    .header('Referrer-Policy', 'same-origin')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}

function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const { type, bytes, brotli, tag } = file;
  const isBrotli = brotli !== null && takesBrotli(request);
  const etag = isBrotli ? `"${tag}-br"` : `"${tag}"`;
  if (brotli !== null) reply.header('Vary', 'Accept-Encoding');
  reply.header('ETag', etag);
  if (reply.statusCode === 200 && holdsTag(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (isBrotli) reply.header('Content-Encoding', 'br');
  return reply.type(type).send(isBrotli ? brotli : bytes);
}

function takesBrotli({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  const all = (Array.isArray(accepted) ? accepted.join(',') : (accepted ?? '')).split(',');
  return all.some((one) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(one));
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 404,
    heading: 'The dashboard is not built',
    sentence: html`Whoever runs this Magpie builds it with <code>npm install</code> and
      <code>npm run build</code>, and starts it again.`,
  });
}
