import { z } from 'zod';
import { textLimits } from '../limits.ts';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Board } from '../records/board.ts';
import { Success } from '../records/common.ts';
import { fields, flag, id, name, optionalText, slug, text, wholeNumber } from '../values/fields.ts';

const aliases = { boardId: 'id' };
const description = optionalText(textLimits.boardDescription);

export const boards = {
  list: query({
    summary: "List the boards of the caller and the caller's teams, sorted by order.",
    input: noInput,
    output: z.array(Board),
  }),

  create: mutation({
    summary: 'Create a board.',
    errors: missingResource,
    input: parameters(
      fields({
        name,
        description: description.optional(),
        parentBoardId: id.nullable().optional().describe('The parent board.'),
        teamId: id.nullable().optional().describe('The team that owns the board. Default: the caller.'),
      }),
    ),
    output: Board,
  }),

  update: mutation({
    summary: "Change a board's name, position, parent or team.",
    errors: missingResource,
    input: parameters(
      fields({
        id,
        name: name.optional(),
        // The largest integer of PostgreSQL; a position past the end is the last one.
        order: wholeNumber(0, 2_147_483_647)
          .optional()
          .describe('Position among the boards of the same user or team, from 0.'),
        parentBoardId: id.nullable().optional().describe('null moves the board to the top level.'),
        teamId: id.nullable().optional().describe('null removes the board from its team.'),
      }),
      aliases,
    ),
    output: Board,
  }),

  remove: mutation({
    summary: 'Delete a board; its child boards move up one level and its ads stay on other boards.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(
      fields({
        id,
        keepAds: flag
          .default(false)
          .describe(
            'Move ads that are on no other board to the board Unsorted of the same user or team, which is created if needed. Without it, they are no longer saved.',
          ),
      }),
      aliases,
    ),
    output: Success,
  }),

  updateSlug: mutation({
    summary: "Set the slug of a board's public URL; null removes it.",
    errors: missingResource,
    input: parameters(fields({ id, slug: slug.nullable() }), aliases),
    output: Board,
  }),

  updateDescription: mutation({
    summary: 'Set the description of a board; null or empty text removes it.',
    errors: missingResource,
    input: parameters(fields({ id, description }), aliases),
    output: Board,
  }),

  togglePublic: mutation({
    summary: 'Make a board public or private.',
    errors: missingResource,
    input: parameters(
      fields({ id, published: flag.optional().describe('Default: toggles the current state.') }),
      aliases,
    ),
    output: Board,
  }),

  checkSlugAvailability: query({
    summary: 'Check whether a slug is available, and if not, why.',
    // Any text: an invalid slug is a result here, not an error.
    input: parameters(fields({ slug: text({ min: 0, max: 200 }) })),
    output: z.strictObject({
      slug: z.string(),
      available: z.boolean(),
      reason: z.enum(['taken', 'invalid', 'reserved']).nullable(),
    }),
  }),
};
