import { useState } from 'react';
import type { AdDetails } from '../../../lib/api/types.ts';
import { countryName, formatShortDay, formatTime } from '../../../lib/format.ts';
import { Section } from '../../../ui/Page.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { LineChart } from '../../../ui/charts/LineChart.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { historyCopy, reachMomentumCopy } from './copy.ts';

const copy = historyCopy;

/** The performance over time, one metric at a time since each has its own scale. */
export function History({ ad }: { readonly ad: AdDetails }) {
  const measures = listMeasures(ad.history);
  const [selected, setSelected] = useState<Measure>('reach');
  const measure = measures.includes(selected) ? selected : measures[0];
  return (
    <Section
      title={copy.title}
      about={copy.about(ad.history.length)}
      actions={
        measures.length > 1 &&
        measure !== undefined && (
          <Segmented
            label={copy.metric}
            value={measure}
            options={measures.map((value) => ({ value, label: copy.metrics[value] }))}
            onChange={setSelected}
          />
        )
      }
    >
      {measure === undefined ? (
        <p className="text-quiet">{copy.empty(ad)}</p>
      ) : (
        <LineChart
          label={copy.chart(copy.metrics[measure])}
          series={[copy.metrics[measure]]}
          points={ad.history.map((snapshot) => ({
            label: formatShortDay(snapshot.capturedAt),
            title: formatTitle(snapshot),
            values: [snapshot[measure]],
          }))}
        />
      )}
      <Momentum momentum={ad.momentum} />
    </Section>
  );
}

/** Nothing for an ad whose reach was never counted. */
function Momentum({ momentum }: Pick<AdDetails, 'momentum'>) {
  if (momentum === null || momentum.evidence.counts.length === 0) return null;
  return (
    <p className="text-sm text-quiet">
      <Tip tip={reachMomentumCopy.kind(momentum)}>{reachMomentumCopy.summary(momentum)}</Tip>
    </p>
  );
}

type Snapshot = AdDetails['history'][number];

function formatTitle({ capturedAt, rankCountry }: Snapshot): string {
  return `${formatTime(capturedAt)}${rankCountry === null ? '' : `, ${countryName(rankCountry)}`}`;
}

type Measure = keyof typeof copy.metrics;

export function listMeasures(history: readonly Snapshot[]): readonly Measure[] {
  const all = Object.keys(copy.metrics) as readonly Measure[];
  return all.filter((measure) => history.filter((snapshot) => snapshot[measure] !== null).length > 1);
}
