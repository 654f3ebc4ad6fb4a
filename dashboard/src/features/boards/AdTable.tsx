import { isDemoAd } from '@magpie/contract/limits';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useRef } from 'react';
import { useVirtualItems } from '../../lib/hooks/useVirtualItems.ts';
import { AdImage } from '../ads/AdThumb.tsx';
import { adsCopy } from '../ads/copy.ts';
import { Logo } from '../ads/Logo.tsx';
import { Organized } from '../ads/Labels.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { Reach } from '../ads/AdCard.tsx';
import { Score } from '../ads/Score.tsx';
import { SelectAd } from '../ads/Selection.tsx';
import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { Loading, Skeletons } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatDay } from '../../lib/format.ts';
import { DragAds, SavedAdMenu, Note } from './SavedAdCard.tsx';
import type { Wall } from './wall.ts';
import { boardsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = boardsCopy.savedAds;

interface CellProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
}

interface Column {
  readonly name: string;
  readonly hideName?: boolean;
  readonly className: string;
  readonly Cell: (props: CellProps) => ReactNode;
}

const numberClasses = 'text-right whitespace-nowrap tabular-nums';

/** Columns that do not fit a narrow screen are hidden. */
const columns: readonly Column[] = [
  { name: copy.select, hideName: true, className: 'w-10', Cell: SelectCell },
  { name: copy.ad, className: '', Cell: AdCell },
  { name: copy.brand, className: 'hidden w-38 md:table-cell', Cell: BrandCell },
  {
    name: adsCopy.platforms,
    className: 'hidden w-32 2xl:table-cell',
    Cell: ({ ad }) => <PlatformMarks platforms={ad.platforms} />,
  },
  {
    name: copy.running,
    className: `hidden w-22 lg:table-cell ${numberClasses}`,
    Cell: ({ ad }) => adsCopy.daysRunning(ad),
  },
  { name: copy.reach, className: `hidden w-22 sm:table-cell ${numberClasses}`, Cell: ReachCell },
  {
    name: copy.saved,
    className: `hidden w-28 text-quiet 2xl:table-cell ${numberClasses}`,
    Cell: ({ ad }) => formatDay(ad.savedAt),
  },
  {
    name: copy.score,
    className: `hidden w-28 xl:table-cell ${numberClasses}`,
    Cell: ({ ad }) => <Score score={ad} />,
  },
  { name: adsCopy.labels.title, className: 'hidden w-32 xl:table-cell', Cell: Organized },
  { name: copy.note, className: 'hidden w-36 lg:table-cell 2xl:w-72', Cell: Note },
  { name: copy.actions, hideName: true, className: 'w-12', Cell: SavedAdMenu },
];

interface AdTableProps {
  readonly ads: readonly SavedAd[];
  readonly wall: Wall;
}

const oneColumn = { gap: 0, estimate: () => 57 };

export function AdTable({ ads, wall }: AdTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, height } = useVirtualItems(body, ads, oneColumn);
  const endOf = (at: number): number => (shown[at] === undefined ? 0 : shown[at].top + shown[at].height);
  return (
    <div className="rounded-md border bg-card">
      <table aria-rowcount={ads.length + 1} className="w-full table-fixed">
        <thead>
          <tr className="border-b text-left text-xs text-quiet">
            {columns.map(({ name, hideName, className }) => (
              <th key={name} scope="col" className={classes('px-2 py-2 font-normal', className)}>
                <span className={hideName === true ? 'sr-only' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(({ index, top }, at) => {
            const ad = ads[index];
            if (ad === undefined) return null;
            const color = wall.selected.has(ad.hash) ? 'bg-accent-soft' : 'hover:bg-sunk';
            return (
              <Fragment key={ad.hash}>
                <Space height={top - endOf(at - 1)} />
                <tr
                  data-index={index}
                  data-hash={ad.hash}
                  aria-rowindex={index + 2}
                  className={classes('border-b last:border-b-0', color)}
                >
                  {columns.map(({ name, className, Cell }) => (
                    <td key={name} className={classes('px-2 py-1.5', className)}>
                      <Cell ad={ad} wall={wall} />
                    </td>
                  ))}
                </tr>
              </Fragment>
            );
          })}
          <Space height={height - endOf(shown.length - 1)} />
        </tbody>
      </table>
    </div>
  );
}

function Space({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

function SelectCell({ ad, wall }: CellProps) {
  return <SelectAd ad={ad} selected={wall.selected} onToggle={wall.toggle} />;
}

function AdCell({ ad, wall }: CellProps) {
  return (
    <DragAds ad={ad} wall={wall}>
      <Link
        to="/ads/$hash"
        params={{ hash: ad.hash }}
        draggable={false}
        className="group flex min-w-0 items-center gap-3 rounded-md"
      >
        <AdImage ad={ad} className="h-11 w-9 rounded-sm" />
        <span className="flex min-w-0 flex-col">
          <span dir="auto" className="truncate font-semibold group-hover:underline">
            {ad.headline ?? ad.body ?? adsCopy.noHeadline}
          </span>
          <span dir="auto" className="truncate text-xs text-quiet">
            {isDemoAd(ad) && <span className="pr-1.5 font-semibold">{adsCopy.demo.mark}</span>}
            <span className="pr-1.5 md:hidden">{ad.advertiser.name}</span>
            {ad.headline !== null && ad.body}
          </span>
        </span>
      </Link>
    </DragAds>
  );
}

function ReachCell({ ad: { reach } }: CellProps) {
  if (reach.value !== null) return <Reach reach={reach} />;
  return (
    <Tip tip={copy.noReach} className="text-quiet">
      –<span className="sr-only"> {uiCopy.unknown}</span>
    </Tip>
  );
}

function BrandCell({ ad: { advertiser } }: CellProps) {
  return (
    <Link
      to="/brands/$name"
      params={{ name: advertiser.name }}
      className="flex min-w-0 items-center gap-2 rounded-sm hover:underline"
    >
      <Logo name={advertiser.name} url={advertiser.brandLogo} size={24} />
      <span dir="auto" className="truncate">
        {advertiser.name}
      </span>
    </Link>
  );
}

export function AdTableSkeleton() {
  return (
    <Loading label={adsCopy.loading}>
      <div className="flex flex-col gap-2 rounded-md border bg-card p-2">
        <Skeletons count={10} className="h-12" />
      </div>
    </Loading>
  );
}
