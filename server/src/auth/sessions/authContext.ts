import { AsyncLocalStorage } from 'node:async_hooks';
import type { Postgres } from '../../db/postgres/postgres.ts';

/** The data of an auth request that the callbacks of better-auth need. */
export interface AuthContext {
  /** The current transaction, or the pool. */
  readonly db: Postgres;
  /** The endpoint, such as `sign-in/email`. */
  readonly form: string;
  readonly address: string;
  /** Whether the request contains a token that was mailed to the address. */
  readonly provesAddress: boolean;
}

export interface CurrentAuthContext extends AuthContext {
  /** The digest of the password that this request verified. */
  readonly verified: { password: string | null };
}

/** Passes our context to callbacks, which better-auth does not support. */
export class AuthContexts {
  readonly #current = new AsyncLocalStorage<CurrentAuthContext>();

  get current(): CurrentAuthContext {
    const context = this.#current.getStore();
    if (context === undefined) throw new Error('no auth context');
    return context;
  }

  during<T>(context: AuthContext, work: () => Promise<T>): Promise<T> {
    return this.#current.run({ ...context, verified: { password: null } }, work);
  }

  /** Runs `work` in one transaction. */
  inTransaction<T>(work: (tx: Postgres) => Promise<T>): Promise<T> {
    const context = this.current;
    return context.db.transaction((db) => this.#current.run({ ...context, db }, () => work(db)));
  }
}
