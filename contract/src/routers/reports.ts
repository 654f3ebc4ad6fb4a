import { z } from 'zod';
import { exactlyOne, mutation, noInput, parameters, query } from '../procedure.ts';
import { Success } from '../records/common.ts';
import { missingResource, missingResourceOrCompany } from '../records/errorDetails.ts';
import { Report, ReportSubscription, SharedReport, weekdays } from '../records/report.ts';
import { asOf, isoDateOrTime } from '../values/dates.ts';
import { choice, companyName, fields, flag, id, wholeNumber } from '../values/fields.ts';

const subject = {
  companyName: companyName.optional().describe('The brand of the report.'),
  boardId: id.optional().describe('The board of the report; the caller must be able to read it.'),
};

const dateTo = isoDateOrTime
  .optional()
  .describe('The last day of the week, before today; a time means its UTC day. Default: yesterday.');

const schedule = {
  weekday: choice(weekdays).describe(
    'The day on which it is sent, at 07:00 UTC, with the seven days before.',
  ),
  byMail: flag.describe('Whether it is sent to the address of the caller.'),
};

const ofSubject = ['companyName', 'boardId'];

export const reports = {
  list: query({
    summary: "List the caller's weekly reports.",
    input: noInput,
    output: z.array(ReportSubscription).describe('The oldest first.'),
    extension: true,
  }),

  create: mutation({
    summary: 'Subscribe to the weekly report of a brand or of a board.',
    errors: missingResource,
    input: parameters(
      exactlyOne(
        ofSubject,
        fields({
          ...subject,
          weekday: schedule.weekday.default('monday'),
          byMail: schedule.byMail.default(true),
        }),
      ),
    ),
    output: ReportSubscription,
    extension: true,
  }),

  update: mutation({
    summary: 'Change when a weekly report is sent.',
    errors: missingResource,
    input: parameters(
      fields({ id, weekday: schedule.weekday.optional(), byMail: schedule.byMail.optional() }),
    ),
    output: ReportSubscription,
    extension: true,
  }),

  delete: mutation({
    summary: 'Unsubscribe from a weekly report; shared links to it stay valid.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id })),
    output: Success,
    extension: true,
  }),

  get: query({
    summary:
      'Get the report of a week about a brand or a board: launches, stops, rising ads, tests and new claims.',
    errors: missingResourceOrCompany,
    input: parameters(exactlyOne(ofSubject, fields({ ...subject, dateTo, asOf }))),
    output: Report,
    extension: true,
  }),

  getMarkdown: query({
    summary: 'Get the report of a week about a brand or a board as Markdown.',
    errors: missingResourceOrCompany,
    input: parameters(exactlyOne(ofSubject, fields({ ...subject, dateTo, asOf }))),
    output: z.strictObject({ markdown: z.string() }),
    extension: true,
  }),

  share: mutation({
    summary: 'Create a link to a report as it is now, for anyone who has the link, until it expires.',
    errors: missingResourceOrCompany,
    input: parameters(
      exactlyOne(
        ofSubject,
        fields({
          ...subject,
          dateTo,
          asOf,
          days: wholeNumber(1, 90).default(14).describe('Days until it expires.'),
        }),
      ),
    ),
    output: SharedReport,
    extension: true,
  }),

  listShares: query({
    summary: 'List the valid links to reports of the caller, and those of boards that the caller can edit.',
    input: noInput,
    output: z.array(SharedReport).describe('At most 1,000, the newest first.'),
    extension: true,
  }),

  unshare: mutation({
    summary: 'Revoke a link to a report.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id })),
    output: Success,
    extension: true,
  }),
};
