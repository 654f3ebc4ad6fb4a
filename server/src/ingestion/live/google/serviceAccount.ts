import { createPrivateKey, createSign } from 'node:crypto';
import { getPath, readCount, readString } from '@magpie/sources/mapping/fields';
import { attemptsExhausted, ConnectorRefused, type ConnectorTools, describeState } from '../connector.ts';
import { isTransient, requestJson, withRetries } from '../fetchJson.ts';

export interface ServiceAccount {
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly privateKeyId: string | null;
  readonly projectId: string;
}

/** The account of a JSON key as Google Cloud creates it; null if the text is no such key. */
export function parseServiceAccount(json: string): ServiceAccount | null {
  try {
    const key: unknown = JSON.parse(json);
    const clientEmail = readString(getPath(key, 'client_email'), 300);
    const projectId = readString(getPath(key, 'project_id'), 100);
    const privateKey = readString(getPath(key, 'private_key'), 10_000);
    if (clientEmail === null || projectId === null || privateKey === null) return null;
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') return null;
    return {
      clientEmail,
      projectId,
      privateKey,
      privateKeyId: readString(getPath(key, 'private_key_id'), 200),
    };
  } catch {
    return null;
  }
}

const scope = 'https://www.googleapis.com/auth/bigquery.readonly';
/** The longest lifetime that Google accepts. */
const assertionSeconds = 3600;

/** A JSON Web Token, signed by the account, that Google exchanges for an access token. */
function createAssertion(account: ServiceAccount, audience: string, now: number): string {
  const issuedAt = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(account.privateKeyId && { kid: account.privateKeyId }) };
  const claims = {
    iss: account.clientEmail,
    scope,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createSign('RSA-SHA256').update(signed).sign(account.privateKey, 'base64url');
  return `${signed}.${signature}`;
}

const retries = { name: 'Google', maxTries: 4, firstWait: 2000 };
/** A token that expires during a request would be rejected. */
const expiryMargin = 60_000;

export interface AccessTokens {
  current(): Promise<string>;
  /** After the API rejected the current one. */
  discard(): void;
}

/** Access tokens of a service account, each used until shortly before it expires. */
export function createAccessTokens(
  account: ServiceAccount,
  tokenUrl: string,
  tools: ConnectorTools,
): AccessTokens {
  let token: { readonly text: string; readonly endsAt: number } | null = null;
  return {
    async current() {
      if (token === null || token.endsAt - expiryMargin <= tools.now())
        token = await requestToken(account, tokenUrl, tools);
      return token.text;
    },
    discard() {
      token = null;
    },
  };
}

async function requestToken(account: ServiceAccount, tokenUrl: string, tools: ConnectorTools) {
  const response = await withRetries(tools, retries, () => {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: createAssertion(account, tokenUrl, tools.now()),
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return requestJson(tools, {}, tokenUrl, { method: 'POST', headers, body: form.toString() });
  });
  const { status, value } = response;
  const text = readString(getPath(value, 'access_token'), 4000);
  if (status === 200 && text !== null) {
    const seconds = readCount(getPath(value, 'expires_in')) ?? 3600;
    return { text, endsAt: tools.now() + seconds * 1000 };
  }
  if (isTransient(status)) throw attemptsExhausted(`Google ${describeState(status)}`, retries.maxTries);
  const parts = ['error', 'error_description'].map((name) => readString(getPath(value, name), 300));
  const reason = parts.filter((part) => part !== null).join(': ');
  throw new ConnectorRefused(
    `Google issued no access token for this service account${reason === '' ? '' : ` (${reason})`}; check that its key is not deleted and that the clock of this machine is right, or create a new key.`,
    { retryable: false },
  );
}
