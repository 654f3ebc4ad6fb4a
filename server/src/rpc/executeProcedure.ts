import type { Procedure } from '@magpie/contract';
import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import { diskFullError, type DiskSpace } from '../config/dataFolder.ts';
import type { Logger } from '../config/log.ts';
import { isMissingReference, isTransient } from '../db/postgres/failures.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { unwrapInput, writeJson } from '../integrations/json.ts';
import {
  type CachedBody,
  type ContentEncoding,
  getEncoded,
  setEncoded,
  type EncodedBody,
} from './encodedCache.ts';
import { invalidInput } from './invalidField.ts';
import { withIdempotency, type IdempotentOutcome } from './idempotency.ts';
import { chain, type MaybePromise } from './maybePromise.ts';
import type { BoundProcedure, Call, Caller, Preparation } from './procedure.ts';
import type { ResponseCache } from './responseCache.ts';

export interface ProcedureRequest {
  readonly procedure: BoundProcedure;
  readonly caller: Caller;
  readonly address: string;
  readonly input: () => unknown;
  readonly envelope: (json: string) => string;
  /** Key of the cached response; null if it must not be cached (a POST, a batch). */
  readonly cacheKey: string | null;
  /** Encoding of cached responses, unless they are small. Other responses are not compressed here. */
  readonly encoding: ContentEncoding;
  readonly idempotencyKey: string | null;
  readonly batchIndex: number;
}

export interface ProcedureResponse extends EncodedBody {
  /** Only for cached procedures: whether it was a cache hit, and the age in seconds. */
  readonly cache?: { readonly hit: boolean; readonly age: number };
  readonly replayed?: boolean;
}

export interface Services {
  readonly db: Postgres;
  readonly cache: ResponseCache;
  /** Responses that depend on the ad index only, valid until it changes. */
  readonly indexCache: ResponseCache;
  readonly newestRecording: () => MaybePromise<number>;
  readonly diskSpace: DiskSpace;
  readonly log: Logger;
}

export function executeProcedure(
  services: Services,
  request: ProcedureRequest,
): MaybePromise<ProcedureResponse> {
  assertScope(request.procedure, request.caller);
  return request.procedure.definition.kind === 'mutation'
    ? executeMutation(services, request)
    : executeQuery(services, request);
}

function executeQuery(services: Services, request: ProcedureRequest): MaybePromise<ProcedureResponse> {
  const newestRecording = readOnce(services.newestRecording);
  return chain(findCachePlace(services, newestRecording, request), (place) => {
    if (place === null) return runQuery(services, request, newestRecording, place);
    return chain(getEncoded(place.cache, place.key, request.encoding), (hit) =>
      hit === undefined
        ? runQuery(services, request, newestRecording, place)
        : cachedResponse(hit, isTimed(request)),
    );
  });
}

function cachedResponse({ body, encoding, storedAt }: CachedBody, withAge: boolean): ProcedureResponse {
  if (!withAge) return { body, encoding };
  return { body, encoding, cache: { hit: true, age: ageInSeconds(storedAt) } };
}

export function ageInSeconds(storedAt: number): number {
  return Math.max(0, Math.floor((Date.now() - storedAt) / 1000));
}

type CacheQuery = Pick<ProcedureRequest, 'procedure' | 'caller' | 'cacheKey' | 'encoding'>;

/** The cached response of a query, if there is one. */
export function findCached(services: Services, query: CacheQuery): MaybePromise<CachedBody | undefined> {
  return chain(findCachePlace(services, services.newestRecording, query), (place) =>
    place === null ? undefined : getEncoded(place.cache, place.key, query.encoding),
  );
}

function isTimed({ procedure }: ProcedureRequest): boolean {
  return procedure.definition.cacheSeconds !== undefined;
}

/** Parse the input, run, serialize, cache. */
async function runQuery(
  services: Services,
  request: ProcedureRequest,
  newestRecording: Services['newestRecording'],
  place: CachePlace | null,
): Promise<ProcedureResponse> {
  const { procedure, caller, address, encoding, envelope } = request;
  const input = parseInput(procedure, request.input);
  let isShared = true;
  const result = await procedure.handler({
    input,
    caller,
    address,
    db: services.db,
    afterCommit: (work) => void runCallbacks([work], services.log),
    markPrivate: () => void (isShared = false),
    newestRecording,
  });
  const body = envelope(await writeJson(result));
  const encoded: EncodedBody =
    place === null || !isShared
      ? { body, encoding: 'identity' }
      : await setEncoded(place.cache, place.key, body, encoding, place.seconds);
  return { ...encoded, ...(isTimed(request) && { cache: { hit: false, age: 0 } }) };
}

function readOnce<Value>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= read());
}

interface CachePlace {
  readonly cache: ResponseCache;
  readonly key: string;
  readonly seconds: number;
}

const secondsOfDay = 86_400;

function findCachePlace(
  { cache, indexCache }: Services,
  newestRecording: Services['newestRecording'],
  { procedure, caller, cacheKey }: CacheQuery,
): MaybePromise<CachePlace | null> {
  const { cacheSeconds, cachedUntilIndexChanges, differsForOwners } = procedure.definition;
  if (cacheKey === null) return null;
  if (cacheSeconds !== undefined) return { cache, key: cacheKey, seconds: cacheSeconds };
  if (cachedUntilIndexChanges !== true) return null;
  return chain(newestRecording(), (version) => {
    const now = Date.now() / 1000;
    // "Active" and durations change with the day.
    const day = Math.floor(now / secondsOfDay);
    const audience = differsForOwners === true && caller.isOwner ? 'owner ' : '';
    const seconds = secondsOfDay - (now % secondsOfDay);
    return { cache: indexCache, key: `${day} ${version} ${audience}${cacheKey}`, seconds };
  });
}

type Callback = () => void | Promise<void>;

/** Check the disk, parse the input, prepare, run in a transaction (once per Idempotency-Key), serialize. */
async function executeMutation(services: Services, request: ProcedureRequest): Promise<ProcedureResponse> {
  const { db, diskSpace, log } = services;
  const { procedure, caller, envelope } = request;
  await assertDiskSpace(diskSpace);
  const input = parseInput(procedure, request.input);
  const onSettled: Callback[] = [];
  const handler = await prepareHandler(procedure, {
    input,
    caller,
    db,
    onSettled: (work) => void onSettled.push(work),
  });
  // After another error the outcome of the call is unknown, so `onSettled` does not run.
  const result = await runInTransaction(services, request, handler, input);
  await runCallbacks(onSettled, log);
  if (result instanceof MagpieError) throw result;
  return { body: envelope(result.json), encoding: 'identity', replayed: result.replayed };
}

/** An error of `prepare` becomes the outcome of the call, so that a repeat by Idempotency-Key gets the same one. */
async function prepareHandler(
  { prepare, handler }: BoundProcedure,
  preparation: Preparation<unknown>,
): Promise<BoundProcedure['handler']> {
  if (prepare === undefined) return handler;
  return prepare(preparation).catch((error: unknown) => {
    if (!(error instanceof MagpieError)) throw error;
    return () => Promise.reject(error);
  });
}

async function runInTransaction(
  { db, log, newestRecording }: Services,
  request: ProcedureRequest,
  handler: BoundProcedure['handler'],
  input: unknown,
): Promise<{ readonly json: string; readonly replayed: boolean } | MagpieError> {
  try {
    const { outcome, replayed, afterCommit } = await retryTransient(async () => {
      const works: Callback[] = [];
      const call = {
        input,
        caller: request.caller,
        address: request.address,
        afterCommit: (work: Callback) => void works.push(work),
        markPrivate: () => undefined,
        newestRecording: readOnce(newestRecording),
      };
      const performed = await db.transaction((tx) => runOnce(tx, request, handler, call));
      return { ...performed, afterCommit: works };
    });
    if ('refusal' in outcome) {
      const { code, message, ...details } = outcome.refusal;
      return new MagpieError(code, message, details);
    }
    await runCallbacks(afterCommit, log);
    return { json: outcome.json, replayed };
  } catch (error) {
    // The foreign key error of a caller whose account was deleted during the call.
    if (isMissingReference(error, request.caller.userId)) return accountDeletedError();
    if (error instanceof MagpieError) return error;
    throw error;
  }
}

async function runOnce(
  tx: Postgres,
  { procedure, caller, idempotencyKey, batchIndex }: ProcedureRequest,
  handler: BoundProcedure['handler'],
  call: Omit<Call<unknown>, 'db'>,
): Promise<{ outcome: IdempotentOutcome; replayed: boolean }> {
  const run = async (db: Postgres): Promise<string> => writeJson(await handler({ ...call, db }));
  if (idempotencyKey === null) return { outcome: { json: await run(tx) }, replayed: false };
  const idempotentCall = {
    idempotencyKey,
    batchIndex,
    credential: caller.credential,
    procedure: procedure.path,
    input: call.input,
    showsSecret: procedure.definition.returnsSecret === true,
  };
  return withIdempotency(tx, idempotentCall, run);
}

const maxAttempts = 4;

/** The engine rolls back one of two deadlocked transactions; it is retried. */
async function retryTransient<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === maxAttempts || !isTransient(error)) throw error;
    }
  }
}

/** The outcome of the call is final by then, so a failure is only logged. */
async function runCallbacks(works: readonly Callback[], log: Logger): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'callback after a call failed');
    }
  }
}

export function hasScope({ definition: { access } }: BoundProcedure, caller: Caller): boolean {
  return caller.scopes.has(access) && (access !== 'admin' || caller.isOwner);
}

export function assertScope(procedure: BoundProcedure, caller: Caller): void {
  if (hasScope(procedure, caller)) return;
  const { path, definition } = procedure;
  if (definition.access === 'admin' && !caller.isOwner) {
    throw new MagpieError('FORBIDDEN', `Only an owner of this instance can call ${path}.`);
  }
  throw new MagpieError('FORBIDDEN', `This key lacks the scope '${definition.access}' that ${path} needs.`);
}

export async function assertDiskSpace(diskSpace: DiskSpace): Promise<void> {
  if (!(await diskSpace.enough())) throw diskFullError();
}

export function parseInput(
  { definition }: { readonly definition: Pick<Procedure, 'input'> },
  read: () => unknown,
): unknown {
  const parsed = definition.input.safeParse(unwrapInput(read()));
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error, definition);
}
