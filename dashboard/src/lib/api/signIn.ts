import type { SignInFormName, Team, SignInOptions } from '@magpie/contract';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { libCopy } from '../copy.ts';

let onSessionEnd: () => void = () => undefined;

export function onSignedOut(callback: () => void): void {
  onSessionEnd = callback;
}

/** Called when the server no longer accepts the session cookie. */
export function notifySignedOut(): void {
  onSessionEnd();
}

/** A rejected form, with the server's message. */
export class FormError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends one of the forms for signing up, in or out. The response sets the session cookie. */
export async function submitForm<Result = unknown>(
  form: SignInFormName,
  input: object = {},
): Promise<Result> {
  const request = fetch(`/api/auth/${form}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  try {
    return await readResponse<Result>(request);
  } catch (error) {
    // A wrong password while signing in does not end a session.
    if (!(error instanceof FormError) || error.status !== 401 || form.startsWith('sign-in/')) throw error;
    notifySignedOut();
    throw new FormError(401, libCopy.signedOut);
  }
}

/** The JSON of a response; throws a FormError for any other status than 2xx. */
export async function readResponse<Result>(request: Promise<Response>): Promise<Result> {
  const response = await request.catch(() => {
    throw new FormError(0, libCopy.noResponse);
  });
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  if (!response.ok) throw new FormError(response.status, describeFailure(response, body?.error?.message));
  return body as Result;
}

function describeFailure({ status, headers }: Response, message: string | undefined): string {
  const seconds = retryAfterSeconds(headers.get('retry-after'));
  if (status === 429 && seconds !== null) return libCopy.tooManyAttempts(seconds);
  return message ?? libCopy.unknownError;
}

export function signOut(): Promise<unknown> {
  return submitForm('sign-out');
}

export interface Session {
  readonly user: { readonly email: string } | null;
  /** Absent in responses of older servers. */
  readonly waysIn?: SignInOptions;
}

/** The current user and the available sign-in methods; needs no session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => readResponse<Session>(fetch('/api/auth/get-session')),
});

/** Whether the server sends mail; true until loaded. */
export function useSendsMail(): boolean {
  return useQuery(sessionQuery).data?.waysIn?.sendsMail ?? true;
}

export interface Invitation {
  readonly teamName: string;
  /** Null: an invite link, which is for anyone. */
  readonly email: string | null;
  readonly role: Team['role'];
  readonly expiresAt: string;
  readonly hasAccount: boolean;
}

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => readResponse<Invitation>(fetch(`/api/invitations/${encodeURIComponent(token)}`)),
  });
}
