import type { SignInForm } from '@magpie/contract';

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
  const response = await fetch(`/api/auth/${form}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new FormRefused(0, 'The server did not answer. Check the connection and try again.');
  });
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  if (!response.ok)
    throw new FormRefused(response.status, body?.error?.message ?? 'This did not work. Try again.');
  return body as Answer;
}

export function signOut(): Promise<unknown> {
  return submitForm('sign-out');
}
