import type { BetterAuthOptions } from 'better-auth';
import { type AdapterFactory, createAdapterFactory, type DBTransactionAdapter } from 'better-auth/adapters';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Logger } from '../../config/log.ts';
import { type Mail, postMail } from '../../integrations/mail/outbox.sql.ts';
import { revokeKeysOf } from '../apiKeys.sql.ts';
import { deleteAppsOf } from '../oauth/oauth.sql.ts';
import { addAuditEntry } from '../auditLog.sql.ts';
import { markVerified } from '../people.sql.ts';
import { newUserId } from '../secret.ts';
import type { Auth, AuthAnswer, AuthOrder, AuthParts } from './auth.ts';
import { isOursAlone, undotted } from './dotted.ts';
import { alreadyHereMail, resetMail, verificationMail } from './mails.ts';
import { digestOfPassword, isPassword } from './passwords.ts';
import { sessionSeconds } from './sessionCookie.ts';
import { createStore } from './store.ts';
import { AuthContexts } from './authContext.ts';

const linkSeconds = 60 * 60;
const addressHeader = 'x-magpie-address';

/** better-auth: no other file calls it. */
export function openAuth(parts: AuthParts): Auth {
  const visits = new AuthContexts();
  let ready: Handler | undefined;
  let withProvider: Promise<Handler | null> | undefined;
  /** A provider that cannot be reached stops nobody but those who come through it, and is asked again by the next. */
  const openProvider = async (): Promise<Handler | null> => {
    withProvider ??= openOidc(parts, visits);
    let opened: Handler | null = null;
    try {
      opened = await withProvider;
    } finally {
      if (opened === null) withProvider = undefined;
    }
    return opened;
  };
  return {
    handle: async (order) => {
      const needsProvider =
        parts.config.oidcIssuer !== null &&
        (order.visit.form === 'callback/oidc' || order.input?.['provider'] === 'oidc');
      const handler = needsProvider ? await openProvider() : (ready ??= betterAuth(optionsOf(parts, visits)));
      if (handler === null) return { status: 503, body: null, setCookies: [], location: null };
      return visits.during(order.visit, async () => answerOf(await handler.handler(requestOf(parts, order))));
    },
  };
}

interface Handler {
  handler(request: Request): Promise<Response>;
}

const providerMayTakeMilliseconds = 10_000;

/** Null when the provider does not tell about itself. */
async function openOidc(parts: AuthParts, visits: AuthContexts): Promise<Handler | null> {
  const { oidcIssuer, oidcClient } = parts.config;
  if (oidcIssuer === null || oidcClient === null) return null;
  const plugin = genericOAuth({
    config: [
      {
        providerId: 'oidc',
        discoveryUrl: `${oidcIssuer}/.well-known/openid-configuration`,
        clientId: oidcClient.id,
        clientSecret: oidcClient.secret,
        scopes: ['openid', 'email', 'profile'],
        requireIdTokenVerification: true,
      },
    ],
  });
  const opened = betterAuth({ ...optionsOf(parts, visits), plugins: [plugin] });
  const isThere = opened.$context.then(({ socialProviders }) =>
    socialProviders.some(({ id }) => id === 'oidc'),
  );
  const tooLate = new Promise<false>((resolve) => {
    setTimeout(resolve, providerMayTakeMilliseconds, false).unref();
  });
  return (await Promise.race([isThere, tooLate])) ? opened : null;
}

function optionsOf(parts: AuthParts, visits: AuthContexts) {
  const { config, secret, site, log } = parts;
  return {
    appName: 'Magpie',
    baseURL: `${site()}/api/auth`,
    trustedOrigins: [new URL(site()).origin],
    secret,
    database: databaseOf(visits),
    emailAndPassword: passwordOptions(parts, visits),
    emailVerification: {
      sendOnSignUp: config.smtpUrl !== null,
      sendOnSignIn: config.smtpUrl !== null,
      expiresIn: linkSeconds,
      sendVerificationEmail: async ({ user, token }) => {
        // A link that was mailed to them has brought them here.
        if (visits.current.form === 'sign-up/email' && user.emailVerified) return;
        await post(visits, verificationMail({ site: site(), to: undotted(user.email), token }));
      },
    },
    // Which sessions last longer when they are used is decided at the door.
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: {
      accountLinking: { enabled: true, requireLocalEmailVerified: true, allowDifferentEmails: false },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: 'hashed' },
    user: {
      validateUserInfo: async ({ user, source }) => {
        if (source.method === 'email-password') return undefined;
        if (isOursAlone(String(user.email))) return { error: 'email_not_verified' };
        if (source.action !== 'create-user') return undefined;
        if (user.emailVerified !== true) return { error: 'email_not_verified' };
        return (await parts.mayJoin(String(user.email))) ? undefined : { error: 'signup_disabled' };
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: { ...user, image: null, ...verified(visits) },
          }),
        },
      },
    },
    socialProviders: providersOf(config),
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message, ...rest) => tell(log, level, message, rest) },
    onAPIError: { throw: true, errorURL: `${site()}/sign-in/failed` },
    advanced: {
      cookiePrefix: 'magpie',
      // Whether a cookie is for TLS alone is decided for each answer, see the HTTP side.
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newUserId(), validateSchema: false },
    },
  } satisfies BetterAuthOptions;
}

function passwordOptions({ config, site, deleteAlertsOf }: AuthParts, visits: AuthContexts) {
  return {
    enabled: true,
    // So that signing up tells nobody whether an address has an account: whoever signs up then signs in.
    autoSignIn: false,
    requireEmailVerification: config.smtpUrl !== null,
    minPasswordLength: 10,
    maxPasswordLength: 200,
    password: {
      hash: digestOfPassword,
      verify: async ({ hash, password }) => {
        const isRight = await isPassword(password, hash);
        if (isRight) visits.current.shown.password = hash;
        return isRight;
      },
    },
    onExistingUserSignUp: ({ user }) =>
      post(visits, alreadyHereMail({ site: site(), to: undotted(user.email) })),
    sendResetPassword: ({ user, token }) =>
      post(visits, resetMail({ site: site(), to: undotted(user.email), token })),
    onPasswordReset: ({ user }) => takeOver(visits, user, deleteAlertsOf),
    resetPasswordTokenExpiresIn: linkSeconds,
    revokeSessionsOnPasswordReset: true,
  } satisfies BetterAuthOptions['emailAndPassword'];
}

/**
 * The link came from their mailbox. Before that, somebody else may have made an account for the address, and for the
 * account keys and rules, by which to go on reading what is in it.
 */
async function takeOver(
  visits: AuthContexts,
  {
    id,
    email,
    emailVerified,
  }: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
  deleteAlertsOf: AuthParts['deleteAlertsOf'],
): Promise<void> {
  if (emailVerified) return;
  await visits.inTransaction(async (tx) => {
    await deleteAlertsOf(tx, id);
    const by = { actorId: id, address: visits.current.address };
    for (const keyId of await revokeKeysOf(tx, id))
      await addAuditEntry(tx, { ...by, act: 'key.revoked', subject: `key:${keyId}` });
    for (const appId of await deleteAppsOf(tx, id))
      await addAuditEntry(tx, { ...by, act: 'app.disconnected', subject: `app:${appId}` });
    if (await markVerified(tx, id))
      await addAuditEntry(tx, { ...by, act: 'email.verified', subject: undotted(email) });
  });
}

function post(visits: AuthContexts, mail: Mail): Promise<void> {
  return visits.inTransaction((tx) => postMail(tx, mail));
}

function verified({ current }: AuthContexts): { emailVerified?: true } {
  return current.provesAddress ? { emailVerified: true } : {};
}

function databaseOf(visits: AuthContexts): AdapterFactory<BetterAuthOptions> {
  const store = createStore(visits);
  let adapter: DBTransactionAdapter | undefined;
  const factory = createAdapterFactory({
    config: {
      adapterId: 'magpie',
      supportsNumericIds: false,
      // What is written meanwhile finds its transaction by itself.
      transaction: (work) =>
        visits.inTransaction(() => {
          if (adapter === undefined) throw new Error('a transaction before its database');
          return work(adapter);
        }),
    },
    adapter: () => store as unknown as ReturnType<Parameters<typeof createAdapterFactory>[0]['adapter']>,
  });
  return (options) => (adapter = factory(options));
}

function providersOf({ googleClient, githubClient, microsoftClient }: AuthParts['config']) {
  return {
    ...(googleClient === null ? {} : { google: clientOf(googleClient) }),
    ...(githubClient === null ? {} : { github: clientOf(githubClient) }),
    ...(microsoftClient === null ? {} : { microsoft: clientOf(microsoftClient) }),
  };
}

function clientOf({ id, secret }: { readonly id: string; readonly secret: string }) {
  return { clientId: id, clientSecret: secret };
}

/** What it complains of is mostly what callers did; causes of our own are thrown, and told with the request. */
function tell(log: Logger, level: string, message: string, rest: readonly unknown[]): void {
  const cause = rest.find((one) => one instanceof Error);
  log.debug({ said: level, ...(cause === undefined ? {} : { err: cause }) }, `signing in: ${message}`);
}

/** What reaches better-auth is written anew, so that no header of the caller has a meaning that we do not know of. */
function requestOf(
  { site }: AuthParts,
  { visit, query = '', input, cookies, userAgent }: AuthOrder,
): Request {
  const headers = new Headers({
    origin: new URL(site()).origin,
    'user-agent': userAgent,
    [addressHeader]: visit.address,
  });
  if (cookies !== undefined) headers.set('cookie', cookies);
  const address = `${site()}/api/auth/${visit.form}${query}`;
  if (input === undefined) return new Request(address, { headers });
  headers.set('content-type', 'application/json');
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(input) });
}

async function answerOf(response: Response): Promise<AuthAnswer> {
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as AuthAnswer['body']),
    setCookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  };
}
