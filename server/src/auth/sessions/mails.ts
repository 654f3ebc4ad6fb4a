import type { Mail } from '../../integrations/mail/outbox.sql.ts';

interface Links {
  readonly site: string;
  readonly to: string;
  readonly token: string;
}

export function resetMail({ site, to, token }: Links): Mail {
  return {
    to,
    subject: 'Set a new password for Magpie',
    text: `Somebody, most likely you, asked to set a new password for ${to} at ${site}.

Open this link within one hour to do so:

${site}/reset-password?token=${token}

Or, from a terminal:

${curl(`${site}/api/auth/reset-password`, { token, newPassword: '<10 to 200 characters>' })}

The link works once, and ends all sessions. If it was not you, do nothing: the password stays as it is.
`,
  };
}

export function verificationMail({ site, to, token }: Links): Mail {
  return {
    to,
    subject: 'Verify your address for Magpie',
    text: `This address was given for an account at ${site}.

Open this link within one hour to show that it is yours:

${site}/api/auth/verify-email?token=${token}

If you know nothing of it, do nothing.
`,
  };
}

/** Whoever signs up again is told the same as everybody else; only the mailbox says why. */
export function alreadyHereMail({ site, to }: Omit<Links, 'token'>): Mail {
  return {
    to,
    subject: 'You have an account at Magpie already',
    text: `Somebody, most likely you, tried to make an account for ${to} at ${site}, where there is one.

Sign in with it. If you do not know its password, ask for a link to set a new one:

${curl(`${site}/api/auth/request-password-reset`, { email: to })}

If it was not you, do nothing.
`,
  };
}

export function newAddressMail({ site, to }: Omit<Links, 'token'>, newEmail: string): Mail {
  return {
    to,
    subject: 'Your address for Magpie is about to change',
    text: `Somebody who is signed in as you asked to use ${newEmail} instead of ${to} at ${site}. This happens as soon as
the link is opened that was sent there.

If it was not you, set a new password, which ends all sessions:

${curl(`${site}/api/auth/request-password-reset`, { email: to })}
`,
  };
}

/** A line for a terminal; an address may have an apostrophe, which would end what is quoted. */
function curl(address: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return `curl -H 'Content-Type: application/json' -d '${quoted}' ${address}`;
}
