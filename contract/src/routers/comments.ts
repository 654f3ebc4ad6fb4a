import { z } from 'zod';
import { textLimits } from '../limits.ts';
import { mutation, parameters, query } from '../procedure.ts';
import { Comment } from '../records/comment.ts';
import { Success } from '../records/common.ts';
import { missingResource } from '../records/errorDetails.ts';
import { fields, hash, id, text } from '../values/fields.ts';

const adAliases = { adHash: 'hash' };
const aliases = { commentId: 'id' };
const copy = {
  hash,
  teamId: id.nullable().optional().describe("The copy of this team. Default: the caller's own copy."),
};
const commentText = text({ max: textLimits.comment });

export const comments = {
  list: query({
    summary: 'List the comments on a saved ad, oldest first.',
    errors: missingResource,
    input: parameters(fields(copy), adAliases),
    output: z.array(Comment),
    extension: true,
  }),

  create: mutation({
    summary: 'Comment on a saved ad, for everyone who sees this copy.',
    errors: missingResource,
    input: parameters(fields({ ...copy, text: commentText }), adAliases),
    output: Comment,
    extension: true,
  }),

  update: mutation({
    summary: 'Edit an own comment.',
    errors: missingResource,
    input: parameters(fields({ id, text: commentText }), aliases),
    output: Comment,
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete an own comment, or as an owner or admin of the team any comment.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
    extension: true,
  }),
};
