import { z } from 'zod';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { Board, Success } from './records.ts';
import { fields, flag, id, name, optionalText, slug, text, wholeNumber } from './values.ts';

const aliases = { boardId: 'id' };
const description = optionalText(2000);

export const boards = {
  list: query({
    summary: "List the caller's boards and those of the caller's teams, by order.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(Board),
  }),

  create: mutation({
    summary: 'Create a board.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      fields({
        name,
        description: description.optional(),
        parentBoardId: id.nullable().optional().describe('The board to put it under.'),
        teamId: id.nullable().optional().describe('The team whose board it is; absent: the caller’s own.'),
      }),
    ),
    output: Board,
  }),

  update: mutation({
    summary: "Change a board's name, position, parent or team.",
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      fields({
        id,
        name: name.optional(),
        // The largest integer of PostgreSQL; a position past the end is the last one.
        order: wholeNumber(0, 2_147_483_647)
          .optional()
          .describe('Position among all boards of the same person or team, from 0.'),
        parentBoardId: id.nullable().optional().describe('null moves the board to the top level.'),
        teamId: id.nullable().optional().describe('null takes the board out of its team.'),
      }),
      aliases,
    ),
    output: Board,
  }),

  remove: mutation({
    summary:
      'Delete a board; its boards move up one level and its ads stay on the other boards that hold them.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  updateSlug: mutation({
    summary: 'Set the slug of a public address, or remove it with null.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, slug: slug.nullable() }), aliases),
    output: Board,
  }),

  updateDescription: mutation({
    summary: 'Set the description of a board; null or empty text removes it.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, description }), aliases),
    output: Board,
  }),

  togglePublic: mutation({
    summary: 'Make a board public or private.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      fields({ id, published: flag.optional().describe('Absent: the opposite of what it is.') }),
      aliases,
    ),
    output: Board,
  }),

  checkSlugAvailability: query({
    summary: 'Tell whether a slug can be taken, and if not, why.',
    access: 'read',
    limit: 'read',
    // Any text: a slug of the wrong form is an answer here, not a mistake.
    input: parameters(fields({ slug: text({ min: 0, max: 200 }) })),
    output: z.strictObject({
      slug: z.string(),
      available: z.boolean(),
      reason: z.enum(['taken', 'invalid', 'reserved']).nullable(),
    }),
  }),
};
