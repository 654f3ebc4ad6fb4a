import type { ReactNode } from 'react';
import { Bar } from '../../ui/Bar.tsx';
import { type ComparedBrand, indexOfLargest } from './compare.ts';

/** The sticky first cell of a row. */
export const nameClasses = 'sticky left-0 z-10 border-r bg-card px-3 py-2 text-left font-normal';

interface GroupProps {
  readonly title: string;
  readonly columns: number;
  readonly children: ReactNode;
}

/** Rows under a heading. */
export function Group({ title, columns, children }: GroupProps) {
  return (
    <tbody>
      <tr className="border-t bg-sunk">
        <th scope="rowgroup" colSpan={columns + 1} className="px-3 py-1.5 text-left text-xs text-quiet">
          <span className="sticky left-3">{title}</span>
        </th>
      </tr>
      {children}
    </tbody>
  );
}

interface ValueRowProps {
  readonly name: ReactNode;
  readonly brands: readonly ComparedBrand[];
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Shows bars; the values must be shares. */
  readonly bars?: boolean;
}

/** One value per brand; the largest is highlighted. */
export function ValueRow({ name, brands, values, format, bars = false }: ValueRowProps) {
  const largest = indexOfLargest(values, format);
  return (
    <tr className="border-t">
      <th scope="row" className={nameClasses}>
        {name}
      </th>
      {brands.map(({ advertiserId }, index) => {
        const value = values[index] ?? null;
        return (
          <td key={advertiserId} className="px-3 py-2 align-top tabular-nums">
            <span className={index === largest ? markClasses : 'inline-block py-0.5'}>
              {value === null ? '–' : format(value)}
              {index === largest && <span className="sr-only">, highest</span>}
            </span>
            {bars && <Bar share={value ?? 0} className="mt-1" />}
          </td>
        );
      })}
    </tr>
  );
}

const markClasses =
  '-ml-1.5 inline-block rounded-sm bg-accent-soft px-1.5 py-0.5 font-semibold text-accent-strong';
