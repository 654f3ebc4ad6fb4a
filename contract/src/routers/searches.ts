import { z } from 'zod';
import { maxSavedFiltersBytes } from '../limits.ts';
import { exactlyOne, mutation, noInput, parameters, query } from '../procedure.ts';
import { recordId, Success } from '../records/common.ts';
import { missingResource } from '../records/errorDetails.ts';
import { isoTime, orderedDates } from '../values/dates.ts';
import { fields, id, name } from '../values/fields.ts';
import { indexFilters, orderedAmounts, similarTo } from './ads.ts';

const aliases = { searchId: 'id' };

/** Without its default, so that a saved search contains what was given and nothing else. */
function withoutDefault<Schema extends z.ZodType>(schema: z.ZodDefault<Schema>): z.ZodOptional<Schema> {
  const { description } = schema;
  const optional = schema.unwrap().optional();
  return description === undefined ? optional : optional.describe(description);
}

const { cursor: _cursor, limit: _limit, ...found } = indexFilters.shape;
const { text, hash, picture } = similarTo.shape;

/** The filters and the order of ads.search; a picture only by its hash. */
export const SearchFilters = orderedAmounts(
  orderedDates(
    fields({
      ...found,
      status: withoutDefault(found.status),
      mediaType: withoutDefault(found.mediaType),
      tagMatch: withoutDefault(found.tagMatch),
      match: withoutDefault(found.match),
      duplicates: withoutDefault(found.duplicates),
      sortBy: withoutDefault(found.sortBy),
      similarTo: exactlyOne(['text', 'hash', 'picture'], fields({ text, hash, picture })).optional(),
    }),
  ),
)
  .check(({ value, issues }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    if (bytes <= maxSavedFiltersBytes) return;
    const message = `must be at most ${maxSavedFiltersBytes} bytes of JSON, got ${bytes}`;
    issues.push({ code: 'custom', message, input: value });
  })
  .describe('Parameters of ads.search, without limit and cursor.');

export const SavedSearch = z.strictObject({
  id: recordId,
  name: z.string(),
  filters: SearchFilters,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const searches = {
  list: query({
    summary: 'List the saved searches of the caller, by name.',
    input: noInput,
    output: z.array(SavedSearch),
    extension: true,
  }),

  create: mutation({
    summary: 'Save filters of ads.search under a name.',
    input: parameters(fields({ name, filters: SearchFilters })),
    output: SavedSearch,
    extension: true,
  }),

  update: mutation({
    summary: 'Rename a saved search or replace its filters.',
    errors: missingResource,
    input: parameters(fields({ id, name: name.optional(), filters: SearchFilters.optional() }), aliases),
    output: SavedSearch,
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete a saved search.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
    extension: true,
  }),
};
