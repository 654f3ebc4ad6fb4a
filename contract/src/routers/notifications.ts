import { z } from 'zod';
import { listLimits, textLimits } from '../limits.ts';
import { exactlyOne, mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { countedAds } from '../records/coverage.ts';
import { Notification, Rule, ruleEvents, ruleFrequencies } from '../records/alerts.ts';
import { count, page, storedHash, Success } from '../records/common.ts';
import { calendarDate } from '../values/dates.ts';
import {
  amount,
  choice,
  companyName,
  either,
  email,
  fields,
  flag,
  httpUrl,
  id,
  list,
  name,
  only,
  paging,
  platform,
  text,
  wholeNumber,
} from '../values/fields.ts';
import { must } from '../values/wording.ts';

const aliases = { ruleId: 'id' };

/** The inbox has no target; an e-mail channel without target sends to the rule's owner. */
const channel = z.discriminatedUnion(
  'type',
  [
    fields({
      type: only('inbox'),
      target: z.null({ error: (issue) => must('be null', issue.input) }).default(null),
    }),
    fields({ type: only('email'), target: email.nullable().default(null) }),
    fields({ type: only('webhook'), target: httpUrl }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'must be one of inbox, email, webhook'
        : must('be an object', issue.input),
  },
);

const ruleShape = {
  id: id.optional().describe('Omit to create a rule; a new rule needs a name and an event.'),
  name: name.optional(),
  enabled: flag.optional().describe('Whether the rule is active. Default for a new rule: true.'),
  event: choice(ruleEvents).optional().describe('The event that triggers the rule.'),
  companyNames: either('be a list of company names or FOLLOWED', [list(companyName, 100), only('FOLLOWED')])
    .optional()
    .describe('Companies to watch; FOLLOWED: those that the caller follows; empty: all.'),
  platforms: list(platform, 100).optional().describe('Any of these platforms; empty: all.'),
  keywords: list(text({ max: textLimits.keyword }), 100)
    .optional()
    .describe('For copy_matches: any of these; "a phrase" in quotes.'),
  threshold: amount(Number.MAX_SAFE_INTEGER)
    .nullable()
    .optional()
    .describe('For reach_above: the reach to exceed. For momentum: the fewest launches in 7 days.'),
  timesUsual: amount(100, 1)
    .optional()
    .describe(
      'For momentum: how many times the mean of up to eight weeks before the launches must be. Default for a new rule: 3.',
    ),
  frequency: choice(ruleFrequencies).optional().describe('Immediately, or in a daily or weekly digest.'),
  channels: list(channel, listLimits.ruleChannels)
    .optional()
    .describe('Where notifications are sent. Default: the inbox.'),
};

const rule = fields(ruleShape).check(({ value, issues }) => {
  if (value.id !== undefined) return;
  for (const field of ['name', 'event'] as const) {
    if (value[field] !== undefined) continue;
    const message = 'is missing; it is required to create a rule';
    issues.push({ code: 'custom', path: [field], message, input: value });
  }
});

export const notifications = {
  list: query({
    summary: "List the caller's notifications, newest first.",
    input: parameters(fields({ unreadOnly: flag.default(false), ...paging })),
    output: z.strictObject({ notifications: z.array(Notification), ...page }),
  }),

  get: query({
    summary: "Get one of the caller's notifications.",
    errors: missingResource,
    input: parameters(fields({ id })),
    output: Notification,
    extension: true,
  }),

  unreadCount: query({
    summary: "Count the caller's unread notifications.",
    input: noInput,
    output: z.strictObject({ count }),
  }),

  markRead: mutation({
    summary: 'Mark some or all notifications as read.',
    errors: missingResource,
    input: parameters(
      exactlyOne(['ids', 'all'], fields({ ids: list(id, 1000).optional(), all: only(true).optional() })),
    ),
    output: z.strictObject({ updated: count, unreadCount: count }),
  }),

  listRules: query({
    summary: "List the caller's notification rules.",
    input: noInput,
    output: z.array(Rule),
  }),

  upsertRule: mutation({
    summary: 'Create a notification rule, or update the given fields of one.',
    errors: missingResource,
    input: parameters(rule, aliases),
    output: Rule,
  }),

  deleteRule: mutation({
    summary: 'Delete a notification rule.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  testRule: query({
    summary: 'Preview when a rule would have matched in the last days, and which ads; nothing is saved.',
    errors: missingResource,
    input: parameters(
      fields({
        ...ruleShape,
        id: id.optional().describe('A rule of the caller; its fields are the defaults.'),
        days: wholeNumber(1, 365).default(30),
      }).check(({ value, issues }) => {
        if (value.id !== undefined || value.event !== undefined) return;
        const message = 'is missing; it is required unless id is given';
        issues.push({ code: 'custom', path: ['event'], message, input: value });
      }),
      aliases,
    ),
    output: z.strictObject({
      from: calendarDate,
      to: calendarDate,
      total: count.describe('Number of matching ads.'),
      evidence: countedAds.describe('The matching ads, each once, and the libraries of those in the index.'),
      firings: z
        .array(
          z.strictObject({
            date: calendarDate.describe('The day on which the notification would have been sent.'),
            companyName: z.string().nullable(),
            title: z.string(),
            body: z.string(),
            adCount: count,
            adHashes: z.array(storedHash).describe('At most 1,000.'),
          }),
        )
        .describe('Newest first.'),
    }),
    extension: true,
  }),
};
