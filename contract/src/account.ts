import { z } from 'zod';
import { isoTime } from './dates.ts';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { count, Success } from './records.ts';
import { fields, text } from './values.ts';

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
