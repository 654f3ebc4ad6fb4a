import { formatNumber } from '../../lib/format.ts';
import { formatValue } from './ChartFigure.tsx';
import { hueAt, type ChartProps } from './points.ts';

interface ChartTipProps extends Pick<ChartProps, 'series' | 'points' | 'format'> {
  /** Set by Recharts: whether a point is hovered, and its index. */
  readonly active?: boolean;
  readonly label?: unknown;
}

/** The tooltip: the hovered point and its values. */
export function ChartTip({ series, points, format = formatNumber, active, label }: ChartTipProps) {
  const point = active === true && typeof label === 'number' ? points[label] : undefined;
  if (point === undefined) return null;
  return (
    <div className="flex max-w-72 flex-col gap-1 rounded-md border bg-card px-3 py-2 text-xs text-ink shadow-float">
      <p className="font-semibold">{point.title ?? point.label}</p>
      {series.map((name, seriesIndex) => (
        <p key={name} className="flex items-center gap-2">
          <span
            aria-hidden
            className="size-2 shrink-0 rounded-full"
            style={{ background: hueAt(seriesIndex) }}
          />
          <span className="flex-1 text-quiet">{name}</span>
          <span className="font-semibold">{formatValue(point.values[seriesIndex], format)}</span>
        </p>
      ))}
      {point.more}
    </div>
  );
}
