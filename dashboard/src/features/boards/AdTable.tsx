import { Link } from '@tanstack/react-router';
import { Fragment, type Ref, useRef } from 'react';
import { useVirtualRows } from '../../lib/hooks/useVirtualRows.ts';
import { AdThumb } from '../ads/AdThumb.tsx';
import { firstMedia, getThumbnail } from '../ads/mediaUrls.ts';
import { Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { Reach } from '../ads/Reach.tsx';
import { Score } from '../ads/Score.tsx';
import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatDay } from '../../lib/format.ts';
import { SelectAd, DragAds, SavedAdMenu, Note } from './SavedAdCard.tsx';
import type { Wall } from './wall.ts';
import { boardsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = boardsCopy.savedAds;

interface AdTableProps {
  readonly ads: readonly SavedAd[];
  readonly wall: Wall;
}

const columns = [
  [copy.select, 'w-10'],
  [copy.ad, ''],
  [copy.brand, 'hidden w-40 md:table-cell'],
  [copy.platforms, 'hidden w-32 2xl:table-cell'],
  [copy.running, 'hidden w-24 lg:table-cell'],
  [copy.reach, 'hidden w-28 sm:table-cell'],
  [copy.saved, 'hidden w-28 2xl:table-cell'],
  [copy.score, 'hidden w-32 xl:table-cell'],
  [copy.note, 'hidden w-44 lg:table-cell 2xl:w-72'],
  [copy.actions, 'w-12'],
] as const;

const hiddenNames: ReadonlySet<string> = new Set([copy.select, copy.actions]);

/** One row per ad. Columns that do not fit a narrow screen are hidden. */
export function AdTable({ ads, wall }: AdTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, spaceAfter, measure } = useVirtualRows(body, ads.length, 57);
  return (
    <div className="rounded-md border bg-card">
      <table aria-rowcount={ads.length + 1} className="w-full table-fixed">
        <thead>
          <tr className="border-b text-left text-xs text-quiet">
            {columns.map(([name, width]) => (
              <th key={name} scope="col" className={classes('px-2 py-2 font-normal', width)}>
                <span className={hiddenNames.has(name) ? 'sr-only' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map(({ index, space }) => {
            const ad = ads[index];
            if (ad === undefined) return null;
            return (
              <Fragment key={ad.hash}>
                <Space height={space} />
                <AdRow ad={ad} wall={wall} index={index} measure={measure} />
              </Fragment>
            );
          })}
          <Space height={spaceAfter} />
        </tbody>
      </table>
    </div>
  );
}

/** Rows that are left out. */
function Space({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

interface AdRowProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
  readonly index: number;
  readonly measure: Ref<HTMLTableRowElement>;
}

function AdRow({ ad, wall, index, measure }: AdRowProps) {
  const [select, main, brand, platforms, running, reach, saved, score, note, actions] = columns.map(
    ([, width]) => classes('px-2 py-1.5', width),
  );
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes(
        'border-b last:border-b-0',
        wall.selected.has(ad.hash) ? 'bg-accent-soft' : 'hover:bg-sunk',
      )}
    >
      <td className={select}>
        <SelectAd ad={ad} wall={wall} />
      </td>
      <td className={main}>
        <AdCell ad={ad} wall={wall} />
      </td>
      <td className={brand}>
        <BrandCell ad={ad} />
      </td>
      <td className={platforms}>
        <PlatformMarks platforms={ad.platforms} />
      </td>
      <td className={running}>{copy.days(ad.daysRunning)}</td>
      <td className={reach}>{ad.reach.value === null ? <UnknownReach /> : <Reach reach={ad.reach} />}</td>
      <td className={classes(saved, 'text-quiet')}>{formatDay(ad.savedAt)}</td>
      <td className={score}>
        <Score score={ad.performanceScore} parts={ad.scoreParts} />
      </td>
      <td className={note}>
        <Note ad={ad} isEditable={wall.mayChange(ad)} />
      </td>
      <td className={actions}>
        <SavedAdMenu ad={ad} wall={wall} />
      </td>
    </tr>
  );
}

function AdCell({ ad, wall }: { readonly ad: SavedAd; readonly wall: Wall }) {
  return (
    <DragAds ad={ad} wall={wall}>
      <Link
        to="/ads/$hash"
        params={{ hash: ad.hash }}
        draggable={false}
        className="group flex min-w-0 items-center gap-3 rounded-md"
      >
        <AdThumb
          url={getThumbnail(firstMedia(ad))}
          brand={ad.advertiser.name}
          className="h-11 w-9 rounded-sm"
        />
        <span className="flex min-w-0 flex-col">
          <span dir="auto" className="truncate font-semibold group-hover:underline">
            {ad.headline ?? copy.noHeadline}
          </span>
          <span dir="auto" className="truncate text-quiet">
            <span className="md:hidden">{ad.advertiser.name} · </span>
            {ad.body}
          </span>
        </span>
      </Link>
    </DragAds>
  );
}

function UnknownReach() {
  return (
    <Tip tip={copy.noReach} className="text-quiet">
      –<span className="sr-only"> {uiCopy.unknown}</span>
    </Tip>
  );
}

function BrandCell({ ad: { advertiser } }: { readonly ad: SavedAd }) {
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
    <Loading label={copy.loadingAds}>
      <div className="flex flex-col gap-2 rounded-md border bg-card p-2">
        {Array.from({ length: 10 }, (_, number) => (
          <Skeleton key={number} className="h-12" />
        ))}
      </div>
    </Loading>
  );
}
