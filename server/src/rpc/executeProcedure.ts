import { describeIssues, type LimitClass, type Procedure } from '@magpie/contract';
import type { ResponseCache } from './responseCache.ts';
import type { ContentEncoding } from './compression.ts';
import { outOfRoom, type Room } from '../config/dataFolder.ts';
import { getEncoded, setEncoded, type EncodedBody } from './encodedCache.ts';
import { callerIsGone, MagpieError } from '@magpie/contract/errors';
import { withIdempotency, type Outcome } from './idempotency.ts';
import { unwrapInput, writeJson } from '../integrations/json.ts';
import type { LimitRule, RateLimiter, RateLimitResult } from './rateLimit/rateLimit.ts';
import type { Logger } from '../config/log.ts';
import { isAboutMissing, isTransient } from '../db/postgres/failures.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Asking, BoundProcedure, Call, Caller } from './procedure.ts';
import { andThen, type MaybePromise } from './maybePromise.ts';

/** One call, as it came over HTTP. */
export interface Request {
  readonly procedure: BoundProcedure;
  readonly caller: Caller;
  /** The network address that it came from. */
  readonly address: string;
  /** Reads the input; it throws when that is malformed, so it is called after everything about the caller is settled. */
  readonly input: () => unknown;
  /** Puts around the payload's JSON what the caller finds around it. */
  readonly envelope: (json: string) => string;
  /** Under which a cached procedure keeps this answer; null for what must not be cached (a POST, a batch). */
  readonly cacheKey: string | null;
  /** In which a cached answer is returned, unless it is small. One that is not cached is never compressed here. */
  readonly encoding: ContentEncoding;
  readonly idempotencyKey: string | null;
  /** Place in a batch, 0 outside one. */
  readonly place: number;
}

/** Ready to send. */
export interface Answer extends EncodedBody {
  /** Only on procedures that are cached: where the answer came from, and how many seconds old it is. */
  readonly cache?: { readonly hit: boolean; readonly age: number };
  /** Whether this is the first answer to an earlier call with the same Idempotency-Key. */
  readonly replayed?: boolean;
}

export interface Services {
  readonly db: Postgres;
  readonly limiter: RateLimiter;
  readonly limits: Readonly<Record<LimitClass, LimitRule>>;
  readonly cache: ResponseCache;
  /** Answers from the index of ads, until it changes. */
  readonly kept: ResponseCache;
  /** Another number whenever the index may answer otherwise. */
  readonly indexVersion: () => MaybePromise<number>;
  readonly room: Room;
  readonly log: Logger;
}

/** What counting a call came to, and under which rule. */
export interface Count {
  readonly rule: LimitRule;
  readonly verdict: RateLimitResult;
}

/** Counts one call of the caller against a limit. */
export function countCall(
  { limiter, limits }: Services,
  limit: LimitClass,
  caller: Caller,
): MaybePromise<Count> {
  const rule = limits[limit];
  return andThen(limiter.take(rule, caller.userId), (verdict) => ({ rule, verdict }));
}

/** Answers one call that was counted: may the caller, is the input right, is the answer there already? */
export function executeProcedure(services: Services, request: Request): MaybePromise<Answer> {
  assertScope(request.procedure, request.caller);
  if (request.procedure.definition.kind === 'mutation') return mutate(services, request);
  const { cacheSeconds, keptWhileIndexUnchanged, differsForOwners } = request.procedure.definition;
  const { cacheKey, caller } = request;
  if (cacheKey !== null && cacheSeconds !== undefined) {
    return cached(services, request, cacheKey, cacheSeconds);
  }
  if (cacheKey !== null && keptWhileIndexUnchanged === true) {
    const key = differsForOwners === true && caller.isOwner ? `owner ${cacheKey}` : cacheKey;
    return andThen(services.indexVersion(), (version) => kept(services, request, `${version} ${key}`));
  }
  return andThen(look(services, request), ({ body }) => ({
    body,
    encoding: 'identity',
    ...(cacheSeconds !== undefined && { cache: { hit: false, age: 0 } }),
  }));
}

export function assertScope({ path, definition }: BoundProcedure, caller: Caller): void {
  if (definition.access === 'admin' && !caller.isOwner) {
    throw new MagpieError('FORBIDDEN', `Only an owner of this instance may call ${path}.`);
  }
  if (!caller.scopes.has(definition.access)) {
    throw new MagpieError('FORBIDDEN', `This key lacks the scope '${definition.access}' that ${path} needs.`);
  }
}

function cached(services: Services, request: Request, key: string, seconds: number): MaybePromise<Answer> {
  return andThen(getEncoded(services.cache, key, request.encoding), (held): MaybePromise<Answer> => {
    if (held === undefined) return lookAndKeep(services, request, key, seconds);
    const { body, encoding, storedAt } = held;
    const age = Math.max(0, Math.floor((Date.now() - storedAt) / 1000));
    return { body, encoding, cache: { hit: true, age } };
  });
}

async function lookAndKeep(
  services: Services,
  request: Request,
  key: string,
  seconds: number,
): Promise<Answer> {
  const { body } = await look(services, request);
  const encoded = await setEncoded(services.cache, key, body, request.encoding, seconds);
  return { ...encoded, cache: { hit: false, age: 0 } };
}

const secondsOfDay = 86_400;

/** What is active or how long it has run is another thing tomorrow. */
function kept(services: Services, request: Request, key: string): MaybePromise<Answer> {
  const now = Date.now() / 1000;
  const dailyKey = `${Math.floor(now / secondsOfDay)} ${key}`;
  const { encoding } = request;
  return andThen(getEncoded(services.kept, dailyKey, encoding), (held): MaybePromise<Answer> => {
    if (held !== undefined) return { body: held.body, encoding: held.encoding };
    return andThen(look(services, request), async ({ body, isShared }): Promise<Answer> => {
      if (!isShared) return { body, encoding: 'identity' };
      return setEncoded(services.kept, dailyKey, body, encoding, secondsOfDay - (now % secondsOfDay));
    });
  });
}

interface Found {
  readonly body: string;
  /** Whether everybody who asks the same is answered the same. */
  readonly isShared: boolean;
}

function look(
  { db, log }: Services,
  { procedure, caller, address, input, envelope }: Request,
): MaybePromise<Found> {
  let isShared = true;
  const call = {
    input: validInput(procedure, input),
    caller,
    address,
    db,
    afterCommit: (work: Afterwards) => void doAll([work], log),
    onlyForCaller: () => void (isShared = false),
  };
  return andThen(invoke(procedure, call), (json) => ({ body: envelope(json), isShared }));
}

type Afterwards = () => void | Promise<void>;

/** A mutation is one transaction, and one effect per Idempotency-Key. */
async function mutate(services: Services, request: Request): Promise<Answer> {
  const { db, room, log } = services;
  await assertDiskSpace(room);
  const input = validInput(request.procedure, request.input);
  const whenAnswered: Afterwards[] = [];
  const asking = { input, caller: request.caller, db, whenAnswered: notedIn(whenAnswered) };
  return answeredThen(whenAnswered, log, async () => {
    const procedure = await afterAsking(request.procedure, asking);
    return whileCallerIsThere(request.caller, () => carryOut(services, { ...request, procedure }, input));
  });
}

function notedIn(works: Afterwards[]): (work: Afterwards) => void {
  return (work) => void works.push(work);
}

/** What the call came to is settled by then, so a failure is only told to the log. */
async function doAll(works: readonly Afterwards[], log: Logger): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'what was to be done after a call was not');
    }
  }
}

/** A failure is no answer: what became of the call is not known then. */
async function answeredThen(
  works: readonly Afterwards[],
  log: Logger,
  answering: () => Promise<Answer>,
): Promise<Answer> {
  const outcome = await answering().catch((error: unknown) => {
    if (error instanceof MagpieError) return error;
    throw error;
  });
  await doAll(works, log);
  if (outcome instanceof MagpieError) throw outcome;
  return outcome;
}

async function carryOut({ db, log }: Services, request: Request, input: unknown): Promise<Answer> {
  const { outcome, replayed, afterwards } = await retrying(async () => {
    const noted: Afterwards[] = [];
    const performed = await db.transaction((tx) => perform(tx, request, input, notedIn(noted)));
    return { ...performed, afterwards: noted };
  });
  if ('refusal' in outcome) {
    throw new MagpieError(outcome.refusal.code, outcome.refusal.message, outcome.refusal);
  }
  await doAll(afterwards, log);
  return { body: request.envelope(outcome.json), encoding: 'identity', replayed };
}

/** Whoever deletes their account while they do something else has done that too late. */
async function whileCallerIsThere<T>({ userId }: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAboutMissing(error, userId)) throw error;
    throw callerIsGone();
  }
}

/** A refusal while asking is the answer of the call as any other is: whoever repeats it finds the first. */
async function afterAsking(procedure: BoundProcedure, asking: Asking<unknown>): Promise<BoundProcedure> {
  const { askFirst } = procedure;
  if (askFirst === undefined) return procedure;
  const handler = await askFirst(asking).catch((error: unknown) => {
    if (!(error instanceof MagpieError)) throw error;
    return () => Promise.reject(error);
  });
  return { ...procedure, handler };
}

async function perform(
  tx: Postgres,
  { procedure, caller, address, idempotencyKey, place }: Request,
  input: unknown,
  afterCommit: Call<unknown>['afterCommit'],
): Promise<{ outcome: Outcome; replayed: boolean }> {
  const work = async (db: Postgres): Promise<string> =>
    invoke(procedure, { input, caller, address, db, afterCommit, onlyForCaller: () => undefined });
  if (idempotencyKey === null) return { outcome: { json: await work(tx) }, replayed: false };
  const { path, definition } = procedure;
  const repeatable = {
    idempotencyKey,
    call: place,
    credential: caller.credential,
    procedure: path,
    input,
    showsSecret: definition.showsSecret === true,
  };
  return withIdempotency(tx, repeatable, work);
}

export async function assertDiskSpace(room: Room): Promise<void> {
  if (!(await room.enough())) throw outOfRoom();
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
    message: ended(message),
  }));
  throw new MagpieError('BAD_REQUEST', issues[0]?.message ?? 'The input is not as this procedure expects.', {
    issues,
  });
}

/** The contract words what is wrong, without the stop that makes it a sentence of its own. */
function ended(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}

const mostAttempts = 4;

/** Two transactions that wait for each other end with one rolled back by the engine; it is done again. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === mostAttempts || !isTransient(error)) throw error;
    }
  }
}
