import { useState } from 'react';
import type { AdDetails } from '../../api/types.ts';
import { LineChart } from '../../charts/LineChart.tsx';
import { Section } from '../../parts/Page.tsx';
import { Segmented } from '../../parts/Segmented.tsx';
import { counted, countryName, formatDay, formatShortDay, formatTime } from '../../words/format.ts';
import { type Measure, measureNames, measuresOf } from './history.ts';

/** How an ad did over time, one measure at a time since each has its own scale. */
export function History({ ad }: { readonly ad: AdDetails }) {
  const measures = measuresOf(ad.history);
  const [chosen, setChosen] = useState<Measure>('reach');
  const measure = measures.includes(chosen) ? chosen : measures[0];
  return (
    <Section
      title="History"
      about={`Measured ${counted(ad.history.length, 'time')}, whenever a source told of the ad`}
      actions={
        measures.length > 1 &&
        measure !== undefined && (
          <Segmented
            label="Measure"
            value={measure}
            options={measures.map((value) => ({ value, label: measureNames[value] }))}
            onChange={setChosen}
          />
        )
      }
    >
      {measure === undefined ? (
        <p className="text-quiet">{whyNothing(ad)}</p>
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

function whyNothing({ history }: AdDetails): string {
  const [first] = history;
  if (first === undefined) return 'Nothing was measured of this ad yet.';
  return history.length === 1
    ? `Measured once, on ${formatDay(first.capturedAt)}. A line is drawn when there are two measurements.`
    : 'The source tells no numbers of this ad.';
}
