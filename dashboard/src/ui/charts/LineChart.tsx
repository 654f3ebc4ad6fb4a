import { CartesianGrid, Line, LineChart as Recharts, Tooltip, XAxis, YAxis } from 'recharts';
import { formatShort } from '../../lib/format.ts';
import { axis, grid, margins, ChartFigure, ChartTip } from './ChartFigure.tsx';
import { dashAt, hueAt, type ChartProps } from './points.ts';

/** Lines over time, distinguished by hue and dash. With the focus, the arrow keys move between points. */
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
        {series.map((name, seriesIndex) => (
          <Line
            key={name}
            dataKey={({ values }: { values: readonly (number | null)[] }) => values[seriesIndex]}
            name={name}
            stroke={hueAt(seriesIndex)}
            strokeWidth={2}
            strokeDasharray={dashAt(seriesIndex)}
            // A single point has no line.
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
