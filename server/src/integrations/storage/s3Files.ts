import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import type { S3Address } from '../../config/values.ts';
import { checkedKey, type FileStore, type OpenFile, StorageAway, StorageRefused } from './fileStore.ts';

type Method = 'GET' | 'PUT' | 'DELETE';
type Answer = Dispatcher.ResponseData;

/** How long the storage is waited for. */
interface Times {
  readonly connectMilliseconds: number;
  /** Until an answer begins, and between two pieces of one. */
  readonly silenceMilliseconds: number;
}

const usualTimes: Times = { connectMilliseconds: 3000, silenceMilliseconds: 10_000 };
/** Besides, before the answer to what is sent: over slow lines that takes long. */
const millisecondsForMegabyte = 1000;
/** To read a whole file: less than the transaction of an export may be idle. */
const wholeMilliseconds = 120_000;
/** Before the second and the third try; up to as much again is added, so that many who failed at once come back apart. */
const pauses = [100, 400];

/** What the storage says in its own code, or the system in its, and what that means here. */
const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'it has no such bucket',
  InvalidAccessKeyId: 'it does not know the key',
  SignatureDoesNotMatch: 'it refused the secret',
  AccessDenied: 'the key may not list, read, write and delete there',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  PermanentRedirect: 'the bucket is in another region',
  RequestTimeTooSkewed: 'its clock and the one of this machine differ',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it does not go on with its answer',
};

/** Whoever waited so long for the storage is not made to wait as long again. */
const silences: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** An answer without what was asked for. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`it answered with status ${status}${code === '' ? '' : ` (${code})`}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Files in a bucket of S3-compatible storage, each at `<origin>/<bucket>/<key>`, a form that all such storages take.
 * The address is the operator's own and need not be public.
 */
export function s3Store(
  bucket: S3Address,
  { connectMilliseconds, silenceMilliseconds }: Times = usualTimes,
): FileStore {
  const open = async () => {
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({
      connect: { timeout: connectMilliseconds },
      bodyTimeout: silenceMilliseconds,
    });
    return { request, dispatcher };
  };
  // By the first request, since whoever keeps files in a folder needs none of it.
  let opened: ReturnType<typeof open> | undefined;
  const ask = async (
    method: Method,
    address: string,
    { body = null, signal }: { readonly body?: Buffer | null; readonly signal?: AbortSignal } = {},
  ): Promise<Answer> => {
    const headers = await signedHeaders(bucket, method, address, body);
    const megabytes = (body?.length ?? 0) / 1024 / 1024;
    const headersTimeout = silenceMilliseconds + megabytes * millisecondsForMegabyte;
    const limits = { headersTimeout, ...(signal && { signal }) };
    const { request, dispatcher } = await (opened ??= open());
    const answer = await request(address, { method, headers, body, dispatcher, ...limits });
    if (answer.statusCode >= 300) throw await refusalOf(answer);
    return answer;
  };
  const addressOf = (key: string): string => `${bucket.origin}/${bucket.bucket}/${checkedKey(key)}`;
  const told = <T>(work: Promise<T>): Promise<T> => orComplaint(bucket, work);
  const store = {
    async write(key: string, bytes: Buffer): Promise<void> {
      const address = addressOf(key);
      await told(trying(async () => (await ask('PUT', address, { body: bytes })).body.dump()));
    },
    async read(key: string): Promise<Buffer | null> {
      const address = addressOf(key);
      const whole = async (): Promise<Buffer> => {
        const signal = AbortSignal.timeout(wholeMilliseconds);
        return buffer((await ask('GET', address, { signal })).body);
      };
      return told(unlessMissing(trying(whole)));
    },
    async open(key: string): Promise<OpenFile | null> {
      const address = addressOf(key);
      return told(unlessMissing(trying(async () => openedFile(await ask('GET', address)))));
    },
    async remove(key: string): Promise<void> {
      const address = addressOf(key);
      await told(unlessMissing(trying(async () => (await ask('DELETE', address)).body.dump())));
    },
  };
  return { ...store, check: () => check(bucket, store) };
}

/** The whole request is signed, also what is sent along: on the way it may pass through others' hands. */
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

async function refusalOf({ statusCode, body }: Answer): Promise<Refused> {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await body.text()) ?? [];
  return new Refused(statusCode, code);
}

/** Everything here can be done twice, so what failed at once, for a reason that may pass, is done again. */
async function trying<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || isSilence(error)) throw error;
      await wait(pause * (1 + Math.random()));
    }
  }
  return attempt();
}

/** A broken connection, silence, or an answer that says so. */
function mayPass(error: unknown): boolean {
  return !(error instanceof Refused) || error.status >= 500 || error.status === 429;
}

function isSilence(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return silences.has(code) || name === 'TimeoutError';
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

function openedFile({ headers, body }: Answer): OpenFile {
  // Whoever destroys it before its end would otherwise be told of that by an error that nobody hears.
  body.on('error', () => undefined);
  const bytes = Number(headers['content-length']);
  if (Number.isSafeInteger(bytes)) return { bytes, body };
  body.destroy();
  throw new Error('it did not say how long the file is');
}

async function orComplaint<T>(bucket: S3Address, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const Failure = mayPass(error) ? StorageAway : StorageRefused;
    throw new Failure(new Error(complaint(bucket, reasonOf(error)), { cause: error }));
  }
}

/** Neither key nor secret is in it. */
function complaint({ origin, bucket }: S3Address, reason: string): string {
  return `S3 storage at ${origin}/${bucket} cannot be used: ${reason}; check S3_URL and that the storage runs.`;
}

function reasonOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return reasons[code] ?? (message === '' ? code : message);
}

/** Under a key of its own, since other nodes may be starting too. */
async function check(bucket: S3Address, { write, read, remove }: Omit<FileStore, 'check'>): Promise<void> {
  const key = `check/${randomBytes(16).toString('hex')}`;
  const bytes = Buffer.from('Magpie looks whether it can keep files here.\n');
  try {
    await write(key, bytes);
    const held = await read(key);
    await remove(key);
    const left = await read(key);
    if (held?.equals(bytes) === true && left === null) return;
  } catch (error) {
    throw error instanceof StorageAway || error instanceof StorageRefused ? error.cause : error;
  }
  throw new Error(complaint(bucket, 'it does not give back what was written there'));
}
