import { z } from 'zod';
import { email, fields, flag, text } from './values.ts';

/**
 * What people send to `/api/auth/…` to sign up, in and out. These are no procedures: their answers set cookies,
 * and most of them are for people who have shown nothing yet.
 */

const shortestPassword = 10;
const longestPassword = 200;

/** Kept exactly as it is typed, and never repeated in a message. */
const password = z
  .string({ error: `must be text of ${shortestPassword} to ${longestPassword} characters` })
  .check((payload) => {
    const { length } = payload.value;
    if (length >= shortestPassword && length <= longestPassword) return;
    const message = `must be ${shortestPassword} to ${longestPassword} characters, got ${length}`;
    payload.issues.push({ code: 'custom', message, input: undefined, continue: false });
  });

/** One that was set earlier, under whichever rules. */
const knownPassword = z
  .string({ error: 'must be text' })
  .max(1000, { error: 'must be at most 1000 characters' });

/** The owner's first address is one that no mail reaches. */
const signInEmail = z.union([z.literal('owner@localhost'), email], {
  error: 'must be an e-mail address of at most 254 characters',
});

const personName = text({ min: 0, max: 120 });
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

export type SignInForm = keyof typeof signInForms;

/** How people come in here, which `GET /api/auth/get-session` tells everybody. */
export interface WaysIn {
  readonly providers: readonly z.infer<typeof provider>[];
  /** Who may make an account. */
  readonly signUp: 'open' | 'invited' | 'closed';
  /** Whether mails are sent; else they are written to files, which only the operator reads. */
  readonly sendsMail: boolean;
}
