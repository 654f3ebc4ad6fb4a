import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { tipOn } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { trendingCopy } from './copy.ts';
import { type Cell, cellFilters, levelOf, levelRanges, pairKey, type Saturation } from './saturation.ts';

const copy = trendingCopy.saturation;

/** Light enough for dark text on all of them, and the other way round in the dark. */
const shades = ['bg-chart-1/10', 'bg-chart-1/22', 'bg-chart-1/34', 'bg-chart-1/46', 'bg-chart-1/56'];
const initialTags = 12;

export function HeatMap({ map }: { readonly map: Saturation }) {
  const [isWhole, setIsWhole] = useState(false);
  const count = isWhole ? Infinity : initialTags;
  const shown = { ...map, angles: map.angles.slice(0, count), offers: map.offers.slice(0, count) };
  const isCut = shown.angles.length < map.angles.length || shown.offers.length < map.offers.length;
  const max = map.cells.reduce((most, { advertisers }) => Math.max(most, advertisers), 0);
  return (
    <>
      <Legend max={max} />
      {/* The table scrolls in its own container, which takes the focus for the keyboard. */}
      <section
        aria-label={copy.mapTitle}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <HeatTable map={shown} max={max} />
      </section>
      {isCut && (
        <Button className="self-start" onClick={() => setIsWhole(true)}>
          {copy.showAll(map.angles.length, map.offers.length)}
        </Button>
      )}
    </>
  );
}

interface HeatTableProps {
  readonly map: Saturation;
  /** The largest count of all cells. */
  readonly max: number;
}

const cornerClasses = 'sticky left-0 z-10 bg-card p-1 xl:w-40 text-left align-bottom font-normal text-quiet';
const rowNameClasses = 'sticky left-0 z-10 min-w-28 bg-card py-1 pr-2 text-left font-normal sm:min-w-40';

const verticalClasses = 'inline-block max-h-36 rotate-180 text-left leading-4 [writing-mode:vertical-rl]';
/** On a wide screen, where the columns of the initial tags are wide enough for words. */
const horizontalClasses =
  'xl:block xl:max-h-none xl:rotate-0 xl:text-center xl:hyphens-auto xl:[writing-mode:horizontal-tb]';

function HeatTable({ map, max }: HeatTableProps) {
  const isWide = map.offers.length <= initialTags;
  const cells = new Map(map.cells.map((cell) => [pairKey(cell), cell]));
  return (
    <table
      className={classes(
        'w-full border-separate border-spacing-0.5 text-xs tabular-nums',
        isWide && 'xl:table-fixed',
      )}
    >
      <caption className="sr-only">{copy.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={cornerClasses}>
            {copy.axes}
          </th>
          {map.offers.map(({ tagDefinitionId, shortText }) => (
            <th
              key={tagDefinitionId}
              scope="col"
              lang="en"
              className={classes('h-36 min-w-10 p-1 align-bottom font-normal', isWide && 'xl:h-auto')}
            >
              <span className={classes(verticalClasses, isWide && horizontalClasses)}>{shortText}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {map.angles.map(({ tagDefinitionId: angleId, shortText: angle }) => (
          <tr key={angleId}>
            <th scope="row" className={rowNameClasses}>
              {angle}
            </th>
            {map.offers.map(({ tagDefinitionId: offerId, shortText: offer }) => (
              <HeatCell
                key={offerId}
                map={map}
                max={max}
                name={copy.pair(angle, offer)}
                cell={cells.get(pairKey({ angleId, offerId }))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeatCellProps extends HeatTableProps {
  readonly name: string;
  readonly cell: Cell | undefined;
}

function HeatCell({ map, name, cell, max }: HeatCellProps) {
  if (cell === undefined) {
    return (
      <td className="h-8 rounded-sm border border-dashed text-center text-quiet">
        <span aria-hidden>·</span>
        <span className="sr-only">{copy.none}</span>
      </td>
    );
  }
  const shade = shades[levelOf(cell.advertisers, max) - 1] ?? 'border border-dashed';
  return (
    <td className="p-0">
      <Link
        to="/discover"
        search={cellFilters(map, cell)}
        aria-label={copy.cellLabel(name, cell)}
        {...tipOn(copy.cellTip(name, cell))}
        className={classes('flex h-8 min-w-10 items-center justify-center rounded-sm hover:underline', shade)}
      >
        {formatNumber(cell.advertisers)}
      </Link>
    </td>
  );
}

function Legend({ max }: { readonly max: number }) {
  return (
    <ul aria-label={copy.legend} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-quiet">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="flex size-4 items-center justify-center rounded-sm border border-dashed">
          ·
        </span>
        {copy.none}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="flex size-4 items-center justify-center rounded-sm border border-dashed">
          {formatNumber(0)}
        </span>
        {copy.usedBefore}
      </li>
      {levelRanges(max).map(([from, to], at) => (
        <li key={from} className="flex items-center gap-1.5">
          <span aria-hidden className={classes('size-4 rounded-sm', shades[at])} />
          {copy.range(from, to)}
        </li>
      ))}
    </ul>
  );
}
