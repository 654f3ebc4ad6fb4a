import { describeIssues, type LimitClass, type Procedure } from '@magpie/contract';
import type { ResponseCache } from './responseCache.ts';
import type { ContentEncoding } from './compression.ts';
import { diskFullError, type DiskSpace } from '../config/dataFolder.ts';
import { getEncoded, setEncoded, type EncodedBody } from './encodedCache.ts';
import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import { withIdempotency, type Outcome } from './idempotency.ts';
import { unwrapInput, writeJson } from '../integrations/json.ts';
import type { LimitRule, RateLimiter, RateLimitResult } from './rateLimit/rateLimit.ts';
import type { Logger } from '../config/log.ts';
import { isMissingReference, isTransient } from '../db/postgres/failures.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Preparation, BoundProcedure, Call, Caller } from './procedure.ts';
import { andThen, type MaybePromise } from './maybePromise.ts';

/** One procedure call of an HTTP request. */
export interface ProcedureRequest {
  readonly procedure: BoundProcedure;
  readonly caller: Caller;
  /** Network address of the client. */
  readonly address: string;
  /** Reads the input and throws if it is malformed; called after authorization. */
  readonly input: () => unknown;
  /** Wraps the payload's JSON for the response. */
  readonly envelope: (json: string) => string;
  /** Key of the cached response; null if it must not be cached (a POST, a batch). */
  readonly cacheKey: string | null;
  /** Encoding of cached responses, unless they are small. Other responses are not compressed here. */
  readonly encoding: ContentEncoding;
  readonly idempotencyKey: string | null;
  /** Index in a batch, 0 outside one. */
  readonly batchIndex: number;
}

/** A response ready to send. */
export interface ProcedureResponse extends EncodedBody {
  /** Only for cached procedures: whether it was a cache hit, and the age in seconds. */
  readonly cache?: { readonly hit: boolean; readonly age: number };
  /** Whether this is the stored response to an earlier call with the same Idempotency-Key. */
  readonly replayed?: boolean;
}

export interface Services {
  readonly db: Postgres;
  readonly limiter: RateLimiter;
  readonly limits: Readonly<Record<LimitClass, LimitRule>>;
  readonly cache: ResponseCache;
  /** Responses that depend on the ad index only, valid until it changes. */
  readonly indexCache: ResponseCache;
  /** Changes whenever results from the ad index may change. */
  readonly indexVersion: () => MaybePromise<number>;
  readonly diskSpace: DiskSpace;
  readonly log: Logger;
}

/** The rate limit result of a call, and its rule. */
export interface CountedCall {
  readonly rule: LimitRule;
  readonly result: RateLimitResult;
}

/** Counts one call of the caller against a rate limit. */
export function countCall(
  { limiter, limits }: Services,
  limit: LimitClass,
  caller: Caller,
): MaybePromise<CountedCall> {
  const rule = limits[limit];
  return andThen(limiter.consume(rule, caller.userId), (result) => ({ rule, result }));
}

/** Runs one counted call: authorize, look up the cache, parse the input, run the handler, serialize. */
export function executeProcedure(
  services: Services,
  request: ProcedureRequest,
): MaybePromise<ProcedureResponse> {
  assertScope(request.procedure, request.caller);
  if (request.procedure.definition.kind === 'mutation') return mutate(services, request);
  const { cacheSeconds, cachedUntilIndexChanges, differsForOwners } = request.procedure.definition;
  const { cacheKey, caller } = request;
  if (cacheKey !== null && cacheSeconds !== undefined) {
    return cached(services, request, cacheKey, cacheSeconds);
  }
  if (cacheKey !== null && cachedUntilIndexChanges === true) {
    const key = differsForOwners === true && caller.isOwner ? `owner ${cacheKey}` : cacheKey;
    return andThen(services.indexVersion(), (version) =>
      cachedUntilIndexChange(services, request, `${version} ${key}`),
    );
  }
  return andThen(runQuery(services, request), ({ body }) => ({
    body,
    encoding: 'identity',
    ...(cacheSeconds !== undefined && { cache: { hit: false, age: 0 } }),
  }));
}

export function assertScope({ path, definition }: BoundProcedure, caller: Caller): void {
  if (definition.access === 'admin' && !caller.isOwner) {
    throw new MagpieError('FORBIDDEN', `Only an owner of this instance can call ${path}.`);
  }
  if (!caller.scopes.has(definition.access)) {
    throw new MagpieError('FORBIDDEN', `This key lacks the scope '${definition.access}' that ${path} needs.`);
  }
}

function cached(
  services: Services,
  request: ProcedureRequest,
  key: string,
  seconds: number,
): MaybePromise<ProcedureResponse> {
  return andThen(
    getEncoded(services.cache, key, request.encoding),
    (hit): MaybePromise<ProcedureResponse> => {
      if (hit === undefined) return runAndCache(services, request, key, seconds);
      const { body, encoding, storedAt } = hit;
      const age = Math.max(0, Math.floor((Date.now() - storedAt) / 1000));
      return { body, encoding, cache: { hit: true, age } };
    },
  );
}

async function runAndCache(
  services: Services,
  request: ProcedureRequest,
  key: string,
  seconds: number,
): Promise<ProcedureResponse> {
  const { body } = await runQuery(services, request);
  const encoded = await setEncoded(services.cache, key, body, request.encoding, seconds);
  return { ...encoded, cache: { hit: false, age: 0 } };
}

const secondsOfDay = 86_400;

/** The key includes the day, because "active" and durations change with it. */
function cachedUntilIndexChange(
  services: Services,
  request: ProcedureRequest,
  key: string,
): MaybePromise<ProcedureResponse> {
  const now = Date.now() / 1000;
  const dailyKey = `${Math.floor(now / secondsOfDay)} ${key}`;
  const { encoding } = request;
  return andThen(
    getEncoded(services.indexCache, dailyKey, encoding),
    (hit): MaybePromise<ProcedureResponse> => {
      if (hit !== undefined) return { body: hit.body, encoding: hit.encoding };
      return andThen(runQuery(services, request), async ({ body, isShared }): Promise<ProcedureResponse> => {
        if (!isShared) return { body, encoding: 'identity' };
        return setEncoded(services.indexCache, dailyKey, body, encoding, secondsOfDay - (now % secondsOfDay));
      });
    },
  );
}

interface QueryResult {
  readonly body: string;
  /** Whether the response is the same for every caller. */
  readonly isShared: boolean;
}

function runQuery(
  { db, log }: Services,
  { procedure, caller, address, input, envelope }: ProcedureRequest,
): MaybePromise<QueryResult> {
  let isShared = true;
  const call = {
    input: validInput(procedure, input),
    caller,
    address,
    db,
    afterCommit: (work: Callback) => void runCallbacks([work], log),
    markPrivate: () => void (isShared = false),
  };
  return andThen(invoke(procedure, call), (json) => ({ body: envelope(json), isShared }));
}

type Callback = () => void | Promise<void>;

/** A mutation is one transaction, and one effect per Idempotency-Key. */
async function mutate(services: Services, request: ProcedureRequest): Promise<ProcedureResponse> {
  const { db, diskSpace, log } = services;
  await assertDiskSpace(diskSpace);
  const input = validInput(request.procedure, request.input);
  const onSettled: Callback[] = [];
  const preparation = { input, caller: request.caller, db, onSettled: collectInto(onSettled) };
  return runThenSettle(onSettled, log, async () => {
    const procedure = await prepareHandler(request.procedure, preparation);
    return refuseDeletedCaller(request.caller, () => runMutation(services, { ...request, procedure }, input));
  });
}

function collectInto(works: Callback[]): (work: Callback) => void {
  return (work) => void works.push(work);
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

/** Runs the callbacks after success or a MagpieError. After any other error the outcome is unknown, so they do not run. */
async function runThenSettle(
  works: readonly Callback[],
  log: Logger,
  run: () => Promise<ProcedureResponse>,
): Promise<ProcedureResponse> {
  const outcome = await run().catch((error: unknown) => {
    if (error instanceof MagpieError) return error;
    throw error;
  });
  await runCallbacks(works, log);
  if (outcome instanceof MagpieError) throw outcome;
  return outcome;
}

async function runMutation(
  { db, log }: Services,
  request: ProcedureRequest,
  input: unknown,
): Promise<ProcedureResponse> {
  const { outcome, replayed, callbacks } = await retryTransient(async () => {
    const collected: Callback[] = [];
    const performed = await db.transaction((tx) => runOnce(tx, request, input, collectInto(collected)));
    return { ...performed, callbacks: collected };
  });
  if ('refusal' in outcome) {
    throw new MagpieError(outcome.refusal.code, outcome.refusal.message, outcome.refusal);
  }
  await runCallbacks(callbacks, log);
  return { body: request.envelope(outcome.json), encoding: 'identity', replayed };
}

/** Replaces the foreign key error of a caller whose account was deleted during the call. */
async function refuseDeletedCaller<T>({ userId }: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingReference(error, userId)) throw error;
    throw accountDeletedError();
  }
}

/** An error of `prepare` becomes the outcome of the call, so that a repeat by Idempotency-Key gets the same one. */
async function prepareHandler(
  procedure: BoundProcedure,
  preparation: Preparation<unknown>,
): Promise<BoundProcedure> {
  const { prepare } = procedure;
  if (prepare === undefined) return procedure;
  const handler = await prepare(preparation).catch((error: unknown) => {
    if (!(error instanceof MagpieError)) throw error;
    return () => Promise.reject(error);
  });
  return { ...procedure, handler };
}

async function runOnce(
  tx: Postgres,
  { procedure, caller, address, idempotencyKey, batchIndex }: ProcedureRequest,
  input: unknown,
  afterCommit: Call<unknown>['afterCommit'],
): Promise<{ outcome: Outcome; replayed: boolean }> {
  const work = async (db: Postgres): Promise<string> =>
    invoke(procedure, { input, caller, address, db, afterCommit, markPrivate: () => undefined });
  if (idempotencyKey === null) return { outcome: { json: await work(tx) }, replayed: false };
  const { path, definition } = procedure;
  const call = {
    idempotencyKey,
    batchIndex,
    credential: caller.credential,
    procedure: path,
    input,
    showsSecret: definition.returnsSecret === true,
  };
  return withIdempotency(tx, call, work);
}

export async function assertDiskSpace(diskSpace: DiskSpace): Promise<void> {
  if (!(await diskSpace.enough())) throw diskFullError();
}

function invoke({ handler }: BoundProcedure, call: Call<unknown>): MaybePromise<string> {
  return andThen(handler(call), writeJson);
}

export function validInput(
  { definition }: { readonly definition: Pick<Procedure, 'input'> },
  read: () => unknown,
): unknown {
  const parsed = definition.input.safeParse(unwrapInput(read()));
  if (parsed.success) return parsed.data;
  const issues = describeIssues(parsed.error, definition).map(({ path, message }) => ({
    path,
    message: withFullStop(message),
  }));
  throw new MagpieError('BAD_REQUEST', issues[0]?.message ?? 'The input is invalid.', {
    issues,
  });
}

/** Messages of the contract have no full stop. */
function withFullStop(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
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
