import { CartesianGrid, Line, LineChart as Recharts, Tooltip, XAxis, YAxis } from 'recharts';
import { formatShort } from '../words/format.ts';
import { axis, grid, margins } from './axes.ts';
import { ChartFigure } from './ChartFigure.tsx';
import { ChartTip } from './ChartTip.tsx';
import { dashAt, hueAt, type ChartProps } from './points.ts';

/** Lines over time, told apart by hue and dash. Focused, the arrow keys walk over the points and tell each. */
export function LineChart({ label, series, points, format, height = 200 }: ChartProps) {
  const data = points.map((point, index) => ({ index, values: point.values }));
  return (
    <ChartFigure {...{ label, series, points, format }}>
      {series.length > 1 && <Legend series={series} />}
      <Recharts responsive title={label} data={data} margin={margins} style={{ width: '100%', height }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="index" tickFormatter={(index: number) => points[index]?.label ?? ''} {...axis} />
        <YAxis width={44} tickFormatter={format ?? formatShort} {...axis} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--color-line-strong)' }}
          wrapperStyle={{ zIndex: 10 }}
          content={<ChartTip {...{ series, points, format }} />}
        />
        {series.map((name, place) => (
          <Line
            key={name}
            dataKey={({ values }: { values: readonly (number | null)[] }) => values[place]}
            name={name}
            stroke={hueAt(place)}
            strokeWidth={2}
            strokeDasharray={dashAt(place)}
            // A single point has no line to be seen by.
            dot={points.length < 20 ? { r: 3, strokeDasharray: '0' } : false}
            connectNulls
            isAnimationActive={false}
          />
        ))}
      </Recharts>
    </ChartFigure>
  );
}

function Legend({ series }: { readonly series: readonly string[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 pb-2">
      {series.map((name, place) => (
        <li key={name} className="flex items-center gap-2 text-quiet">
          <svg width={20} height={4}>
            <line
              x2={20}
              y1={2}
              y2={2}
              stroke={hueAt(place)}
              strokeWidth={2}
              strokeDasharray={dashAt(place)}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
