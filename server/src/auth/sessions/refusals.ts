import { type ErrorCode, MagpieError } from '@magpie/contract/errors';
import type { BetterAuthResponse } from './auth.ts';

const wrongAddressOrPassword = ['UNAUTHORIZED', 'The e-mail address or password is incorrect.'] as const;

const invalidLink = [
  'BAD_REQUEST',
  'This link was already used, has expired or is incomplete; request a new one.',
] as const;

const errorsByCode: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  INVALID_EMAIL_OR_PASSWORD: wrongAddressOrPassword,
  EMAIL_NOT_VERIFIED: [
    'FORBIDDEN',
    'This address is not verified yet; open the link in the mail that we just sent to it.',
  ],
  INVALID_TOKEN: invalidLink,
  TOKEN_EXPIRED: invalidLink,
  USER_NOT_FOUND: invalidLink,
  EMAIL_ALREADY_VERIFIED: ['CONFLICT', 'This address is already verified.'],
  EMAIL_MISMATCH: ['BAD_REQUEST', 'This is not the address of your account.'],
  FAILED_TO_CREATE_USER: ['CONFLICT', 'The account could not be created; try again.'],
  PROVIDER_NOT_FOUND: ['BAD_REQUEST', 'Sign-in with this provider is not configured.'],
};

const errorsByStatus: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  401: ['UNAUTHORIZED', 'Sign in first.'],
  403: ['FORBIDDEN', 'This is not allowed.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  503: ['SERVICE_UNAVAILABLE', 'The provider is not responding; try again in a few seconds.'],
};

export function invalidCredentials(): MagpieError {
  return new MagpieError(...wrongAddressOrPassword);
}

export function wrongPassword(): MagpieError {
  return new MagpieError('BAD_REQUEST', 'The current password is incorrect.');
}

export function toResponseError({ status, body }: BetterAuthResponse): MagpieError | null {
  if (status < 400) return null;
  const [code, message] = errorsByCode[String(body?.['code'])] ??
    errorsByStatus[status] ?? ['BAD_REQUEST', 'The request is not valid.'];
  if (status >= 500 && status !== 503) throw new Error(`better-auth responded with status ${status}`);
  return new MagpieError(code, message, status === 503 ? { retryAfter: 10 } : {});
}

const failures: Readonly<Record<string, string>> = {
  signup_disabled: 'You have no account here and need an invitation to create one.',
  email_not_verified: 'The provider has not verified your e-mail address; verify it there and try again.',
  account_not_linked: 'An account with your e-mail address already exists; sign in the way you did before.',
  email_not_found: 'The provider did not share your e-mail address, which is required.',
  access_denied: 'Sign-in was cancelled at the provider.',
};

export function providerErrorMessage(error: string): string {
  return failures[error] ?? 'Sign-in with the provider failed; try again.';
}
