import { useState } from 'react';
import type { AdDetails } from '../../../lib/api/types.ts';
import { countryName, formatDay, formatShortDay, formatTime, plural } from '../../../lib/format.ts';
import { Section } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { LineChart } from '../../../ui/charts/LineChart.tsx';

/** The performance over time, one metric at a time since each has its own scale. */
export function History({ ad }: { readonly ad: AdDetails }) {
  const measures = measuresOf(ad.history);
  const [selected, setChosen] = useState<Measure>('reach');
  const measure = measures.includes(selected) ? selected : measures[0];
  return (
    <Section
      title="History"
      about={`Measured ${plural(ad.history.length, 'time')}, once per update from a source`}
      actions={
        measures.length > 1 &&
        measure !== undefined && (
          <Segmented
            label="Metric"
            value={measure}
            options={measures.map((value) => ({ value, label: measureNames[value] }))}
            onChange={setChosen}
          />
        )
      }
    >
      {measure === undefined ? (
        <p className="text-quiet">{emptyReason(ad)}</p>
      ) : (
        <LineChart
          label={`${measureNames[measure]} over time`}
          series={[measureNames[measure]]}
          points={ad.history.map((snapshot) => ({
            label: formatShortDay(snapshot.capturedAt),
            title: titleOf(snapshot),
            values: [snapshot[measure]],
          }))}
        />
      )}
    </Section>
  );
}

function titleOf({ capturedAt, rankCountry }: AdDetails['history'][number]): string {
  return `${formatTime(capturedAt)}${rankCountry === null ? '' : `, ${countryName(rankCountry)}`}`;
}

function emptyReason({ history }: AdDetails): string {
  const [first] = history;
  if (first === undefined) return 'No measurements yet.';
  return history.length === 1
    ? `Measured once, on ${formatDay(first.capturedAt)}. The chart needs two measurements.`
    : 'The source reports no numbers for this ad.';
}

type Snapshot = AdDetails['history'][number];

const measureNames = {
  reach: 'Reach',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
} as const;
type Measure = keyof typeof measureNames;

/** Metrics that were measured more than once. */
export function measuresOf(history: readonly Snapshot[]): readonly Measure[] {
  const all = Object.keys(measureNames) as readonly Measure[];
  return all.filter((measure) => history.filter((snapshot) => snapshot[measure] !== null).length > 1);
}
