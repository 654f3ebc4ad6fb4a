import { z } from 'zod';
import { recordId } from './common.ts';

export const labelColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;
export const LabelColor = z.enum(labelColors);
export type LabelColor = z.infer<typeof LabelColor>;

/** How far the work on a saved ad is. */
export const stages = ['to_review', 'shortlisted', 'in_production', 'done'] as const;
export const Stage = z.enum(stages);
export type Stage = z.infer<typeof Stage>;

export const AdLabel = z.strictObject({ id: recordId, name: z.string(), color: LabelColor });
export type AdLabel = z.infer<typeof AdLabel>;

export const Label = AdLabel.extend({
  teamId: recordId.nullable().describe('The team that the label belongs to; null: the caller.'),
  adCount: z.int().min(0).describe('Saved ads with the label.'),
});
export type Label = z.infer<typeof Label>;
