import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../integrations/html.ts';
import { type BuiltFile, sendBuilt, tagOf } from './builtFile.ts';
import { sendNotice } from './notice.ts';

/** The web app as it was built: every file by its address. What is not in it is not there: no address reaches the disk. */
export type Dashboard = ReadonlyMap<string, BuiltFile>;

/** In what files are sent, the smallest first, and how the copies of a build end. Browsers take Brotli over TLS alone. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** The addresses of the app's pages by what they begin with; an address may have more parts behind these. */
const appSections: ReadonlySet<string> = new Set([
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
const doors = /^\/(?:sign-in|forgot-password|reset-password|connect|join\/[^/]+)?$/;

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
  try {
    return readBuild(built);
  } catch (error) {
    // Another build was put in its place meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readBuild(built);
    throw error;
  }
}

function readBuild(built: string): Dashboard | null {
  if (!existsSync(path.join(built, 'index.html'))) return null;
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(name) && statSync(path.join(built, name)).isFile(),
  );
  return new Map(names.map((name) => [`/${name.split(path.sep).join('/')}`, fileAt(path.join(built, name))]));
}

function fileAt(file: string): BuiltFile {
  const bytes = readFileSync(file);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    bytes,
    encoded: new Map(
      [...encodings]
        .filter(([, ending]) => existsSync(file + ending))
        .map(([name, ending]) => [name, readFileSync(file + ending)]),
    ),
    tag: tagOf(bytes),
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
  return isPage ? sendPage(dashboard, request, reply, 200) : answerNowhere(dashboard, request, reply);
}

/** Its page that says that there is nothing, for somebody who looks; undefined for programs. */
export function answerNowhere(
  dashboard: Dashboard | null,
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
  return page && sendBuilt(request, protectPage(reply).code(status), page);
}

/** As it was sent: an address of ours has nothing in it that would have to be decoded. */
function pathOf({ raw }: FastifyRequest): string {
  return /^[^?#]*/.exec(raw.url ?? '')?.[0] ?? '';
}

function isAppPage(address: string): boolean {
  return doors.test(address) || appSections.has(address.split('/')[1] ?? '');
}

/** People come with a browser, which says so. */
export function wantsPage({ headers }: FastifyRequest): boolean {
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
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
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

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 404,
    heading: 'The dashboard is not built',
    sentence: html`Whoever runs this Magpie builds it with <code>npm install</code> and
      <code>npm run build</code>, and starts it again.`,
  });
}
