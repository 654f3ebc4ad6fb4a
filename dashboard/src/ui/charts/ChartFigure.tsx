import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import type { ChartProps } from './points.ts';
import { uiCopy } from '../copy.ts';

interface ChartFigureProps extends Pick<ChartProps, 'label' | 'series' | 'points' | 'format'> {
  readonly children: ReactNode;
}

/** A chart and, for screen readers, the same data as a table. */
export function ChartFigure({ label, series, points, format = formatNumber, children }: ChartFigureProps) {
  return (
    <figure className="relative m-0 min-w-0 text-xs [&_svg:focus:not(:focus-visible)]:outline-none">
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

export function formatValue(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? uiCopy.unknown : format(value);
}
