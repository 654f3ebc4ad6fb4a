import type { ReactNode } from 'react';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Compared, type ComparedBrand, indexOfLargest, mixRows, type Portion } from './compare.ts';
import { statistics } from './statistics.ts';

interface RowsProps {
  readonly brands: readonly ComparedBrand[];
}

export function NumberRows({ brands }: RowsProps) {
  return (
    <Group title="Numbers" columns={brands.length}>
      {statistics.map(({ name, valueOf, format, tip }) => (
        <ValueRow
          key={name}
          name={<Tip tip={tip}>{name}</Tip>}
          brands={brands}
          values={brands.map(({ stats }) => valueOf(stats))}
          format={format}
        />
      ))}
    </Group>
  );
}

type Tempo = ComparedBrand['tempo'];

const tempoRows: readonly (readonly [name: string, key: keyof Tempo, tip: string])[] = [
  ['Last 7 days', 'launchedLast7Days', 'Ads launched in the last 7 days'],
  ['Last 30 days', 'launchedLast30Days', 'Ads launched in the last 30 days'],
  ['Last 90 days', 'launchedLast90Days', 'Ads launched in the last 90 days'],
  ['Per week', 'launchesPerWeek', 'Average over the last 90 days'],
  ['Median run', 'medianDaysRunning', 'Half of the ads ran shorter, half longer'],
];

export function TempoRows({ brands }: RowsProps) {
  return (
    <Group title="Launches" columns={brands.length}>
      {tempoRows.map(([name, key, tip]) => (
        <ValueRow
          key={key}
          name={<Tip tip={tip}>{name}</Tip>}
          brands={brands}
          values={brands.map(({ tempo }) => tempo[key])}
          format={key === 'medianDaysRunning' ? (value) => `${formatNumber(value)} days` : formatNumber}
        />
      ))}
    </Group>
  );
}

interface MixRowsProps {
  readonly title: string;
  readonly mixes: readonly (readonly Portion[])[];
}

/** Rare values are left out. */
const maxMixRows = 8;

export function MixRows({ title, mixes, brands }: MixRowsProps & RowsProps) {
  const rows = mixRows(mixes).slice(0, maxMixRows);
  if (rows.length === 0) return null;
  return (
    <Group title={`${title}, share of ads`} columns={mixes.length}>
      {rows.map(({ value, shares }) => (
        <ValueRow key={value} name={value} brands={brands} values={shares} format={formatShare} bars />
      ))}
    </Group>
  );
}

interface SharedTagRowsProps extends RowsProps {
  readonly tags: Compared['sharedTags'];
}

export function SharedTagRows({ brands, tags }: SharedTagRowsProps) {
  return (
    <Group title="Shared tags, share of ads" columns={brands.length}>
      {tags.map(({ tagDefinitionId, shortText, advertisers }) => (
        <ValueRow
          key={tagDefinitionId}
          name={shortText}
          brands={brands}
          values={brands.map(
            (brand) => advertisers.find((one) => one.advertiserId === brand.advertiserId)?.share ?? 0,
          )}
          format={formatShare}
          bars
        />
      ))}
      {tags.length === 0 && (
        <tr className="border-t">
          <td colSpan={brands.length + 1} className="px-3 py-2 text-quiet">
            No shared tags.
          </td>
        </tr>
      )}
    </Group>
  );
}

export function DistinctTagRow({ brands }: RowsProps) {
  return (
    <Group title="Distinct tags" columns={brands.length}>
      <tr className="border-t">
        <th scope="row" className={classes(nameClasses, 'align-top')}>
          <Tip tip="Tags among a brand’s top 20 that no other brand here uses">Only this brand</Tip>
        </th>
        {brands.map(({ advertiserId, distinctTags }) => (
          <td key={advertiserId} className="px-3 py-2 align-top">
            {distinctTags.length === 0 ? (
              <span className="text-quiet">None</span>
            ) : (
              <ul className="flex flex-wrap gap-1">
                {distinctTags.map(({ tagDefinitionId, shortText, share }) => (
                  <li key={tagDefinitionId} className="max-w-full">
                    <Chip>
                      <bdi>{shortText}</bdi> <bdi>{formatShare(share)}</bdi>
                    </Chip>
                  </li>
                ))}
              </ul>
            )}
          </td>
        ))}
      </tr>
    </Group>
  );
}

/** The sticky first cell of a row. */
export const nameClasses = 'sticky left-0 z-10 border-r bg-card px-3 py-2 text-left font-normal';

interface GroupProps {
  readonly title: string;
  readonly columns: number;
  readonly children: ReactNode;
}

/** Rows under a heading. */
function Group({ title, columns, children }: GroupProps) {
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
function ValueRow({ name, brands, values, format, bars = false }: ValueRowProps) {
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
