import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { nullableText, recordId } from './common.ts';

/** An audit log entry. */
export const Act = z.strictObject({
  id: recordId,
  at: isoTime,
  act: z.string(),
  actorId: nullableText,
  actorEmail: nullableText,
  teamId: recordId.nullable(),
  subject: nullableText,
  via: nullableText,
  address: nullableText,
  details: z.record(z.string(), z.unknown()),
});
export type Act = z.infer<typeof Act>;
