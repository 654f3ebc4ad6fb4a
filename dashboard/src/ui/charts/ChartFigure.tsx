import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { type ChartProps, hueAt } from './points.ts';
import { uiCopy } from '../copy.ts';

interface ChartFigureProps extends Pick<ChartProps, 'label' | 'series' | 'points' | 'format'> {
  readonly children: ReactNode;
}

/** A chart and, for screen readers, the same data as a table. */
export function ChartFigure({ label, series, points, format = formatNumber, children }: ChartFigureProps) {
  return (
    <figure className="relative m-0 min-w-0 text-xs">
      {children}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{uiCopy.chartPoint}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.title ?? point.label}>
                <th scope="row">{point.title ?? point.label}</th>
                {series.map((name, index) => (
                  <td key={name}>{formatValue(point.values[index], format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function formatValue(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? uiCopy.unknown : format(value);
}

interface ChartTipProps extends Pick<ChartProps, 'series' | 'format'> {
  readonly point: ChartProps['points'][number];
}

export function ChartTip({ series, point, format = formatNumber }: ChartTipProps) {
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
