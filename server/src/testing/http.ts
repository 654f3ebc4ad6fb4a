import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** Answers as they came over the wire, for requests that a well-behaved client refuses to send. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface WireRequest {
  readonly method: string;
  /** Sent as it is: nothing is escaped or resolved. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

/** A guard against waiting for ever, not a measure: nothing here takes a tenth of it. */
const longestWait = 120_000;

export interface Wire {
  /** A well-framed request on a kept connection. */
  send(request: WireRequest): Promise<WireAnswer>;
  /**
   * These very bytes on a connection of their own, and every answer until the service closes it; each
   * further part is sent when something came back after the one before.
   */
  exchange(...parts: (string | Uint8Array)[]): Promise<WireAnswer[]>;
  /** Sends a head, when something comes back the part of a body if there is one, and resets the connection. */
  abandon(head: string, body?: string): Promise<void>;
  /** Sends these bytes, waits for what comes back, and then neither sends nor hangs up until it is released. */
  cling(bytes: string): Promise<{ release(): void }>;
  close(): void;
}

export function wireTo(address: string): Wire {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    send: (wanted) => send(agent, { hostname, port }, wanted),
    exchange: async (...parts) => splitAnswers(await converse(hostname, Number(port), parts)),
    abandon: (head, body) => abandon(hostname, Number(port), head, body),
    cling: (bytes) => cling(hostname, Number(port), bytes),
    close: () => agent.destroy(),
  };
}

function send(
  agent: Agent,
  where: { hostname: string; port: string },
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...where, agent, method, path, headers: { ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.setTimeout(longestWait, () => outgoing.destroy(new Error(`${method} ${path}: no answer came.`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function converse(host: string, port: number, parts: readonly (string | Uint8Array)[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const [first = '', ...later] = parts.map((part) => (typeof part === 'string' ? latin1(part) : part));
    const chunks: Buffer[] = [];
    const socket = connect({ host, port, noDelay: true }, () => socket.write(first));
    socket.setTimeout(longestWait, () => socket.destroy(new Error('The connection was left open.')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const next = later.shift();
      if (next !== undefined) socket.write(next);
    });
    // The service may close while we still write; what it said before that counts.
    const expected = new Set(['EPIPE', 'ECONNRESET']);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!expected.has(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function abandon(host: string, port: number, head: string, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const reset = (): void => void socket.resetAndDestroy();
    if (body === undefined) socket.write(latin1(head), reset);
    else socket.once('data', () => socket.write(body, reset)).write(latin1(head));
    socket.on('error', reject).on('close', () => resolve());
  });
}

function cling(host: string, port: number, bytes: string): Promise<{ release(): void }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true }, () => socket.write(latin1(bytes)));
    socket.on('error', reject);
    socket.once('data', () => resolve({ release: () => void socket.destroy() }));
  });
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** All responses have a content-length, so no other framing is needed. */
function splitAnswers(bytes: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest
      .subarray(0, Math.max(headEnd, 0))
      .toString('latin1')
      .split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1];
    if (status === undefined)
      throw new Error(`This is no HTTP answer: ${rest.toString('latin1').slice(0, 200)}`);
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(status), headers, body: rest.subarray(headEnd + 4, bodyEnd).toString() });
    rest = rest.subarray(bodyEnd);
  }
  return answers;
}
