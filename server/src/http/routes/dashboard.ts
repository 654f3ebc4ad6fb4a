import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { procedureBase } from '@magpie/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../integrations/html.ts';
import { type BuiltFile, sendBuiltFile, hashContent } from '../sendFile.ts';
import { type PageNotice, sendNotice } from '../notice.ts';

/** The built web app: every file by its path. All files are in memory, so no request path reaches the disk. */
export type Dashboard = ReadonlyMap<string, BuiltFile>;

/** What to serve now; null if it was not built. */
export type CurrentDashboard = () => Dashboard | null;

/** Encodings, the smallest first, and the file extensions of compressed copies. Browsers accept Brotli only over TLS. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

const appSections: ReadonlySet<string> = new Set([
  'discover',
  'boards',
  'brands',
  'compare',
  'trending',
  'ads',
  'studio',
  'alerts',
  'import',
  'reports',
  'add-brand',
  'save',
  'settings',
]);
/** Pages for people who are not signed in. `/sign-in/<token>` is not one of them: it works without a script. */
const signedOutPages = /^\/(?:sign-in|forgot-password|reset-password|connect|join\/[^/]+)?$/;

const folder = path.resolve(import.meta.dirname, '../../../../dashboard/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

export function readDashboard(built: string = folder): Dashboard | null {
  try {
    return readBuild(built);
  } catch (error) {
    // The build was replaced while it was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readBuild(built);
    throw error;
  }
}

function readBuild(built: string): Dashboard | null {
  if (!existsSync(path.join(built, 'index.html'))) return null;
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(name) && statSync(path.join(built, name)).isFile(),
  );
  return new Map(
    names.map((name) => [`/${name.split(path.sep).join('/')}`, readBuiltFile(path.join(built, name))]),
  );
}

function readBuiltFile(file: string): BuiltFile {
  const bytes = readFileSync(file);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    bytes,
    encoded: new Map(
      [...encodings]
        .filter(([, ending]) => existsSync(file + ending))
        .map(([name, ending]) => [name, readFileSync(file + ending)]),
    ),
    tag: hashContent(bytes),
  };
}

/** For paths without a route: a file or a page of the app; undefined for anything else. */
export function sendFromDashboard(
  current: CurrentDashboard,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const address = readPath(request.raw);
  const isPage = isAppPage(address);
  const dashboard = current();
  if (dashboard === null && address === '/') return sendWelcome(request, reply);
  if (dashboard === null) return isPage ? sendNotice(reply, notBuilt) : undefined;
  const file = address === '/index.html' ? undefined : dashboard.get(address);
  if (file !== undefined)
    return sendBuiltFile(request, reply.header('Cache-Control', cacheControlFor(address)), file);
  return isPage ? sendPage(dashboard, request, reply, 200) : sendNotFoundPage(dashboard, request, reply);
}

export function sendNotFoundPage(
  dashboard: ReturnType<CurrentDashboard>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (dashboard === null || !wantsPage(request)) return undefined;
  return sendPage(dashboard, request, reply.header('Vary', 'Accept'), 404);
}

function sendPage(
  dashboard: Dashboard,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply | undefined {
  const page = dashboard.get('/index.html');
  return page && sendBuiltFile(request, setSecurityHeaders(reply).code(status), page);
}

/** Not decoded: our own paths contain nothing to decode. */
export function readPath({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return /^[^?#]*/.exec(url)?.[0] ?? '';
}

export function isAppPage(address: string): boolean {
  return signedOutPages.test(address) || appSections.has(address.split('/')[1] ?? '');
}

export function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

const secondsOfYear = 31_536_000;

/** Names in `assets` contain a hash of the content. */
function cacheControlFor(address: string): string {
  return address.startsWith('/assets/') ? `public, max-age=${secondsOfYear}, immutable` : 'no-cache';
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scripts set inline styles for charts and menus.
  "style-src 'self' 'unsafe-inline'",
  // Logos are part of responses.
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The app shows untrusted text and loads nothing from other hosts. Its URLs may contain the secret of a link. */
function setSecurityHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', contentSecurityPolicy)
    .header('Referrer-Policy', 'same-origin')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}

const notBuilt: PageNotice = {
  status: 404,
  heading: 'The dashboard is not built',
  sentence: html`To build it, run <code>npm install</code> and <code>npm run build</code>, then restart
    Magpie.`,
};

function sendWelcome(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const command = `curl -H "Authorization: Bearer $MAGPIE_KEY" \\\n  ${readOrigin(request)}${procedureBase}/boards.list`;
  return sendNotice(reply, {
    status: 200,
    heading: 'Magpie is running',
    sentence: html`The API is at <code>${procedureBase}</code>. Call it with the key that was printed at the
      first start:`,
    details: html`<pre>${command}</pre>
      <p>For the API reference, see <a href="/docs">/docs</a>.</p>
      <p>Lost the key? <code>npm run magpie -- users add owner@localhost</code> prints another.</p>`,
  });
}

/** The origin of the request, or '' if it is not a plain one: behind a proxy both parts are headers with any content. */
function readOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : '';
}
