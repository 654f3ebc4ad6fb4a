import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import type { ByteRange } from '../byteRange.ts';
import type { S3Address } from '../../config/variable.ts';
import { assertFileKey, StorageUnavailable, StorageRejected } from './fileStore.ts';
import type { FileStore, OpenFile } from './fileStore.ts';

type Method = 'GET' | 'PUT' | 'DELETE';
type Answer = Dispatcher.ResponseData;

/** Idle: until a response starts, and between two chunks of it. */
const defaultTimeouts = { connectMilliseconds: 3000, idleMilliseconds: 10_000 };
/** Additional time for uploads over slow connections. */
const millisecondsForMegabyte = 1000;
/** To read a whole file; below the idle timeout of an export's transaction. */
const readMilliseconds = 120_000;
/** Before the second and third attempt; up to twice as long with jitter. */
const pauses = [100, 400];

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'it has no such bucket',
  InvalidAccessKeyId: 'it does not know the key',
  SignatureDoesNotMatch: 'it rejected the secret',
  AccessDenied: 'the key may not list, read, write and delete there',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  PermanentRedirect: 'the bucket is in another region',
  RequestTimeTooSkewed: 'its clock and the one of this machine differ',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'its response stopped',
};

/** Timeouts are not retried: the caller has waited long enough. */
const timeoutCodes: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

interface SendOptions {
  readonly body?: Buffer | null;
  readonly signal?: AbortSignal;
  readonly range?: ByteRange;
}

class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`it answered with status ${status}${code === '' ? '' : ` (${code})`}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Files in a bucket of S3-compatible storage, each at `<origin>/<bucket>/<key>`, which all such storages support. The
 * URL is configured by the operator and need not be public.
 */
export function s3Store(bucket: S3Address, timeouts = defaultTimeouts): FileStore {
  const { connectMilliseconds, idleMilliseconds } = timeouts;
  const open = async () => {
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({
      connect: { timeout: connectMilliseconds },
      bodyTimeout: idleMilliseconds,
    });
    return { request, dispatcher };
  };
  // Loaded with the first request, since instances without S3 do not need it.
  let opened: ReturnType<typeof open> | undefined;
  const send = async (
    method: Method,
    address: string,
    { body = null, signal, range }: SendOptions = {},
  ): Promise<Answer> => {
    const signed = await signedHeaders(bucket, method, address, body);
    const headers = range === undefined ? signed : { ...signed, range: `bytes=${range.start}-${range.end}` };
    const megabytes = (body?.length ?? 0) / 1024 / 1024;
    const headersTimeout = idleMilliseconds + megabytes * millisecondsForMegabyte;
    const limits = { headersTimeout, ...(signal && { signal }) };
    const { request, dispatcher } = await (opened ??= open());
    const response = await request(address, { method, headers, body, dispatcher, ...limits });
    if (response.statusCode >= 300) throw await toS3Error(response);
    return response;
  };
  const buildUrl = (key: string): string => `${bucket.origin}/${bucket.bucket}/${assertFileKey(key)}`;
  const withErrors = <T>(work: Promise<T>): Promise<T> => withStorageErrors(bucket, work);
  const store = {
    async write(key: string, bytes: Buffer): Promise<void> {
      const address = buildUrl(key);
      await withErrors(withRetries(async () => (await send('PUT', address, { body: bytes })).body.dump()));
    },
    async read(key: string): Promise<Buffer | null> {
      const address = buildUrl(key);
      const whole = async (): Promise<Buffer> => {
        const signal = AbortSignal.timeout(readMilliseconds);
        return buffer((await send('GET', address, { signal })).body);
      };
      return withErrors(nullIfMissing(withRetries(whole)));
    },
    async open(key: string, range?: ByteRange): Promise<OpenFile | null> {
      const address = buildUrl(key);
      const options = range === undefined ? {} : { range };
      const attempt = async (): Promise<OpenFile> => {
        const response = await send('GET', address, options);
        if (range === undefined || response.statusCode === 206) return toOpenFile(response);
        response.body.on('error', () => undefined).destroy();
        throw new Error('it ignored the requested range');
      };
      return withErrors(nullIfMissing(withRetries(attempt)));
    },
    async remove(key: string): Promise<void> {
      const address = buildUrl(key);
      await withErrors(nullIfMissing(withRetries(async () => (await send('DELETE', address)).body.dump())));
    },
  };
  return { ...store, check: () => check(bucket, store) };
}

/** The signature covers the body too. */
async function signedHeaders(
  { key, secret, region }: S3Address,
  method: Method,
  url: string,
  body: Buffer | null,
): Promise<Record<string, string>> {
  const headers = {
    'x-amz-content-sha256': createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
    ...(body === null ? {} : { 'content-type': 'application/octet-stream' }),
  };
  const account = { accessKeyId: key, secretAccessKey: secret, region, service: 's3' };
  const signed = await new AwsV4Signer({ method, url, headers, ...account }).sign();
  return Object.fromEntries(signed.headers);
}

async function toS3Error({ statusCode, body }: Answer): Promise<S3Error> {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await body.text()) ?? [];
  return new S3Error(statusCode, code);
}

/** All operations are idempotent, so transient failures are retried. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || isTimeout(error)) throw error;
      await wait(pause * (1 + Math.random()));
    }
  }
  return attempt();
}

/** A broken connection, a timeout, or a 429 or 5xx response. */
function isTransient(error: unknown): boolean {
  return !(error instanceof S3Error) || error.status >= 500 || error.status === 429;
}

function isTimeout(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return timeoutCodes.has(code) || name === 'TimeoutError';
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

function toOpenFile({ headers, body }: Answer): OpenFile {
  // Destroying the body early emits an error event that would be uncaught.
  body.on('error', () => undefined);
  const bytes = Number(headers['content-length']);
  if (Number.isSafeInteger(bytes)) return { bytes, body };
  body.destroy();
  throw new Error('it sent no content-length');
}

async function withStorageErrors<T>(bucket: S3Address, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const Failure = isTransient(error) ? StorageUnavailable : StorageRejected;
    throw new Failure(new Error(unusableMessage(bucket, describeReason(error)), { cause: error }));
  }
}

/** Must contain neither key nor secret. */
function unusableMessage({ origin, bucket }: S3Address, reason: string): string {
  return `S3 storage at ${origin}/${bucket} cannot be used: ${reason}; check S3_URL and that the storage runs.`;
}

function describeReason(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return reasons[code] ?? (message === '' ? code : message);
}

/** Uses a random key, since other nodes may be starting too. */
async function check(bucket: S3Address, { write, read, remove }: Omit<FileStore, 'check'>): Promise<void> {
  const key = `check/${randomBytes(16).toString('hex')}`;
  const bytes = Buffer.from('Magpie storage check.\n');
  try {
    await write(key, bytes);
    const held = await read(key);
    await remove(key);
    const left = await read(key);
    if (held?.equals(bytes) === true && left === null) return;
  } catch (error) {
    throw error instanceof StorageUnavailable || error instanceof StorageRejected ? error.cause : error;
  }
  throw new Error(unusableMessage(bucket, 'it does not return what was written'));
}
