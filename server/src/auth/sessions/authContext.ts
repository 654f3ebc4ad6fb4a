import { AsyncLocalStorage } from 'node:async_hooks';
import type { Postgres } from '../../db/postgres/postgres.ts';

/** One request to sign up, in or out, as far as those need to know it who are called by better-auth. */
export interface AuthContext {
  /** What to write through: the transaction that is under way, or the pool. */
  readonly db: Postgres;
  /** What was asked for, such as `sign-in/email`. */
  readonly form: string;
  readonly address: string;
  /** Whether the request has a token that was mailed to the address. */
  readonly provesAddress: boolean;
}

/** A visit that is under way. */
export interface CurrentAuthContext extends AuthContext {
  /** The digest of the password that was found to be right, if one was. */
  readonly shown: { password: string | null };
}

/** better-auth hands nothing of ours through to the functions it calls; this does. */
export class AuthContexts {
  readonly #current = new AsyncLocalStorage<CurrentAuthContext>();

  get current(): CurrentAuthContext {
    const visit = this.#current.getStore();
    if (visit === undefined) throw new Error('there is no visit');
    return visit;
  }

  during<T>(visit: AuthContext, work: () => Promise<T>): Promise<T> {
    return this.#current.run({ ...visit, shown: { password: null } }, work);
  }

  /** Whatever is written meanwhile is committed together. */
  inTransaction<T>(work: (tx: Postgres) => Promise<T>): Promise<T> {
    const visit = this.current;
    return visit.db.transaction((db) => this.#current.run({ ...visit, db }, () => work(db)));
  }
}
