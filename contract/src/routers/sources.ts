import { z } from 'zod';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { Success } from '../records/common.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Connector, LiveSource, SourceQuery, SourceSuggestion } from '../records/sources.ts';
import { fields } from '../values/fields.ts';

const name = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u, {
    error: 'must have up to 60 letters, digits, dots, - and _, and start with a letter or digit',
  })
  .describe('The name of the source.');
const oneSource = parameters(fields({ name }));
const maxMinutes = 365 * 24 * 60;
const everyMinutes = z.int().min(1).max(maxMinutes).describe('The interval of the runs.');

export const sources = {
  connectors: query({
    summary: 'List the ad libraries that can be queried, with the fields of a query.',
    access: 'admin',
    input: noInput,
    output: z.array(Connector),
    extension: true,
  }),
  list: query({
    summary: 'List the scheduled queries to ad libraries, with the results of their last runs.',
    access: 'admin',
    input: noInput,
    output: z.array(LiveSource),
    extension: true,
  }),
  suggest: query({
    summary: 'List how the ads of an advertiser can be queried, by name, page, website or ad library link.',
    access: 'admin',
    input: parameters(
      fields({
        text: z.string().trim().min(1).max(2000).describe('A name, page, website or ad library link.'),
      }),
    ),
    output: SourceSuggestion,
    extension: true,
  }),
  create: mutation({
    summary: 'Add a scheduled query to an ad library; it runs within a minute.',
    access: 'admin',
    input: parameters(
      fields({
        name,
        connector: z.string().describe('A connector of sources.connectors.'),
        query: SourceQuery,
        credentialsFrom: name
          .optional()
          .describe('A source of the same connector; its credentials are used where the query has none.'),
        everyMinutes: everyMinutes.default(24 * 60),
      }),
    ),
    output: LiveSource,
    extension: true,
  }),
  setEnabled: mutation({
    summary: 'Enable or disable the schedule of a source.',
    access: 'admin',
    errors: missingResource,
    input: parameters(fields({ name, enabled: z.boolean() })),
    output: LiveSource,
    extension: true,
  }),
  setInterval: mutation({
    summary: 'Set how often a source runs, counted from the start of its last run.',
    access: 'admin',
    errors: missingResource,
    input: parameters(fields({ name, everyMinutes })),
    output: LiveSource,
    extension: true,
  }),
  run: mutation({
    summary: 'Run a source within a minute.',
    access: 'admin',
    errors: missingResource,
    input: oneSource,
    output: LiveSource,
    extension: true,
  }),
  delete: mutation({
    summary: 'Delete a source and its credentials; its ads stay.',
    access: 'admin',
    isDestructive: true,
    errors: missingResource,
    input: oneSource,
    output: Success,
    extension: true,
  }),
};
