import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { MagpieError } from '@magpie/contract/errors';
import { html } from '../integrations/html.ts';
import { closeSilentConnections, limitBodyTime } from './middleware/bodyLimit.ts';
import { acceptExpectations, maxRequestHeaderBytes, newRequestId } from './middleware/connections.ts';
import { errorJson } from './middleware/errors.ts';
import { type PageNotice, renderNotice } from './notice.ts';
import { isAppPage, readPath, wantsPage } from './routes/dashboard.ts';

interface StartResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The port of the service. It opens before the engines: until the service is attached, every request gets 503 and
 * the steps in progress. The same socket then serves, so that no client finds it closed in between.
 */
export class Listener {
  readonly server: http.Server;
  readonly #steps: () => readonly string[];
  readonly #others: net.Server[] = [];
  #service: http.RequestListener | undefined;
  #arePagesHeld = false;

  /** @param steps the steps of the start in progress */
  constructor(steps: () => readonly string[] = () => []) {
    this.#steps = steps;
    // Node would respond with an empty body to a request without Host; the service sends an error message.
    const options = { requireHostHeader: false, maxHeaderSize: maxRequestHeaderBytes };
    this.server = http.createServer(options, (request, response) => this.#respond(request, response));
    // Longer than proxies keep idle connections: otherwise one sends a request on a connection that is being closed.
    this.server.keepAliveTimeout = 72_000;
    acceptExpectations(this.server);
    limitBodyTime(this.server);
    closeSilentConnections(this.server);
  }

  get isAttached(): boolean {
    return this.#service !== undefined;
  }

  async listen(host: string, port: number): Promise<void> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    // Clients try either address of this name.
    if (host === 'localhost') await this.#listenOnOthers(host);
  }

  /** From now on the service handles requests. */
  attach(service: http.RequestListener): void {
    this.#service = service;
  }

  /** Pages of the dashboard wait for its build; everything else is served. */
  async holdPages<Result>(build: Promise<Result>): Promise<Result> {
    this.#arePagesHeld = true;
    return build.finally(() => (this.#arePagesHeld = false));
  }

  /** Accepts no new connections and waits until the open ones have ended. */
  async close(): Promise<void> {
    for (const other of this.#others) other.close();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #listenOnOthers(host: string): Promise<void> {
    const { address: first, port } = this.server.address() as net.AddressInfo;
    for (const { address } of await lookup(host, { all: true })) {
      if (address === first) continue;
      const other = net.createServer((socket) => void this.server.emit('connection', socket));
      // One address is enough: the other protocol may be switched off.
      other.on('error', () => undefined).listen(port, address);
      this.#others.push(other);
    }
  }

  #respond(request: http.IncomingMessage, response: http.ServerResponse): void {
    const mustWait = this.#arePagesHeld && isRead(request) && isAppPage(readPath(request));
    if (this.#service !== undefined && !mustWait) return this.#service(request, response);
    const requestId = newRequestId();
    const { status, headers, body } = respondWhileStarting(request, this.#steps(), requestId);
    response.writeHead(status, {
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...headers,
    });
    return void response.end(body);
  }
}

const isRead = ({ method }: http.IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function respondWhileStarting(
  request: http.IncomingMessage,
  steps: readonly string[],
  requestId: string,
): StartResponse {
  const path = readPath(request);
  const inProgress = steps.length > 0 ? steps : ['Loading the server'];
  if (isRead(request) && path === '/healthz') return jsonResponse(200, JSON.stringify({ status: 'ok' }));
  if (isRead(request) && path === '/readyz') {
    return jsonResponse(503, JSON.stringify({ ready: false, checks: { start: inProgress.join(', ') } }));
  }
  if (isRead(request) && (isAppPage(path) || (wantsPage(request) && !/^\/api(?:\/|$)/.test(path)))) {
    return renderNotice(waitingPage(inProgress));
  }
  const message = `Magpie is starting (${inProgress.join(', ')}); try again in a few seconds.`;
  const error = new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: retrySeconds });
  return jsonResponse(503, errorJson(error, undefined, requestId));
}

const retrySeconds = 2;

function jsonResponse(status: number, body: string): StartResponse {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status, headers: status === 503 ? { ...type, 'Retry-After': String(retrySeconds) } : type, body };
}

const waitingPage = (steps: readonly string[]): PageNotice => ({
  status: 503,
  refreshSeconds: 1,
  heading: 'Magpie is starting',
  sentence: 'This page opens the dashboard when it is ready.',
  details: html`<ul>
    ${steps.map((step) => html`<li>${step}…</li>`)}
  </ul>`,
});
