import { formatNumber } from '../words/format.ts';
import { written } from './ChartFigure.tsx';
import { hueAt, type ChartProps } from './points.ts';

interface ChartTipProps extends Pick<ChartProps, 'series' | 'points' | 'format'> {
  /** Whether something is pointed at, and which point that is: given by the chart. */
  readonly active?: boolean;
  readonly label?: unknown;
}

/** What stands beside the cursor: the point and its numbers. */
export function ChartTip({ series, points, format = formatNumber, active, label }: ChartTipProps) {
  const point = active === true && typeof label === 'number' ? points[label] : undefined;
  if (point === undefined) return null;
  return (
    <div className="flex max-w-72 flex-col gap-1 rounded-md border bg-card px-3 py-2 text-xs text-ink shadow-float">
      <p className="font-semibold">{point.title ?? point.label}</p>
      {series.map((name, place) => (
        <p key={name} className="flex items-center gap-2">
          <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: hueAt(place) }} />
          <span className="flex-1 text-quiet">{name}</span>
          <span className="font-semibold">{written(point.values[place], format)}</span>
        </p>
      ))}
      {point.more}
    </div>
  );
}
