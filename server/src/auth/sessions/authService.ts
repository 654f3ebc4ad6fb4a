import { setTimeout as sleep } from 'node:timers/promises';
import { type SignInFormName, signInForms, type SignInOptions } from '@magpie/contract';
import type { z } from 'zod';
import { parseInput } from '../../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { toActor, addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { findEmail } from '../people.sql.ts';
import { newUserId } from '../../rpc/secret.ts';
import { endLinks } from '../signInLinks.sql.ts';
import {
  type Auth,
  type BetterAuthResponse,
  toBetterAuthEmail,
  fromBetterAuthEmail,
  hashPassword,
  isPassword,
  toResponseError,
  wrongPassword,
} from './auth.ts';
import { requestAddressChange, isAddressChangeToken, confirmAddressChange } from './changeAddress.ts';
import type { LoginThrottle } from './loginThrottle.ts';
import { type SessionAuth, findSessionId } from './sessionAuth.ts';
import { endOtherSessions } from './sessions.ts';
import { changePassword, maySetPassword, findPassword, setPassword } from './sessions.sql.ts';

export interface AuthServiceDeps {
  readonly db: Pick<PostgresEngine, 'query' | 'transaction'>;
  readonly auth: Auth;
  readonly sessionAuth: Pick<SessionAuth, 'clear' | 'tokenIn' | 'renew'>;
  readonly loginThrottle: LoginThrottle;
  readonly waysIn: SignInOptions;
  readonly site: () => string;
  readonly checkInvitation: CheckInvitation;
}

/** What an invitation token proves about a sign-up; implemented by another feature. */
export type CheckInvitation = (
  db: Postgres,
  email: string,
  token: string,
) => Promise<{
  readonly isInvited: boolean;
  readonly isMailed: boolean;
}>;

export interface ClientInfo {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string;
  readonly cookies: string | undefined;
  readonly caller: Caller | null;
}

export interface AuthResponse {
  readonly body: object;
  readonly setCookies: readonly string[];
}

type Input<Form extends SignInFormName> = z.output<(typeof signInForms)[Form]>;

const resetMilliseconds = 200;

export class AuthService {
  readonly #parts: AuthServiceDeps;

  constructor(parts: AuthServiceDeps) {
    this.#parts = parts;
  }

  async submit(form: SignInFormName, given: unknown, client: ClientInfo): Promise<AuthResponse> {
    const definition = { input: signInForms[form] };
    const input = parseInput({ definition }, () => given ?? {}) as Readonly<Record<string, unknown>>;
    const attempt = { form, account: throttledAccount(input, client), network: client.network };
    await this.#parts.loginThrottle.begin(attempt);
    const response = await this.#handlers[form](input as never, client);
    await this.#parts.loginThrottle.succeeded(attempt);
    return response;
  }

  /** The current session and the available ways to sign in. Renews the session like any other call. */
  async session(client: ClientInfo): Promise<AuthResponse> {
    const { sessionAuth, loginThrottle, waysIn } = this.#parts;
    await loginThrottle.begin({ form: 'get-session', account: '', network: client.network });
    const { body, setCookies } = await this.#call('get-session', client);
    const user = body?.['user'] as AuthUser | undefined;
    const session = body?.['session'] as { id: string; expiresAt: string } | undefined;
    if (user === undefined || session === undefined)
      return { body: { user: null, session: null, waysIn }, setCookies };
    const { id } = session;
    const renewal = await sessionAuth.renew(id, sessionAuth.tokenIn(client.cookies) ?? '');
    const { expiresAt } = renewal ?? session;
    return {
      body: { user: presentUser(user), session: { id, expiresAt }, waysIn },
      setCookies: renewal === null ? setCookies : [...setCookies, renewal.cookie],
    };
  }

  async handleCallback(provider: string, query: string, client: ClientInfo): Promise<BetterAuthResponse> {
    await this.#parts.loginThrottle.begin({ form: 'callback', account: '', network: client.network });
    return this.#call(`callback/${provider}`, client, { query });
  }

  /** Handles a verification link from a mail without creating a session; throws if the link is not valid. */
  async verifyAddress(token: string, client: ClientInfo): Promise<void> {
    await this.#parts.loginThrottle.begin({ form: 'verify-email', account: '', network: client.network });
    if (isAddressChangeToken(token)) await confirmAddressChange(this.#parts.db, token, client.address);
    else await this.#call('verify-email', client, { query: `?token=${encodeURIComponent(token)}` });
  }

  async #call(
    form: string,
    { address, userAgent, cookies }: ClientInfo,
    { query = '', input, provesAddress = false, db = this.#parts.db }: CallOptions = {},
  ): Promise<BetterAuthResponse> {
    const { auth } = this.#parts;
    const response = await auth.handle({
      context: { db, form, address, provesAddress },
      query,
      ...(input === undefined ? {} : { input }),
      cookies,
      userAgent,
    });
    const refusal = toResponseError(response);
    if (refusal !== null) throw refusal;
    return response;
  }

  async #submitAndConfirm(
    form: SignInFormName,
    client: ClientInfo,
    input: object,
    db: Postgres = this.#parts.db,
  ): Promise<AuthResponse> {
    const { setCookies } = await this.#call(form, client, { input: { ...input }, db });
    return { body: { success: true }, setCookies };
  }

  readonly #handlers: {
    [Form in SignInFormName]: (input: Input<Form>, client: ClientInfo) => Promise<AuthResponse>;
  } = {
    'sign-up/email': async ({ invitationToken = null, ...input }, client) => {
      const { isInvited, isMailed } =
        invitationToken === null
          ? { isInvited: false, isMailed: false }
          : await this.#parts.checkInvitation(this.#parts.db, input.email, invitationToken);
      assertSignUpAllowed(this.#parts.waysIn.signUp, isInvited);
      await this.#call('sign-up/email', client, { input, provesAddress: isMailed });
      return { body: { success: true }, setCookies: [] };
    },

    'sign-in/email': async (input, client) => {
      try {
        const options = { input: { ...input, email: toBetterAuthEmail(input.email) } };
        const { body, setCookies } = await this.#call('sign-in/email', client, options);
        return { body: { user: presentUser(body?.['user'] as AuthUser) }, setCookies };
      } catch (error) {
        const { db } = this.#parts;
        const { address } = client;
        if (error instanceof MagpieError)
          await addAuditEntry(db, { act: 'session.failed', actorId: null, subject: input.email, address });
        throw error;
      }
    },

    'sign-in/social': async ({ provider }, client) => {
      const input = { provider, callbackURL: `${this.#parts.site()}/`, disableRedirect: true };
      const { body, setCookies } = await this.#call('sign-in/social', client, { input });
      return { body: { url: body?.['url'] }, setCookies };
    },

    'sign-out': async (_input, client) => {
      const response = await this.#submitAndConfirm('sign-out', client, {});
      this.#parts.sessionAuth.clear();
      return response;
    },

    'request-password-reset': async (input, client) => {
      // A constant duration does not reveal whether a mail was sent.
      const [response] = await Promise.all([
        this.#submitAndConfirm('request-password-reset', client, input),
        sleep(resetMilliseconds),
      ]);
      return response;
    },

    'reset-password': async (input, client) => {
      const response = await this.#parts.db.transaction((tx) =>
        this.#submitAndConfirm('reset-password', client, input, tx),
      );
      this.#parts.sessionAuth.clear();
      return response;
    },

    'send-verification-email': (input, client) =>
      this.#submitAndConfirm('send-verification-email', client, input),

    'change-password': async ({ currentPassword, newPassword }, client) => {
      const { userId } = requireCaller(client);
      const old = await this.#checkPassword(currentPassword, client);
      if (old === null)
        throw new MagpieError(
          'BAD_REQUEST',
          'This account has no password; set one at /api/auth/set-password.',
        );
      const digest = await hashPassword(newPassword);
      return this.#withNewPassword(client, async (tx) => {
        if (!(await changePassword(tx, { userId, old, digest }))) throw wrongPassword();
      });
    },

    'set-password': async ({ newPassword }, client) => {
      const caller = requireCaller(client);
      const digest = await hashPassword(newPassword);
      return this.#withNewPassword(client, async (tx) => {
        if (!(await maySetPassword(tx, findSessionId(caller) ?? '')))
          throw new MagpieError(
            'CONFLICT',
            'This account already has a password; change it at /api/auth/change-password.',
          );
        await setPassword(tx, { id: newUserId(), userId: caller.userId, digest });
      });
    },

    'change-email': async ({ newEmail, currentPassword = '' }, client) => {
      const password = await this.#checkPassword(currentPassword, client);
      const { db, site } = this.#parts;
      await requestAddressChange(db, { caller: requireCaller(client), newEmail, password, site: site() });
      return { body: { success: true }, setCookies: [] };
    },

    'update-user': (input, client) => this.#submitAndConfirm('update-user', client, input),
  };

  /** Verifies the current password and returns its digest; null if none is set. A wrong one is audited. */
  async #checkPassword(password: string, client: ClientInfo): Promise<string | null> {
    const { db } = this.#parts;
    const caller = requireCaller(client);
    const digest = await findPassword(db, caller.userId);
    if (digest === null || (await isPassword(password, digest))) return digest;
    const actor = toActor({ caller, address: client.address });
    await addAuditEntry(db, { ...actor, act: 'session.failed', subject: await findEmail(db, caller.userId) });
    throw wrongPassword();
  }

  /** Changes a password, and ends all links that could set one and all other sessions. */
  async #withNewPassword(client: ClientInfo, change: (tx: Postgres) => Promise<void>): Promise<AuthResponse> {
    const by = { caller: requireCaller(client), address: client.address };
    await this.#parts.db.transaction(async (tx) => {
      await endLinks(tx, by.caller.userId);
      await change(tx);
      await addAuditEntry(tx, { ...toActor(by), act: 'password.changed' });
      await endOtherSessions(tx, by);
    });
    this.#parts.sessionAuth.clear();
    return { body: { success: true }, setCookies: [] };
  }
}

function throttledAccount({ email }: Readonly<Record<string, unknown>>, { caller }: ClientInfo): string {
  return typeof email === 'string' ? email : `user:${caller?.userId ?? ''}`;
}

interface CallOptions {
  readonly query?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly provesAddress?: boolean;
  readonly db?: Postgres;
}

interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

function presentUser({ id, email, name, emailVerified }: AuthUser): object {
  return { id, email: fromBetterAuthEmail(email), name: name === '' ? null : name, emailVerified };
}

/** Independent of whether the address has an account. */
function assertSignUpAllowed(signUp: SignInOptions['signUp'], isInvited: boolean): void {
  if (signUp === 'open' || (signUp === 'invited' && isInvited)) return;
  const message =
    signUp === 'invited'
      ? 'You need an invitation to create an account: send the invitationToken from the invitation link, and the invited address.'
      : 'Sign-up is disabled on this instance; contact its administrator.';
  throw new MagpieError('FORBIDDEN', message);
}

function requireCaller({ caller }: ClientInfo): Caller {
  if (caller === null) throw new MagpieError('UNAUTHORIZED', 'Sign in first.');
  return caller;
}
