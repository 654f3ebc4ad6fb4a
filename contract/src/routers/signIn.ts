import { z } from 'zod';
import { passwordLength, textLimits } from '../limits.ts';
import { email, fields, flag, text } from '../values/fields.ts';

/** The bodies of `/api/auth/…` requests: not procedures, because their responses set cookies. */

/** Not trimmed or normalized, and never included in a message. */
const password = z
  .string({ error: `must be text of ${passwordLength.min} to ${passwordLength.max} characters` })
  .check((payload) => {
    const { length } = payload.value;
    if (length >= passwordLength.min && length <= passwordLength.max) return;
    const message = `must be ${passwordLength.min} to ${passwordLength.max} characters, got ${length}`;
    payload.issues.push({ code: 'custom', message, input: undefined, continue: false });
  });

/** An existing password, possibly set under older rules. */
const knownPassword = z
  .string({ error: 'must be text' })
  .max(1000, { error: 'must be at most 1000 characters' });

/** The first owner starts with an address that cannot receive mail. */
const signInEmail = z.union([z.literal('owner@localhost'), email], {
  error: 'must be an e-mail address of at most 254 characters',
});

const personName = text({ min: 0, max: textLimits.name });
const token = text({ max: 2000 });
const provider = z.enum(['google', 'github', 'microsoft', 'oidc']);

export const signInForms = {
  'sign-up/email': fields({
    email,
    password,
    name: personName.default(''),
    invitationToken: text({ max: 255 }).optional(),
  }),
  'sign-in/email': fields({ email: signInEmail, password: knownPassword, rememberMe: flag.default(true) }),
  'sign-in/social': fields({ provider }),
  'sign-out': fields({}),
  'request-password-reset': fields({ email }),
  'reset-password': fields({ token, newPassword: password }),
  'send-verification-email': fields({ email }),
  'change-password': fields({ currentPassword: knownPassword, newPassword: password }),
  'set-password': fields({ newPassword: password }),
  'change-email': fields({ newEmail: email, currentPassword: knownPassword.optional() }),
  'update-user': fields({ name: personName }),
} as const;

export type SignInFormName = keyof typeof signInForms;

/** The sign-in options of this instance, public at `GET /api/auth/get-session`. */
export interface SignInOptions {
  readonly providers: readonly z.infer<typeof provider>[];
  readonly signUp: 'open' | 'invited' | 'closed';
  /** Whether mail is sent; otherwise it is written to files for the operator. */
  readonly sendsMail: boolean;
}
