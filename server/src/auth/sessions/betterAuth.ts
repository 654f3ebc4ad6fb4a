import type { BetterAuthOptions } from 'better-auth';
import { type AdapterFactory, createAdapterFactory, type DBTransactionAdapter } from 'better-auth/adapters';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Logger } from '../../config/log.ts';
import { type Mail, queueMail } from '../../integrations/mail/outbox.sql.ts';
import { revokeUserKeys } from '../apiKeys.sql.ts';
import { deleteUserApps } from '../oauth/oauth.sql.ts';
import { addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { markVerified } from '../people.sql.ts';
import { newUserId } from '../../rpc/secret.ts';
import {
  type Auth,
  type BetterAuthResponse,
  type AuthRequest,
  type AuthDeps,
  isInternalEmail,
  fromBetterAuthEmail,
  AuthContexts,
  hashPassword,
  isPassword,
} from './auth.ts';
import { alreadyHereMail, resetMail, verificationMail } from './mails.ts';
import { sessionSeconds } from './sessionAuth.ts';
import { createRecordStore } from './store.ts';

const linkSeconds = 60 * 60;
const addressHeader = 'x-magpie-address';

/** The only module that calls better-auth. */
export function openAuth(parts: AuthDeps): Auth {
  const contexts = new AuthContexts();
  let ready: Handler | undefined;
  let withProvider: Promise<Handler | null> | undefined;
  /** An unreachable provider affects only its own users; the next request tries again. */
  const openProvider = async (): Promise<Handler | null> => {
    withProvider ??= openOidc(parts, contexts);
    let opened: Handler | null = null;
    try {
      opened = await withProvider;
    } finally {
      if (opened === null) withProvider = undefined;
    }
    return opened;
  };
  return {
    handle: async (request) => {
      const needsProvider =
        parts.config.oidcIssuer !== null &&
        (request.context.form === 'callback/oidc' || request.input?.['provider'] === 'oidc');
      const handler = needsProvider
        ? await openProvider()
        : (ready ??= betterAuth(createOptions(parts, contexts)));
      if (handler === null) return { status: 503, body: null, setCookies: [], location: null };
      return contexts.during(request.context, async () =>
        toBetterAuthResponse(await handler.handler(buildRequest(parts, request))),
      );
    },
  };
}

interface Handler {
  handler(request: Request): Promise<Response>;
}

const discoveryTimeoutMilliseconds = 10_000;

async function openOidc(parts: AuthDeps, contexts: AuthContexts): Promise<Handler | null> {
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
  const opened = betterAuth({ ...createOptions(parts, contexts), plugins: [plugin] });
  const isConfigured = opened.$context.then(({ socialProviders }) =>
    socialProviders.some(({ id }) => id === 'oidc'),
  );
  const tooLate = new Promise<false>((resolve) => {
    setTimeout(resolve, discoveryTimeoutMilliseconds, false).unref();
  });
  return (await Promise.race([isConfigured, tooLate])) ? opened : null;
}

function createOptions(parts: AuthDeps, contexts: AuthContexts) {
  const { config, secret, site, log } = parts;
  return {
    appName: 'Magpie',
    baseURL: `${site()}/api/auth`,
    trustedOrigins: [new URL(site()).origin],
    secret,
    database: createDatabase(contexts),
    emailAndPassword: passwordOptions(parts, contexts),
    emailVerification: {
      sendOnSignUp: config.smtpUrl !== null,
      sendOnSignIn: config.smtpUrl !== null,
      expiresIn: linkSeconds,
      sendVerificationEmail: async ({ user, token }) => {
        // Already verified by the mailed invitation link.
        if (contexts.current.form === 'sign-up/email' && user.emailVerified) return;
        await sendMail(
          contexts,
          verificationMail({ site: site(), to: fromBetterAuthEmail(user.email), token }),
        );
      },
    },
    // SessionAuth renews sessions.
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: {
      accountLinking: { enabled: true, requireLocalEmailVerified: true, allowDifferentEmails: false },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: 'hashed' },
    user: {
      validateUserInfo: async ({ user, source }) => {
        if (source.method === 'email-password') return undefined;
        if (isInternalEmail(String(user.email))) return { error: 'email_not_verified' };
        if (source.action !== 'create-user') return undefined;
        if (user.emailVerified !== true) return { error: 'email_not_verified' };
        return (await parts.mayJoin(String(user.email))) ? undefined : { error: 'signup_disabled' };
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: { ...user, image: null, ...verified(contexts) },
          }),
        },
      },
    },
    socialProviders: toProviders(config),
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message, ...rest) => forwardLog(log, level, message, rest) },
    onAPIError: { throw: true, errorURL: `${site()}/sign-in/failed` },
    advanced: {
      cookiePrefix: 'magpie',
      // The HTTP layer sets the Secure attribute for each response.
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newUserId(), validateSchema: false },
    },
  } satisfies BetterAuthOptions;
}

function passwordOptions({ config, site, deleteAlertsOf }: AuthDeps, contexts: AuthContexts) {
  return {
    enabled: true,
    // Otherwise the response to a sign-up would reveal whether the address has an account.
    autoSignIn: false,
    requireEmailVerification: config.smtpUrl !== null,
    minPasswordLength: 10,
    maxPasswordLength: 200,
    password: {
      hash: hashPassword,
      verify: async ({ hash, password }) => {
        const isRight = await isPassword(password, hash);
        if (isRight) contexts.current.verified.password = hash;
        return isRight;
      },
    },
    onExistingUserSignUp: ({ user }) =>
      sendMail(contexts, alreadyHereMail({ site: site(), to: fromBetterAuthEmail(user.email) })),
    sendResetPassword: ({ user, token }) =>
      sendMail(contexts, resetMail({ site: site(), to: fromBetterAuthEmail(user.email), token })),
    onPasswordReset: ({ user }) => revokeEarlierAccess(contexts, user, deleteAlertsOf),
    resetPasswordTokenExpiresIn: linkSeconds,
    revokeSessionsOnPasswordReset: true,
  } satisfies BetterAuthOptions['emailAndPassword'];
}

/**
 * The reset link proves control of the mailbox. Someone else may have created the account before, so keys, apps and
 * rules that would keep their access are removed.
 */
async function revokeEarlierAccess(
  contexts: AuthContexts,
  {
    id,
    email,
    emailVerified,
  }: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
  deleteAlertsOf: AuthDeps['deleteAlertsOf'],
): Promise<void> {
  if (emailVerified) return;
  await contexts.inTransaction(async (tx) => {
    await deleteAlertsOf(tx, id);
    const by = { actorId: id, address: contexts.current.address };
    for (const keyId of await revokeUserKeys(tx, id))
      await addAuditEntry(tx, { ...by, act: 'key.revoked', subject: `key:${keyId}` });
    for (const appId of await deleteUserApps(tx, id))
      await addAuditEntry(tx, { ...by, act: 'app.disconnected', subject: `app:${appId}` });
    if (await markVerified(tx, id))
      await addAuditEntry(tx, { ...by, act: 'email.verified', subject: fromBetterAuthEmail(email) });
  });
}

function sendMail(contexts: AuthContexts, mail: Mail): Promise<void> {
  return contexts.inTransaction((tx) => queueMail(tx, mail));
}

function verified({ current }: AuthContexts): { emailVerified?: true } {
  return current.provesAddress ? { emailVerified: true } : {};
}

function createDatabase(contexts: AuthContexts): AdapterFactory<BetterAuthOptions> {
  const store = createRecordStore(contexts);
  let adapter: DBTransactionAdapter | undefined;
  const factory = createAdapterFactory({
    config: {
      adapterId: 'magpie',
      supportsNumericIds: false,
      // Writes find their transaction through the auth context.
      transaction: (work) =>
        contexts.inTransaction(() => {
          if (adapter === undefined) throw new Error('transaction started before the adapter was created');
          return work(adapter);
        }),
    },
    adapter: () => store as unknown as ReturnType<Parameters<typeof createAdapterFactory>[0]['adapter']>,
  });
  return (options) => (adapter = factory(options));
}

function toProviders({ googleClient, githubClient, microsoftClient }: AuthDeps['config']) {
  return {
    ...(googleClient === null ? {} : { google: toProvider(googleClient) }),
    ...(githubClient === null ? {} : { github: toProvider(githubClient) }),
    ...(microsoftClient === null ? {} : { microsoft: toProvider(microsoftClient) }),
  };
}

function toProvider({ id, secret }: { readonly id: string; readonly secret: string }) {
  return { clientId: id, clientSecret: secret };
}

/** Logged at debug level: most messages are client errors, and our own errors are thrown and logged with the request. */
function forwardLog(log: Logger, level: string, message: string, rest: readonly unknown[]): void {
  const cause = rest.find((one) => one instanceof Error);
  log.debug({ said: level, ...(cause === undefined ? {} : { err: cause }) }, `better-auth: ${message}`);
}

/** Builds a new request, so that no unexpected header of the client reaches better-auth. */
function buildRequest(
  { site }: AuthDeps,
  { context, query = '', input, cookies, userAgent }: AuthRequest,
): Request {
  const headers = new Headers({
    origin: new URL(site()).origin,
    'user-agent': userAgent,
    [addressHeader]: context.address,
  });
  if (cookies !== undefined) headers.set('cookie', cookies);
  const address = `${site()}/api/auth/${context.form}${query}`;
  if (input === undefined) return new Request(address, { headers });
  headers.set('content-type', 'application/json');
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(input) });
}

async function toBetterAuthResponse(response: Response): Promise<BetterAuthResponse> {
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as BetterAuthResponse['body']),
    setCookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  };
}
