import type { Procedure, Scope } from '@magpie/contract';
import type { z } from 'zod';
import type { Postgres } from '../db/postgres/postgres.ts';

/** Who calls, as authentication found out. */
export interface Caller {
  readonly userId: string;
  /** An owner of this instance; for nobody else does the scope `admin` count. */
  readonly isOwner: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** What the caller showed; the secret is only in memory. */
  readonly credential: { readonly id: string; readonly secret: string };
}

/** What a handler is given. */
export interface Call<Input> {
  readonly input: Input;
  readonly caller: Caller;
  /** The network address that it came from. */
  readonly address: string;
  /** For a mutation, the transaction that it is: it commits when the handler returns. */
  readonly db: Postgres;
  /** Does something when the mutation is committed, before it is answered; not if it is rolled back. */
  readonly afterCommit: (work: () => void | Promise<void>) => void;
  /** Says that the answer is this caller's alone, so that it is not kept for others. */
  readonly onlyForCaller: () => void;
}

export type Handler<P extends Procedure> = (
  call: Call<z.output<P['input']>>,
) => z.output<P['output']> | Promise<z.output<P['output']>>;

/** What is known of a call before it begins; nothing that anybody sees is changed by this. */
export interface Asking<Input> extends Pick<Call<Input>, 'input' | 'caller' | 'db'> {
  /**
   * Does something when the call is answered: carried out, refused, or a repeat that has its first answer. So is put
   * away what was brought for a call and is of no use any more.
   */
  readonly whenAnswered: (work: () => Promise<void>) => void;
}

/** Answers a mutation that needs the index or another outside: it goes there while no transaction waits for it. */
export interface AskingHandler<P extends Procedure> {
  readonly askFirst: (asking: Asking<z.output<P['input']>>) => Promise<Handler<P>>;
}

type HandlerOf<P extends Procedure> = P['kind'] extends 'mutation'
  ? Handler<P> | AskingHandler<P>
  : Handler<P>;

/** Handlers of one router. Several domains may have some each. */
export type Handlers<Router> = {
  readonly [Name in keyof Router]?: Router[Name] extends Procedure ? HandlerOf<Router[Name]> : never;
};

type BoundHandler = (call: Call<unknown>) => unknown;

interface BoundAskingHandler {
  readonly askFirst: (asking: Asking<unknown>) => Promise<BoundHandler>;
}

/** A procedure of the contract together with what answers it. */
export interface BoundProcedure {
  readonly path: string;
  readonly definition: Procedure;
  readonly handler: BoundHandler;
  /** Gives the handler, which has asked already. */
  readonly askFirst?: BoundAskingHandler['askFirst'];
}

type Routers = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;

/** Stands where a handler was forgotten, or has yet to ask. */
export const unanswered: BoundHandler = () => {
  throw new Error('Nothing answers this procedure.');
};

export function bindProcedures<R extends Routers>(
  routers: R,
  handlers: { readonly [Name in keyof R]?: Handlers<R[Name]> },
): ReadonlyMap<string, BoundProcedure> {
  const known = handlers as Readonly<
    Record<string, Readonly<Record<string, BoundHandler | BoundAskingHandler>>>
  >;
  const bound = Object.entries(routers).flatMap(([router, procedures]) =>
    Object.entries(procedures).map(([name, definition]) => {
      const path = `${router}.${name}`;
      return [path, { path, definition, ...bind(known[router]?.[name] ?? unanswered) }] as const;
    }),
  );
  return new Map(bound);
}

function bind(handler: BoundHandler | BoundAskingHandler): Pick<BoundProcedure, 'handler' | 'askFirst'> {
  if (typeof handler === 'function') return { handler };
  return { askFirst: handler.askFirst, handler: unanswered };
}
