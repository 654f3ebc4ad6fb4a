import { z } from 'zod';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource, unusableContent } from '../records/errorDetails.ts';
import { count, recordId, Success } from '../records/common.ts';
import { isoTime } from '../values/dates.ts';
import { choice, fields, id, list, text } from '../values/fields.ts';
import { logo, logoFile, logoUpload } from '../values/logo.ts';
import { must } from '../values/wording.ts';

const appScope = choice(['read', 'write']);

/** The URL of an authorization request, in base64url so that redirects do not rewrite its query. */
const appRequest = text({ max: 10_000 }).describe('The `request` parameter of the /connect page.');

const app = {
  name: z.string().describe('The name that the app reports.'),
  host: z
    .string()
    .nullable()
    .describe('The host that publishes the app’s metadata; null for an app that registered itself.'),
  redirectHost: z.string().describe('The host that the browser is redirected to.'),
  isLocal: z.boolean().describe("Whether the app runs on the user's own computer."),
};

export const account = {
  get: query({
    summary: "Get the caller's account.",
    input: noInput,
    output: z.strictObject({
      userId: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      emailVerified: z.boolean(),
      isOwner: z.boolean().describe('Whether the caller owns this instance.'),
      hasPassword: z.boolean(),
      logo,
      createdAt: isoTime,
    }),
    extension: true,
  }),

  setLogo: mutation({
    summary: "Set or remove the caller's logo for public boards and shared reports.",
    input: parameters(fields({ file: logoFile })),
    output: z.strictObject({ logo }),
    ...logoUpload,
    extension: true,
  }),

  listSessions: query({
    summary: "List the caller's sessions, most recently used first.",
    input: noInput,
    output: z.array(
      z.strictObject({
        id: z.string(),
        current: z.boolean().describe('Whether it is the session of this request.'),
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
    summary: "End one of the caller's sessions.",
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id: text({ max: 255 }) })),
    output: Success,
    extension: true,
  }),

  endOtherSessions: mutation({
    summary: "End all of the caller's sessions except the current one.",
    isDestructive: true,
    input: noInput,
    output: z.strictObject({ ended: count }),
    extension: true,
  }),

  getAppRequest: query({
    summary:
      'Get the authorization request of an app, to show it before the caller allows it; requires a session.',
    errors: unusableContent,
    input: parameters(fields({ request: appRequest })),
    output: z.strictObject({
      ...app,
      scopes: z.array(appScope).describe('Empty if the request is invalid; refusal has the reason.'),
      refusal: z.string().nullable(),
      declineUrl: z.url().describe('Where to redirect the browser if the caller declines.'),
    }),
    extension: true,
  }),

  connectApp: mutation({
    summary: 'Allow an app to use /mcp on behalf of the caller; requires a session.',
    errors: unusableContent,
    input: parameters(
      fields({
        request: appRequest,
        scopes: list(appScope, appScope.options.length)
          .refine((given) => given.includes('read'), {
            error: (issue) => must("contain 'read' and may contain 'write'", issue.input),
          })
          .describe('Limited to the requested scopes.'),
      }),
    ),
    output: z.strictObject({ redirectUrl: z.url().describe('Carries the authorization code to the app.') }),
    returnsSecret: true,
    extension: true,
  }),

  listApps: query({
    summary: 'List the apps that may use /mcp on behalf of the caller, newest first.',
    input: noInput,
    output: z.array(
      z.strictObject({
        id: recordId,
        ...app,
        scopes: z.array(appScope),
        createdAt: isoTime,
        lastUsedAt: isoTime.nullable(),
        expiresAt: isoTime.describe('When access ends; each use extends it.'),
      }),
    ),
    extension: true,
  }),

  disconnectApp: mutation({
    summary: "Revoke an app's access; its tokens stop working at once.",
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id })),
    output: Success,
    extension: true,
  }),

  export: mutation({
    summary: "Get a link, valid for ten minutes, to an archive of all of the caller's data.",
    input: noInput,
    output: z.strictObject({ url: z.url(), expiresAt: isoTime }),
    extension: true,
  }),

  delete: mutation({
    summary: "Permanently delete the caller's account and all of its data.",
    isDestructive: true,
    input: parameters(
      fields({
        confirmation: text({ max: 254 }).describe("The caller's e-mail address, to confirm."),
      }),
    ),
    output: Success,
    extension: true,
  }),
};
