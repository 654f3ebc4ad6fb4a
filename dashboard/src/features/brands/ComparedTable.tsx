import { useState } from 'react';
import { formatNumber, formatShare, languageName } from '../../lib/format.ts';
import { formatNames, platformNames } from '../../lib/labels.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Tip } from '../../ui/Tip.tsx';
import { BrandLink, Logo } from '../ads/Logo.tsx';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { brandsCopy } from './copy.ts';
import type { AdsSearch } from './search.ts';
import { listStatistics } from './statistics.ts';

const copy = brandsCopy.comparison;

type Compared = RouterOutputs['brandSpy']['compare'];
type ComparedBrand = Compared['advertisers'][number];

const nameClasses = 'sticky left-0 z-10 border-r bg-card px-3 py-2 text-left font-normal';

interface ComparedTableProps {
  readonly compared: Compared;
  readonly isStale: boolean;
  readonly search: AdsSearch;
}

/** One column per brand. On narrow screens it scrolls horizontally with fixed row names. */
export function ComparedTable({ compared, isStale, search }: ComparedTableProps) {
  const [isWhole, setWhole] = useState(false);
  const brands = compared.advertisers;
  const all = valueGroups(compared, search);
  const groups = isWhole ? all : all.slice(0, firstGroups);
  return (
    <>
      <section
        aria-label={copy.table}
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative overflow-x-auto rounded-md border bg-card xl:overflow-visible"
      >
        <table className={classes('w-full table-fixed border-collapse', isStale && 'opacity-55')}>
          <colgroup>
            <col className="w-26 sm:w-48" />
            {brands.map(({ advertiserId }) => (
              <col key={advertiserId} className="w-28 sm:w-40" />
            ))}
          </colgroup>
          <thead className="bg-card xl:sticky xl:top-12 xl:z-15 xl:shadow-[0_1px_0_var(--color-line)]">
            <tr>
              <th scope="col" className={nameClasses}>
                <span className="sr-only">{copy.metric}</span>
              </th>
              {brands.map((brand) => (
                <BrandColumn key={brand.advertiserId} brand={brand} />
              ))}
            </tr>
          </thead>
          {groups.map(({ title, rows, empty }) => (
            <tbody key={title}>
              <GroupTitle title={title} columns={brands.length} />
              {rows.map((row) => (
                <ValueRow key={row.name} row={row} brands={brands} />
              ))}
              {rows.length === 0 && (
                <tr className="border-t">
                  <td colSpan={brands.length + 1} className="px-3 py-2 text-quiet">
                    {empty}
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </section>
      {!isWhole && (
        <Button className="self-center" onClick={() => setWhole(true)}>
          {copy.showShares}
        </Button>
      )}
    </>
  );
}

/** Only the numbers: the charts above show the launches. */
const firstGroups = 1;

function BrandColumn({ brand: { name, brandLogo } }: { readonly brand: ComparedBrand }) {
  return (
    <th scope="col" className="p-3 text-left align-top font-normal">
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <Logo name={name} url={brandLogo} />
        <BrandLink name={name} className="min-w-0 basis-full sm:flex-1 sm:basis-auto" />
      </div>
    </th>
  );
}

function GroupTitle({ title, columns }: { readonly title: string; readonly columns: number }) {
  return (
    <tr className="border-t bg-sunk">
      <th scope="rowgroup" colSpan={columns + 1} className="px-3 py-1.5 text-left text-xs text-quiet">
        <span className="sticky left-3">{title}</span>
      </th>
    </tr>
  );
}

interface ComparedValue {
  readonly name: string;
  readonly tip?: string;
  /** In the order of the brands. */
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Which of the values are days of at least that number. The largest of such values is not known. */
  readonly lowerBounds?: readonly boolean[];
  /** Shows bars; the values must be shares. */
  readonly bars?: boolean;
}

interface ValueGroup {
  readonly title: string;
  readonly rows: readonly ComparedValue[];
  /** Shown without rows; a group without it is left out. */
  readonly empty?: string;
}

/** Rare values are left out. */
const maxMixRows = 8;

function shareRow(name: string, values: readonly number[]): ComparedValue {
  return { name, values, format: formatShare, bars: true };
}

function valueGroups(
  { advertisers: brands, sharedTags }: Compared,
  search: AdsSearch,
): readonly ValueGroup[] {
  const mix = (title: string, portions: (brand: ComparedBrand) => readonly Portion[]): ValueGroup => ({
    title: copy.shareOfAds(title),
    rows: mixRows(brands.map(portions))
      .slice(0, maxMixRows)
      .map((row) => shareRow(row.value, row.shares)),
  });
  const groups: readonly ValueGroup[] = [
    {
      title: copy.numbers,
      rows: listStatistics(search).map(({ name, tip, format, getValue, isLowerBound }) => ({
        name,
        tip,
        format,
        values: brands.map(({ stats }) => getValue(stats)),
        lowerBounds: brands.map(({ stats }) => isLowerBound(stats)),
      })),
    },
    {
      title: copy.launches,
      rows: (Object.keys(copy.tempo) as readonly (keyof typeof copy.tempo)[]).map((key) => ({
        name: copy.tempo[key].name,
        tip: copy.tempo[key].tip,
        values: brands.map(({ tempo }) => tempo[key]),
        format: key === 'medianDaysRunning' ? brandsCopy.days : formatNumber,
      })),
    },
    mix(copy.formats, ({ formats }) =>
      formats.map(({ format, share }) => ({ value: formatNames[format], share })),
    ),
    mix(copy.platforms, ({ platforms }) =>
      platforms.map(({ platform, share }) => ({ value: platformNames[platform], share })),
    ),
    mix(copy.languages, ({ languages }) =>
      languages.map(({ language, share }) => ({ value: languageName(language), share })),
    ),
    {
      title: copy.shareOfAds(copy.sharedTags),
      rows: sharedTags.map(({ shortText, advertisers }) => {
        const share = new Map(advertisers.map((one) => [one.advertiserId, one.share]));
        return shareRow(
          shortText,
          brands.map(({ advertiserId }) => share.get(advertiserId) ?? 0),
        );
      }),
      empty: copy.noSharedTags,
    },
  ];
  return groups.filter(({ rows, empty }) => rows.length > 0 || empty !== undefined);
}

interface ValueRowProps {
  readonly row: ComparedValue;
  readonly brands: readonly ComparedBrand[];
}

function ValueRow({ row: { name, tip, values, format, lowerBounds, bars = false }, brands }: ValueRowProps) {
  const largest = lowerBounds?.includes(true) === true ? null : indexOfLargest(values, format);
  return (
    <tr className="border-t">
      <th scope="row" className={nameClasses}>
        {tip === undefined ? name : <Tip tip={tip}>{name}</Tip>}
      </th>
      {brands.map(({ advertiserId }, index) => {
        const value = values[index] ?? null;
        return (
          <td key={advertiserId} className="px-3 py-2 text-right align-top whitespace-nowrap tabular-nums">
            <span className={classes('inline-block py-0.5', index === largest && 'font-semibold')}>
              {value === null
                ? '–'
                : lowerBounds?.[index] === true
                  ? brandsCopy.daysAtLeast(value)
                  : format(value)}
              {index === largest && <span className="sr-only">{copy.highest}</span>}
            </span>
            {bars && <Bar share={value ?? 0} className="mt-1" />}
          </td>
        );
      })}
    </tr>
  );
}

/** The index of the largest value; null if another one is formatted the same, or if fewer than two are known. */
export function indexOfLargest(
  values: readonly (number | null)[],
  format: (value: number) => string,
): number | null {
  const known = values.filter((value) => value !== null);
  const largest = Math.max(...known);
  if (known.length < 2 || known.filter((value) => format(value) === format(largest)).length !== 1)
    return null;
  return values.indexOf(largest);
}

interface Portion {
  readonly value: string;
  readonly share: number;
}

/** All values of the brands, most used first, with the share of each brand. */
export function mixRows(mixes: readonly (readonly Portion[])[]) {
  const values = new Set(mixes.flat().map(({ value }) => value));
  const rows = [...values].map((value) => ({
    value,
    shares: mixes.map((mix) => mix.find((portion) => portion.value === value)?.share ?? 0),
  }));
  return rows.toSorted((one, other) => sum(other.shares) - sum(one.shares));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
