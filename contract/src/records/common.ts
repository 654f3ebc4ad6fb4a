import { z } from 'zod';
import { forms } from '../values/fields.ts';

/**
 * The records in responses. `null` means unknown; zero means measured and zero. Objects are strict, so that tests
 * that parse a response find fields that are not part of the API.
 */

export const recordId = z.int().min(1);
export const count = z.int().min(0);
/** A sum or an estimate; may have decimals. */
export const quantity = z.number().min(0);
export const share = z.number().min(0).max(1);
export const storedHash = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .register(forms, { form: '32 hexadecimal digits' });
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .register(forms, { form: 'two-letter code of a country' });
export const anyUrl = z.string().min(1);
/** Always an absolute URL: an advertiser without a logo gets a generated one. */
export const logoUrl = z.url({ protocol: /^https?$/ });
export const nullableText = z.string().nullable();

export const page = {
  total: count.describe('Number of entries on all pages.'),
  hasMore: z.boolean(),
  nextCursor: count.nullable().describe('The cursor of the next page; null on the last page.'),
};

export const Success = z.strictObject({ success: z.literal(true) });
export type Success = z.infer<typeof Success>;

export const shortenedFields = z
  .array(z.string())
  .exactOptional()
  .describe(
    'Only in lists that would exceed 4 MB: the fields that were cut. A cut text ends with …, a cut list ends early. ads.getDetails and notifications.get return everything, as does a list with a smaller limit.',
  );
