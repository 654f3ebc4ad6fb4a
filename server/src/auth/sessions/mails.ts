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
    text: `Someone, probably you, requested a new password for ${to} at ${site}.

To set it, open this link within one hour:

${site}/reset-password?token=${token}

Or, from a terminal:

${curl(`${site}/api/auth/reset-password`, { token, newPassword: '<10 to 200 characters>' })}

The link works once and ends all sessions. If you did not request this, ignore this mail: your password stays the same.
`,
  };
}

export function verificationMail({ site, to, token }: Links): Mail {
  return {
    to,
    subject: 'Verify your address for Magpie',
    text: `This address was entered for an account at ${site}.

To verify it, open this link within one hour:

${site}/api/auth/verify-email?token=${token}

If this was not you, ignore this mail.
`,
  };
}

/** The sign-up response does not reveal that the account exists; only this mail does. */
export function alreadyHereMail({ site, to }: Omit<Links, 'token'>): Mail {
  return {
    to,
    subject: 'You already have a Magpie account',
    text: `Someone, probably you, tried to create an account for ${to} at ${site}, but it already exists.

Sign in instead. If you forgot the password, request a link to set a new one:

${curl(`${site}/api/auth/request-password-reset`, { email: to })}

If this was not you, ignore this mail.
`,
  };
}

export function newAddressMail({ site, to }: Omit<Links, 'token'>, newEmail: string): Mail {
  return {
    to,
    subject: 'Your Magpie e-mail address is about to change',
    text: `Someone signed in to your account at ${site} requested to change its address from ${to} to ${newEmail}. The change
takes effect when the link sent to the new address is opened.

If this was not you, set a new password, which ends all sessions:

${curl(`${site}/api/auth/request-password-reset`, { email: to })}
`,
  };
}

/** A shell command; escapes apostrophes, which an address may contain. */
function curl(address: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return `curl -H 'Content-Type: application/json' -d '${quoted}' ${address}`;
}
