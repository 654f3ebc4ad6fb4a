import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { nullableText, recordId } from './common.ts';

export const Comment = z.strictObject({
  id: recordId,
  hash: z.string().describe('The ad.'),
  teamId: recordId.nullable().describe("The team whose copy it is on; null: the caller's own."),
  text: z.string(),
  authorId: nullableText.describe('null: the account was deleted.'),
  authorName: nullableText.describe('The name, or the e-mail address of an account without name.'),
  createdAt: isoTime,
  updatedAt: isoTime.nullable().describe('null: not edited.'),
});
export type Comment = z.infer<typeof Comment>;
