import type { SignInForm, Team, WaysIn } from '@magpie/contract';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { queryOptions } from '@tanstack/react-query';
import { signedOutSentence, tellSignedOut } from './session.ts';

/** A refusal of a form, in the words of the server. */
export class FormRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends one of the forms by which people sign up, in and out. Its answer sets the cookie. */
export async function submitForm<Answer = unknown>(form: SignInForm, input: object = {}): Promise<Answer> {
  const sent = fetch(`/api/auth/${form}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  try {
    return await answerOf<Answer>(sent);
  } catch (error) {
    // Who signs in with a wrong password was not signed in before.
    if (!(error instanceof FormRefused) || error.status !== 401 || form.startsWith('sign-in/')) throw error;
    tellSignedOut();
    throw new FormRefused(401, signedOutSentence);
  }
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked.catch(() => {
    throw new FormRefused(0, 'The server did not answer. Check the connection and try again.');
  });
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  if (!response.ok) throw new FormRefused(response.status, sentenceIn(response, body?.error?.message));
  return body as Answer;
}

function sentenceIn({ status, headers }: Response, told: string | undefined): string {
  const seconds = retryAfterSeconds(headers.get('retry-after'));
  if (status === 429 && seconds !== null) return tooMany(seconds);
  return told ?? 'This did not work. Try again.';
}

/** Nobody counts nine hundred seconds. */
export function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 90 ? `${seconds} seconds` : `${minutes} minutes`;
  return `There were too many attempts. Try again in ${wait}.`;
}

export function signOut(): Promise<unknown> {
  return submitForm('sign-out');
}

export interface Session {
  readonly user: { readonly email: string } | null;
  /** Absent where the server does not tell. */
  readonly waysIn?: WaysIn;
}

/** Who is signed in, and how people come in here; answered to everybody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => answerOf<Session>(fetch('/api/auth/get-session')),
});

export interface Invitation {
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: string;
  readonly hasAccount: boolean;
}

/** What the link of an invitation is for. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => answerOf<Invitation>(fetch(`/api/invitations/${encodeURIComponent(token)}`)),
  });
}
