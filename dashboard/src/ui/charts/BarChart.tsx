import { Bar, BarChart as Recharts, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatShort } from '../../lib/format.ts';
import { axis, grid, margins, ChartFigure, ChartTip } from './ChartFigure.tsx';
import { hueAt, type ChartProps } from './points.ts';

interface BarChartProps extends ChartProps {
  readonly onSelect?: (index: number) => void;
}

/** Vertical bars. With the focus, the arrow keys move between them and the tooltip shows each. */
export function BarChart(props: BarChartProps) {
  const { label, series, points, format, height = 200, onSelect } = props;
  const data = points.map((point, index) => ({ index, values: point.values }));
  return (
    <ChartFigure {...{ label, series, points, format }}>
      <Recharts
        responsive
        title={label}
        data={data}
        margin={margins}
        barCategoryGap="18%"
        style={{ width: '100%', height, cursor: onSelect === undefined ? undefined : 'pointer' }}
        onClick={({ activeTooltipIndex }) => {
          if (activeTooltipIndex !== undefined && activeTooltipIndex !== null)
            onSelect?.(Number(activeTooltipIndex));
        }}
      >
        <CartesianGrid {...grid} />
        <XAxis dataKey="index" tickFormatter={(index: number) => points[index]?.label ?? ''} {...axis} />
        <YAxis
          width={44}
          tickFormatter={format ?? formatShort}
          allowDecimals={format !== undefined}
          {...axis}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunk)' }}
          wrapperStyle={{ zIndex: 10 }}
          content={<ChartTip {...{ series, points, format }} />}
        />
        {series.map((name, seriesIndex) => (
          <Bar
            key={name}
            dataKey={({ values }: { values: readonly (number | null)[] }) => values[seriesIndex]}
            name={name}
            fill={hueAt(seriesIndex)}
            radius={[3, 3, 0, 0]}
            maxBarSize={48}
            isAnimationActive={false}
          />
        ))}
      </Recharts>
    </ChartFigure>
  );
}
