import { formatDay, formatShare, plural } from '../../../lib/format.ts';
import type { AdDetails } from '../../../lib/api/types.ts';

/** Texts that are loaded with the page of an ad. */
export const pictureWordsCopy = {
  title: 'Words in the picture',
  readByMachine: 'Read by machine, so some may be wrong.',
  copy: 'Copy words',
  confidence: (confidence: number) => `Read with ${formatShare(confidence)} confidence`,
};

export const historyCopy = {
  title: 'History',
  about: (count: number) => `Measured ${plural(count, 'time')}, once per update from a source`,
  metric: 'Metric',
  metrics: { reach: 'Reach', likes: 'Likes', comments: 'Comments', shares: 'Shares' },
  chart: (metric: string) => `${metric} over time`,
  empty: ({ history }: AdDetails) => {
    const [first] = history;
    if (first === undefined) return 'No measurements yet.';
    return history.length === 1
      ? `Measured once, on ${formatDay(first.capturedAt)}. The chart needs two measurements.`
      : 'The source reports no numbers for this ad.';
  },
};
