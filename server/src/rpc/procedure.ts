import type { MaybePromise } from './maybePromise.ts';
import type { Procedure, Scope } from '@magpie/contract';
import type { z } from 'zod';
import type { Postgres } from '../db/postgres/postgres.ts';

/** A plain value if it is in memory, a promise if another process provides it. */

export interface Caller {
  readonly userId: string;
  /** An owner of this instance. The `admin` scope works for owners only. */
  readonly isOwner: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** The API key or session; its secret is only in memory. */
  readonly credential: { readonly id: string; readonly secret: string };
}

export interface Call<Input> {
  readonly input: Input;
  readonly caller: Caller;
  readonly address: string;
  /** For a mutation, its transaction, which commits after the handler returns. */
  readonly db: Postgres;
  /** Runs work after the commit and before the response; not after a rollback. */
  readonly afterCommit: (work: () => void | Promise<void>) => void;
  /** Marks the response as specific to this caller, so that it is not cached for others. */
  readonly markPrivate: () => void;
  /** The number of the newest recording of the ad index, read once per call. */
  readonly newestRecording: () => MaybePromise<number>;
}

export type Handler<P extends Procedure> = (
  call: Call<z.output<P['input']>>,
) => z.output<P['output']> | Promise<z.output<P['output']>>;

export interface Preparation<Input> extends Pick<Call<Input>, 'input' | 'caller' | 'db'> {
  /** Runs after success, rejection or replay, to clean up what `prepare` created and the call did not use. */
  readonly onSettled: (work: () => Promise<void>) => void;
}

/** Handles a mutation that needs the ad index or another service: `prepare` calls it while no transaction is open. */
export interface PreparedHandler<P extends Procedure> {
  readonly prepare: (preparation: Preparation<z.output<P['input']>>) => Promise<Handler<P>>;
}

type HandlerOf<P extends Procedure> = P['kind'] extends 'mutation'
  ? Handler<P> | PreparedHandler<P>
  : Handler<P>;

export type ProcedureHandlers<Router> = {
  readonly [Name in keyof Router]?: Router[Name] extends Procedure ? HandlerOf<Router[Name]> : never;
};

type BoundHandler = (call: Call<unknown>) => unknown;

interface BoundPreparedHandler {
  readonly prepare: (preparation: Preparation<unknown>) => Promise<BoundHandler>;
}

export interface BoundProcedure {
  readonly path: string;
  readonly definition: Procedure;
  readonly handler: BoundHandler;
  readonly prepare?: BoundPreparedHandler['prepare'];
}

type Routers = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;

/** Placeholder for a missing handler, or one that `prepare` returns. */
export const notImplemented: BoundHandler = () => {
  throw new Error('This procedure has no handler.');
};

type FeatureHandlers<R extends Routers> = { readonly [Name in keyof R]?: ProcedureHandlers<R[Name]> };

/** Binds every procedure of the contract. Several features may provide handlers of one router. */
export function bindProcedures<R extends Routers>(
  routers: R,
  ...features: readonly FeatureHandlers<R>[]
): ReadonlyMap<string, BoundProcedure> {
  const known = features as readonly Readonly<
    Record<string, Readonly<Record<string, BoundHandler | BoundPreparedHandler>>>
  >[];
  const bound = Object.entries(routers).flatMap(([router, procedures]) => {
    const handlers = Object.assign(
      {},
      ...known.map((feature) => feature[router]),
    ) as (typeof known)[0][string];
    return Object.entries(procedures).map(([name, definition]) => {
      const path = `${router}.${name}`;
      return [path, { path, definition, ...bind(handlers[name] ?? notImplemented) }] as const;
    });
  });
  return new Map(bound);
}

function bind(handler: BoundHandler | BoundPreparedHandler): Pick<BoundProcedure, 'handler' | 'prepare'> {
  if (typeof handler === 'function') return { handler };
  return { prepare: handler.prepare, handler: notImplemented };
}
