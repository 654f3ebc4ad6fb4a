import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ExpandIcon } from '../../ui/ExpandIcon.tsx';
import { Bar } from '../../ui/Bar.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatShort } from '../../lib/format.ts';
import { BestAds, type RowFilter } from './BestAds.tsx';
import type { TrendingSearch } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { trendingCopy } from './copy.ts';

export interface RankedRow {
  readonly key: string | number;
  readonly name: string;
  readonly mark?: ReactNode;
  /** Below the name, before the number of ads. */
  readonly about: ReactNode;
  readonly totalEngagement: number;
  readonly adCount: number;
  readonly avgEngagementPerAd: number;
  readonly filter: RowFilter;
}

interface LeaderboardProps {
  readonly rows: readonly RankedRow[];
  readonly search: TrendingSearch;
  /** The key of the expanded row. */
  readonly open: string | number | undefined;
  readonly onOpen: (key: string | number | undefined) => void;
  readonly label: string;
}

const initialCount = 15;

/** Rows by engagement, each with a bar relative to the first. */
export function Leaderboard({ rows, search, open, onOpen, label }: LeaderboardProps) {
  const [all, setAll] = useState(false);
  const openIndex = rows.findIndex((row) => row.key === open);
  const shown = all ? rows : rows.slice(0, Math.max(initialCount, openIndex + 1));
  const max = rows[0]?.totalEngagement ?? 0;
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={label} className="-my-1 flex flex-col divide-y">
        {shown.map((row) => (
          <LeaderboardRow
            key={row.key}
            row={row}
            share={max === 0 ? 0 : row.totalEngagement / max}
            search={search}
            open={row.key === open}
            onToggle={() => onOpen(row.key === open ? undefined : row.key)}
          />
        ))}
      </ol>
      {shown.length < rows.length && (
        <Button className="self-center" onClick={() => setAll(true)}>
          {adsCopy.showAll(rows.length)}
        </Button>
      )}
    </div>
  );
}

interface LeaderboardRowProps {
  readonly row: RankedRow;
  readonly share: number;
  readonly search: TrendingSearch;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function LeaderboardRow({ row, share, search, open, onToggle }: LeaderboardRowProps) {
  const id = useId();
  return (
    <li className="flex min-w-0 flex-col gap-3 py-1">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className="-mx-2 grid min-w-0 flex-1 grid-cols-1 items-center gap-x-4 gap-y-1.5 rounded-md px-2 py-1.5 text-left hover:bg-sunk sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
        >
          <RowName row={row} open={open} />
          <Bar share={share} className="h-2.5" />
        </button>
        <Tip
          tip={trendingCopy.ranking.rowTip(row)}
          className="w-14 shrink-0 text-right font-semibold tabular-nums"
        >
          <span className="sr-only">{trendingCopy.ranking.engagementLabel}</span>
          {formatShort(row.totalEngagement)}
        </Tip>
      </div>
      {open && (
        <div id={id} className="appear min-w-0 pb-3">
          <BestAds name={row.name} ranked={row.adCount} search={search} filter={row.filter} />
        </div>
      )}
    </li>
  );
}

function RowName({ row, open }: { readonly row: RankedRow; readonly open: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ExpandIcon isOpen={open} />
      {row.mark}
      <span className="flex min-w-0 flex-col">
        <span dir="auto" className="truncate text-left font-semibold">
          {row.name}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-xs text-quiet">
          {row.about}
          <span className="whitespace-nowrap">{adsCopy.ads(row.adCount)}</span>
        </span>
      </span>
    </span>
  );
}
