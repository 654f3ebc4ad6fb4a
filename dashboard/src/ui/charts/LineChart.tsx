import { Frame } from './Frame.tsx';
import { dashAt, hueAt, type ChartProps } from './points.ts';
import { type Plot, scaleY } from './scale.ts';

/** With fewer points each has a dot, so that a single one is visible. */
const minPointsWithoutDots = 20;

/** Lines over time, distinguished by hue and dash. With the focus, the arrow keys move between points. */
export function LineChart(props: ChartProps) {
  const { series, points } = props;
  const placeX = ({ left, right }: Plot, index: number): number =>
    points.length === 1 ? (left + right) / 2 : left + ((right - left) * index) / (points.length - 1);
  return (
    <Frame {...props} placeX={placeX} legend={series.length > 1 && <Legend series={series} />}>
      {(plot, active) => (
        <>
          {active !== null && (
            <line
              x1={placeX(plot, active)}
              x2={placeX(plot, active)}
              y1={plot.top}
              y2={plot.bottom}
              stroke="var(--color-line-strong)"
            />
          )}
          {series.map((name, seriesIndex) => {
            // Points with an unknown value are left out, so the line connects their neighbors.
            const places = points.flatMap(({ values: { [seriesIndex]: value } }, index) =>
              value === null || value === undefined
                ? []
                : [[placeX(plot, index), scaleY(plot, value)] as const],
            );
            return (
              <g key={name} fill="none" stroke={hueAt(seriesIndex)} strokeWidth={2}>
                <polyline points={places.join(' ')} strokeDasharray={dashAt(seriesIndex)} />
                {points.length < minPointsWithoutDots &&
                  places.map(([x, y]) => <circle key={x} cx={x} cy={y} r={3} fill="var(--color-card)" />)}
              </g>
            );
          })}
        </>
      )}
    </Frame>
  );
}

function Legend({ series }: { readonly series: readonly string[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 pb-2">
      {series.map((name, seriesIndex) => (
        <li key={name} className="flex items-center gap-2 text-quiet">
          <svg width={20} height={4}>
            <line
              x2={20}
              y1={2}
              y2={2}
              stroke={hueAt(seriesIndex)}
              strokeWidth={2}
              strokeDasharray={dashAt(seriesIndex)}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
