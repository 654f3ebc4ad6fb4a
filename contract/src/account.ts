import { z } from 'zod';
import { isoTime } from './dates.ts';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { count, recordId, Success } from './records.ts';
import { choice, fields, id, list, text } from './values.ts';
import { must } from './wording.ts';

const appScope = choice(['read', 'write']);

/** The address of an authorization request, in base64url: it passes through pages that would rewrite its query. */
const appRequest = text({ max: 10_000 }).describe('As the address of the page /connect has it.');

/** What a person is shown of an app before allowing or revoking it. */
const app = {
  name: z.string().describe('As the app calls itself.'),
  host: z
    .string()
    .nullable()
    .describe('The host that vouches for the name; null for an app that registered itself.'),
  redirectHost: z.string().describe('Where the browser goes with the answer.'),
  isLocal: z.boolean().describe('Whether the app runs on the computer of whoever allows it.'),
};

export const account = {
  get: query({
    summary: 'Tell who the caller is.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.strictObject({
      userId: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      emailVerified: z.boolean(),
      isOwner: z.boolean().describe('Whether the caller owns this instance.'),
      hasPassword: z.boolean(),
      createdAt: isoTime,
    }),
    extension: true,
  }),

  listSessions: query({
    summary: "List the caller's sessions, those in use last first.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(
      z.strictObject({
        id: z.string(),
        current: z.boolean().describe('Whether it is the one that asks.'),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        createdAt: isoTime,
        lastUsedAt: isoTime,
        expiresAt: isoTime,
      }),
    ),
    extension: true,
  }),

  endSession: mutation({
    summary: 'End one session of the caller at once.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id: text({ max: 255 }) })),
    output: Success,
    extension: true,
  }),

  endOtherSessions: mutation({
    summary: 'End every session of the caller but the one that asks.',
    access: 'write',
    limit: 'write',
    destroys: true,
    input: noInput,
    output: z.strictObject({ ended: count }),
    extension: true,
  }),

  getAppRequest: query({
    summary: 'Get what an app asks for, before it is allowed to act for the caller; for sessions only.',
    access: 'read',
    limit: 'read',
    refuses: [422],
    input: parameters(fields({ request: appRequest })),
    output: z.strictObject({
      ...app,
      scopes: z.array(appScope).describe('None: the request is wrong, as refusal says.'),
      refusal: z.string().nullable(),
      declineUrl: z.url().describe('Where the browser goes when the request is not allowed.'),
    }),
    extension: true,
  }),

  connectApp: mutation({
    summary: 'Allow an app to use /mcp for the caller; for sessions only.',
    access: 'write',
    limit: 'write',
    refuses: [422],
    input: parameters(
      fields({
        request: appRequest,
        scopes: list(appScope, appScope.options.length)
          .refine((given) => given.includes('read'), {
            error: (issue) => must("hold 'read', and may hold 'write'", issue.input),
          })
          .describe('Never more than the request asks for.'),
      }),
    ),
    output: z.strictObject({ redirectUrl: z.url().describe('Takes the authorization code to the app.') }),
    showsSecret: true,
    extension: true,
  }),

  listApps: query({
    summary: 'List the apps that may use /mcp for the caller, the newest first.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(
      z.strictObject({
        id: recordId,
        ...app,
        scopes: z.array(appScope),
        createdAt: isoTime,
        lastUsedAt: isoTime.nullable(),
        expiresAt: isoTime.describe('When it has to be allowed again, unless it is used before.'),
      }),
    ),
    extension: true,
  }),

  disconnectApp: mutation({
    summary: 'Take back what an app was allowed; its tokens are refused at once.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id })),
    output: Success,
    extension: true,
  }),

  export: mutation({
    summary: 'Get a link to everything of the caller in one archive; it works for ten minutes.',
    access: 'write',
    limit: 'write',
    input: noInput,
    output: z.strictObject({ url: z.url(), expiresAt: isoTime }),
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete the caller and everything of theirs, for good.',
    access: 'write',
    limit: 'write',
    destroys: true,
    input: parameters(
      fields({
        confirmation: text({ max: 254 }).describe("The caller's own e-mail address, as a confirmation."),
      }),
    ),
    output: Success,
    extension: true,
  }),
};
