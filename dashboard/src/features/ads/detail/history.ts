import type { AdDetails } from '../../../lib/api/types.ts';

type Snapshot = AdDetails['history'][number];

export const measureNames = {
  reach: 'Reach',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
} as const;
export type Measure = keyof typeof measureNames;

/** Metrics that were measured more than once. */
export function measuresOf(history: readonly Snapshot[]): readonly Measure[] {
  const all = Object.keys(measureNames) as readonly Measure[];
  return all.filter((measure) => history.filter((snapshot) => snapshot[measure] !== null).length > 1);
}
