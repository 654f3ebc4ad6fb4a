import { z } from 'zod';
import { readLabelledSet } from '../labelledSet.ts';

/**
 * Copies labelled sentence by sentence before the cues were applied. A label is a careful reader's judgement and is never
 * changed to match a cue. Sentences that are no part have no label.
 */
const labelledCopy = z.strictObject({
  language: z.string(),
  text: z.string(),
  button: z.string().nullable(),
  parts: z.array(
    z.strictObject({ part: z.enum(['hook', 'problem', 'proof', 'offer', 'cta']), text: z.string() }),
  ),
});
export type LabelledCopy = z.infer<typeof labelledCopy>;

/** Written together with the cues; shows whether a change makes something worse. */
export const tuning = readLabelledSet('structure.tuning', labelledCopy);
/** From other sources, and never used to improve a cue: the reported quality is measured here. */
export const heldOut = readLabelledSet('structure.heldOut', labelledCopy);
