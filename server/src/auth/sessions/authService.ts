import { setTimeout as sleep } from 'node:timers/promises';
import { type SignInForm, signInForms, type WaysIn } from '@magpie/contract';
import type { z } from 'zod';
import { validInput } from '../../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { actorOf, addAuditEntry } from '../auditLog.sql.ts';
import { proofOfLink } from '../invitations.ts';
import { emailOf } from '../people.sql.ts';
import { newUserId } from '../secret.ts';
import { endLinks } from '../signInLinks.sql.ts';
import type { Auth, AuthAnswer } from './auth.ts';
import { askForAddress, isForNewAddress, openNewAddress } from './changeAddress.ts';
import { dotted, undotted } from './dotted.ts';
import type { LoginThrottle } from './loginThrottle.ts';
import { digestOfPassword, isPassword } from './passwords.ts';
import { refusalOf, withoutPassword, wrongPassword } from './refusals.ts';
import { type SessionAuth, sessionOf } from './sessionAuth.ts';
import { endOthers } from './sessions.ts';
import { changePassword, maySetPassword, passwordOf, setPassword } from './sessions.sql.ts';

export interface AuthServiceParts {
  readonly db: Pick<PostgresEngine, 'query' | 'transaction'>;
  readonly auth: Auth;
  readonly door: Pick<SessionAuth, 'forget' | 'tokenIn' | 'renew'>;
  readonly guessing: LoginThrottle;
  readonly waysIn: WaysIn;
  readonly site: () => string;
}

/** Who comes, as far as the request tells. */
export interface Visitor {
  readonly address: string;
  /** The network that the address is part of. */
  readonly network: string;
  readonly userAgent: string;
  readonly cookies: string | undefined;
  /** Who is signed in; forms for nobody else are not reached without. */
  readonly caller: Caller | null;
}

export interface AuthResponse {
  readonly body: object;
  readonly setCookies: readonly string[];
}

type Input<Form extends SignInForm> = z.output<(typeof signInForms)[Form]>;

const resetMilliseconds = 200;

/** Where people sign up, in and out. */
export class AuthService {
  readonly #parts: AuthServiceParts;

  constructor(parts: AuthServiceParts) {
    this.#parts = parts;
  }

  /** Answers one of the forms, or throws what is wrong with it. */
  async submit(form: SignInForm, given: unknown, visitor: Visitor): Promise<AuthResponse> {
    const definition = { input: signInForms[form] };
    const input = validInput({ definition }, () => given ?? {}) as Readonly<Record<string, unknown>>;
    const attempt = { form, account: accountOf(input, visitor), network: visitor.network };
    await this.#parts.guessing.begin(attempt);
    const answer = await this.#answers[form](input as never, visitor);
    await this.#parts.guessing.succeeded(attempt);
    return answer;
  }

  /** Who is signed in, and how others could; as any call does, this makes the session last longer once a day. */
  async session(visitor: Visitor): Promise<AuthResponse> {
    const { door, guessing, waysIn } = this.#parts;
    await guessing.begin({ form: 'get-session', account: '', network: visitor.network });
    const { body, setCookies } = await this.#ask('get-session', visitor);
    const user = body?.['user'] as UserShown | undefined;
    const session = body?.['session'] as { id: string; expiresAt: string } | undefined;
    if (user === undefined || session === undefined)
      return { body: { user: null, session: null, waysIn }, setCookies };
    const { id } = session;
    const renewal = await door.renew(id, door.tokenIn(visitor.cookies) ?? '');
    const { expiresAt } = renewal ?? session;
    return {
      body: { user: shownUser(user), session: { id, expiresAt }, waysIn },
      setCookies: renewal === null ? setCookies : [...setCookies, renewal.cookie],
    };
  }

  /** Somebody comes back from a provider; where they are sent on to. */
  async comeBack(provider: string, query: string, visitor: Visitor): Promise<AuthAnswer> {
    await this.#parts.guessing.begin({ form: 'callback', account: '', network: visitor.network });
    return this.#ask(`callback/${provider}`, visitor, { query });
  }

  /** Somebody opens the link of a mail; throws when it is no good any more. Nobody is signed in by it. */
  async verifyAddress(token: string, visitor: Visitor): Promise<void> {
    await this.#parts.guessing.begin({ form: 'verify-email', account: '', network: visitor.network });
    if (isForNewAddress(token)) await openNewAddress(this.#parts.db, token, visitor.address);
    else await this.#ask('verify-email', visitor, { query: `?token=${encodeURIComponent(token)}` });
  }

  async #ask(
    form: string,
    { address, userAgent, cookies }: Visitor,
    { query = '', input, provesAddress = false, db = this.#parts.db }: Asking = {},
  ): Promise<AuthAnswer> {
    const { auth } = this.#parts;
    const answer = await auth.handle({
      visit: { db, form, address, provesAddress },
      query,
      ...(input === undefined ? {} : { input }),
      cookies,
      userAgent,
    });
    const refusal = refusalOf(answer);
    if (refusal !== null) throw refusal;
    return answer;
  }

  async #done(
    form: SignInForm,
    visitor: Visitor,
    input: object,
    db: Postgres = this.#parts.db,
  ): Promise<AuthResponse> {
    const { setCookies } = await this.#ask(form, visitor, { input: { ...input }, db });
    return { body: { success: true }, setCookies };
  }

  readonly #answers: { [Form in SignInForm]: (input: Input<Form>, visitor: Visitor) => Promise<AuthResponse> } =
    {
      'sign-up/email': async ({ invitationToken = null, ...input }, visitor) => {
        const { isInvited, isMailed } =
          invitationToken === null
            ? { isInvited: false, isMailed: false }
            : await proofOfLink(this.#parts.db, input.email, invitationToken);
        refuseUninvited(this.#parts.waysIn.signUp, isInvited);
        await this.#ask('sign-up/email', visitor, { input, provesAddress: isMailed });
        return { body: { success: true }, setCookies: [] };
      },

      'sign-in/email': async (input, visitor) => {
        try {
          const asked = { input: { ...input, email: dotted(input.email) } };
          const { body, setCookies } = await this.#ask('sign-in/email', visitor, asked);
          return { body: { user: shownUser(body?.['user'] as UserShown) }, setCookies };
        } catch (error) {
          const { db } = this.#parts;
          const { address } = visitor;
          if (error instanceof MagpieError)
            await addAuditEntry(db, { act: 'session.failed', actorId: null, subject: input.email, address });
          throw error;
        }
      },

      'sign-in/social': async ({ provider }, visitor) => {
        const input = { provider, callbackURL: `${this.#parts.site()}/`, disableRedirect: true };
        const { body, setCookies } = await this.#ask('sign-in/social', visitor, { input });
        return { body: { url: body?.['url'] }, setCookies };
      },

      'sign-out': async (_input, visitor) => {
        const answer = await this.#done('sign-out', visitor, {});
        this.#parts.door.forget();
        return answer;
      },

      'request-password-reset': async (input, visitor) => {
        // How long it takes does not tell whether a mail was written.
        const [answer] = await Promise.all([
          this.#done('request-password-reset', visitor, input),
          sleep(resetMilliseconds),
        ]);
        return answer;
      },

      'reset-password': async (input, visitor) => {
        const answer = await this.#parts.db.transaction((tx) =>
          this.#done('reset-password', visitor, input, tx),
        );
        this.#parts.door.forget();
        return answer;
      },

      'send-verification-email': (input, visitor) => this.#done('send-verification-email', visitor, input),

      'change-password': async ({ currentPassword, newPassword }, visitor) => {
        const { userId } = callerOf(visitor);
        const old = await this.#shownPassword(currentPassword, visitor);
        if (old === null) throw withoutPassword();
        const digest = await digestOfPassword(newPassword);
        return this.#withNewPassword(visitor, async (tx) => {
          if (!(await changePassword(tx, { userId, old, digest }))) throw wrongPassword();
        });
      },

      'set-password': async ({ newPassword }, visitor) => {
        const caller = callerOf(visitor);
        const digest = await digestOfPassword(newPassword);
        return this.#withNewPassword(visitor, async (tx) => {
          if (!(await maySetPassword(tx, sessionOf(caller) ?? ''))) throw passwordIsSet();
          await setPassword(tx, { id: newUserId(), userId: caller.userId, digest });
        });
      },

      'change-email': async ({ newEmail, currentPassword = '' }, visitor) => {
        const password = await this.#shownPassword(currentPassword, visitor);
        const { db, site } = this.#parts;
        await askForAddress(db, { caller: callerOf(visitor), newEmail, password, site: site() });
        return { body: { success: true }, setCookies: [] };
      },

      'update-user': (input, visitor) => this.#done('update-user', visitor, input),
    };

  /** The digest of the password that somebody shows to know, null where there is none; a wrong one is noted. */
  async #shownPassword(password: string, visitor: Visitor): Promise<string | null> {
    const { db } = this.#parts;
    const caller = callerOf(visitor);
    const digest = await passwordOf(db, caller.userId);
    if (digest === null || (await isPassword(password, digest))) return digest;
    const actor = actorOf({ caller, address: visitor.address });
    await addAuditEntry(db, { ...actor, act: 'session.failed', subject: await emailOf(db, caller.userId) });
    throw wrongPassword();
  }

  /** Changes a password. This ends every link that could set one, and every session but the caller's. */
  async #withNewPassword(visitor: Visitor, change: (tx: Postgres) => Promise<void>): Promise<AuthResponse> {
    const by = { caller: callerOf(visitor), address: visitor.address };
    await this.#parts.db.transaction(async (tx) => {
      await endLinks(tx, by.caller.userId);
      await change(tx);
      await addAuditEntry(tx, { ...actorOf(by), act: 'password.changed' });
      await endOthers(tx, by);
    });
    this.#parts.door.forget();
    return { body: { success: true }, setCookies: [] };
  }
}

/** Whom an attempt concerns: the address that was given, or who is signed in. */
function accountOf({ email }: Readonly<Record<string, unknown>>, { caller }: Visitor): string {
  return typeof email === 'string' ? email : `user:${caller?.userId ?? ''}`;
}

interface Asking {
  readonly query?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly provesAddress?: boolean;
  /** The transaction that it is part of. */
  readonly db?: Postgres;
}

interface UserShown {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

function shownUser({ id, email, name, emailVerified }: UserShown): object {
  return { id, email: undotted(email), name: name === '' ? null : name, emailVerified };
}

/** The same for every address, whether it has an account or not. */
function refuseUninvited(signUp: WaysIn['signUp'], isInvited: boolean): void {
  if (signUp === 'open' || (signUp === 'invited' && isInvited)) return;
  const sentence =
    signUp === 'invited'
      ? 'Only who was invited may make an account here: give the invitationToken of the link of an invitation, and the address that was invited.'
      : 'Nobody may make an account here; ask whoever runs it for one.';
  throw new MagpieError('FORBIDDEN', sentence);
}

function callerOf({ caller }: Visitor): Caller {
  if (caller === null) throw new MagpieError('UNAUTHORIZED', 'Sign in first.');
  return caller;
}

function passwordIsSet(): MagpieError {
  return new MagpieError('CONFLICT', 'There is a password already; change it at /api/auth/change-password.');
}
