import type { Procedure, Scope } from '@magpie/contract';
import type { z } from 'zod';
import type { Postgres } from './postgres/postgres.ts';

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
  /** For a mutation, the transaction that it is: it commits when the handler returns. */
  readonly db: Postgres;
  /** Does something when the mutation is committed, before it is answered; not if it is rolled back. */
  readonly afterCommit: (work: () => void) => void;
  /** Says that the answer is this caller's alone, so that it is not kept for others. */
  readonly onlyForCaller: () => void;
}

export type Handler<P extends Procedure> = (
  call: Call<z.output<P['input']>>,
) => z.output<P['output']> | Promise<z.output<P['output']>>;

/** The handlers of one router; a procedure without one answers 501. */
export type Handlers<Router> = {
  readonly [Name in keyof Router]?: Router[Name] extends Procedure ? Handler<Router[Name]> : never;
};

/** A procedure of the contract together with what answers it. */
export interface BoundProcedure {
  readonly path: string;
  readonly definition: Procedure;
  readonly handler: ((call: Call<unknown>) => unknown) | undefined;
}

type Routers = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;

export function bindProcedures<R extends Routers>(
  routers: R,
  handlers: { readonly [Name in keyof R]?: Handlers<R[Name]> },
): ReadonlyMap<string, BoundProcedure> {
  const known = handlers as Readonly<Record<string, Readonly<Record<string, BoundProcedure['handler']>>>>;
  const bound = Object.entries(routers).flatMap(([router, procedures]) =>
    Object.entries(procedures).map(([name, definition]) => {
      const path = `${router}.${name}`;
      return [path, { path, definition, handler: known[router]?.[name] }] as const;
    }),
  );
  return new Map(bound);
}
