import { type ErrorCode, MagpieError } from '@magpie/contract/errors';
import type { AuthAnswer } from './auth.ts';

const wrongAddressOrPassword = ['UNAUTHORIZED', 'The e-mail address or the password is not right.'] as const;

/** What better-auth refuses, in our words. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  INVALID_EMAIL_OR_PASSWORD: wrongAddressOrPassword,
  EMAIL_NOT_VERIFIED: [
    'FORBIDDEN',
    'This address is not verified yet; open the link in the mail that was sent to it just now.',
  ],
  INVALID_TOKEN: ['BAD_REQUEST', 'This link was used, has expired or is not whole; ask for another.'],
  TOKEN_EXPIRED: ['BAD_REQUEST', 'This link was used, has expired or is not whole; ask for another.'],
  USER_NOT_FOUND: ['BAD_REQUEST', 'This link was used, has expired or is not whole; ask for another.'],
  EMAIL_ALREADY_VERIFIED: ['CONFLICT', 'This address is verified already.'],
  EMAIL_MISMATCH: ['BAD_REQUEST', 'This is not the address of your account.'],
  FAILED_TO_CREATE_USER: ['CONFLICT', 'The account could not be made just now; try again.'],
  PROVIDER_NOT_FOUND: ['BAD_REQUEST', 'Signing in with this provider is not set up here.'],
};

const byStatus: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  401: ['UNAUTHORIZED', 'Sign in first.'],
  403: ['FORBIDDEN', 'This is not allowed.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  503: ['SERVICE_UNAVAILABLE', 'The provider does not answer right now; try again in a moment.'],
};

export function wrongSignIn(): MagpieError {
  return new MagpieError(...wrongAddressOrPassword);
}

export function wrongPassword(): MagpieError {
  return new MagpieError('BAD_REQUEST', 'The current password is not right.');
}

export function withoutPassword(): MagpieError {
  return new MagpieError('BAD_REQUEST', 'There is no password yet; set one at /api/auth/set-password.');
}

/** The error that an answer stands for; null when it is none. */
export function refusalOf({ status, body }: AuthAnswer): MagpieError | null {
  if (status < 400) return null;
  const [code, message] = refusals[String(body?.['code'])] ??
    byStatus[status] ?? ['BAD_REQUEST', 'This cannot be done as it was asked for.'];
  if (status >= 500 && status !== 503) throw new Error(`better-auth answered ${status}`);
  return new MagpieError(code, message, status === 503 ? { retryAfter: 10 } : {});
}

/** Why coming back from a provider did not sign anybody in: what better-auth calls it, and what a person is told. */
const failures: Readonly<Record<string, string>> = {
  signup_disabled: 'You have no account here, and can make one only when you are invited.',
  email_not_verified:
    'The provider does not say that your e-mail address is verified, so it cannot be trusted here.',
  account_not_linked:
    'Somebody with your e-mail address has an account here already; sign in to it as you did before.',
  email_not_found: 'The provider does not tell your e-mail address, which is needed here.',
  access_denied: 'The provider was told not to sign you in.',
};

export function whyProviderFailed(error: string): string {
  return failures[error] ?? 'Signing in with the provider did not work; begin again.';
}
