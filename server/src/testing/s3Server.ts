import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Address } from '../config/variable.ts';

/** The failure of one request: rejected temporarily or permanently, or cut before or during the response. */
type Trouble = 'slow down' | 'too large' | 'cut' | 'cut in the middle';

/** A local S3-compatible server that checks every signature. */
export interface S3Server {
  readonly address: S3Address;
  /** The failures of the next requests, one each. */
  readonly troubles: Trouble[];
  /** The methods of the received requests. */
  readonly methods: string[];
  /** The keys of all stored files. */
  keys(): string[];
  stop(): Promise<void>;
  /** On the same port, with the same files. */
  start(): Promise<void>;
  /** Stops it permanently. */
  close(): Promise<void>;
}

/** The account that the server has. */
const account = { key: 'S3RVER', secret: 'S3RVER' };
const bucket = 'magpie-files';

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'magpie-s3-'));
  const troubles: Trouble[] = [];
  const methods: string[] = [];
  let port = 0;
  let server: S3rver | undefined;
  const start = async (): Promise<void> => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: bucket }],
    });
    // It takes any signature of the fourth version, and storage elsewhere does not.
    server.middleware.unshift(async (context, next) => {
      const { req, res } = context;
      methods.push(req.method ?? '');
      const refusal = makeTrouble(troubles.shift(), req, res) ?? wrongSignature(req);
      if (refusal === null) return next();
      context.respond = false;
      if (!req.socket.destroyed) {
        res.writeHead(refusal.status, { 'content-type': 'application/xml', connection: 'close' });
        res.end(`<Error><Code>${refusal.code}</Code><Message>no</Message></Error>`);
      }
      return undefined;
    });
    ({ port } = await server.run());
  };
  const stop = async (): Promise<void> => {
    const closing = server?.close();
    server?.httpServer.closeAllConnections();
    await closing;
    server = undefined;
  };
  await start();
  return {
    address: { origin: `http://127.0.0.1:${port}`, bucket, region: 'eu-central-1', ...account },
    troubles,
    methods,
    keys: () => keysBelow(path.join(directory, bucket)),
    start,
    stop,
    async close() {
      if (server !== undefined) await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** The server keeps a file as several, one of which has its bytes. */
function keysBelow(folder: string): string[] {
  const ending = '._S3rver_object';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}

function makeTrouble(
  trouble: Trouble | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Refusal | null {
  if (trouble === undefined) return null;
  if (trouble === 'too large') return { status: 413, code: 'EntityTooLarge' };
  const refusal = { status: 503, code: 'SlowDown' };
  if (trouble === 'cut') request.socket.destroy();
  if (trouble === 'cut in the middle') cutAfterFirstPiece(response);
  return trouble === 'cut in the middle' ? null : refusal;
}

function cutAfterFirstPiece(response: ServerResponse): void {
  const { socket } = response;
  const write = response.write.bind(response) as (piece: Buffer) => boolean;
  response.write = (piece: Buffer) => {
    const written = write(piece.subarray(0, piece.length / 2));
    setImmediate(() => socket?.destroy());
    return written;
  };
}

function wrongSignature({ method = '', url = '', headers }: IncomingMessage): Refusal | null {
  const [, key, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== account.key) return { status: 403, code: 'InvalidAccessKeyId' };
  const names = signedHeaders.split(';');
  const covers = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name));
  const signed = { method, url, headers, names, scope };
  return covers && signatureOf(signed, account.secret) === signature
    ? null
    : { status: 403, code: 'SignatureDoesNotMatch' };
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of the headers that are signed. */
  readonly names: readonly string[];
  /** `20130524/us-east-1/s3/aws4_request` */
  readonly scope: string;
}

/** The signature of the fourth version, from its description and not from the code that is tried with it. */
export function signatureOf({ method, url, headers, names, scope }: SignedRequest, secret: string): string {
  const [address = '', query = ''] = url.split('?', 2);
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const sortedQuery = query.split('&').toSorted().join('&');
  const request = [method, address, sortedQuery, lines, names.join(';'), headers['x-amz-content-sha256']];
  const digest = createHash('sha256').update(request.join('\n')).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex');
}
