import { z } from 'zod';
import { readLabelledSet } from '../labelledSet.ts';

/**
 * Ad texts written for this purpose and labelled before there were cues. A label is a careful reader's judgement and is
 * never changed to match a cue.
 */
const labelledAd = z.strictObject({
  text: z.string(),
  adType: z.string(),
  /** By their shortText. */
  tags: z.array(z.string()),
});
export type LabelledAd = z.infer<typeof labelledAd>;

/** Cues may be improved with this half; the reported quality is measured on the other. */
export const tuning = readLabelledSet('tags.tuning', labelledAd);
export const heldOut = readLabelledSet('tags.heldOut', labelledAd);
