import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { AdStrip, AdStripSkeleton } from '../ads/AdStrip.tsx';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Button } from '../../ui/Button.tsx';
import { ExpandIcon } from '../../ui/ExpandIcon.tsx';
import { Failure } from '../../ui/states.tsx';
import { plural, formatDay, formatNumber } from '../../lib/format.ts';

type Firing = RouterOutputs['notifications']['testRule']['firings'][number];

/** Shown before "Show all". */
const firstFirings = 7;
/** Ads shown for one day. */
const maxAds = 8;

interface FiringsProps {
  /** Newest first. */
  readonly firings: readonly Firing[];
  /** The expanded day; an empty string for none. */
  readonly open: string | null;
  readonly onOpen: (date: string) => void;
}

export function Firings({ firings, open, onOpen }: FiringsProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded
    ? firings
    : firings.filter(({ date }, index) => index < firstFirings || date === open);
  return (
    <>
      <ul aria-label="Matches by day" className="flex flex-col divide-y rounded-md border">
        {shown.map((firing) => (
          <FiringRow
            key={firing.date}
            firing={firing}
            isOpen={firing.date === open}
            onToggle={() => onOpen(firing.date === open ? '' : firing.date)}
          />
        ))}
      </ul>
      {shown.length < firings.length && (
        <Button className="self-start" onClick={() => setIsExpanded(true)}>
          Show all {formatNumber(firings.length)}
        </Button>
      )}
    </>
  );
}

interface FiringRowProps {
  readonly firing: Firing;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function FiringRow({ firing: { date, title, adHashes, adCount }, isOpen, onToggle }: FiringRowProps) {
  return (
    <li className="flex min-w-0 flex-col">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex items-center gap-3 rounded-md px-3 py-2 text-left -outline-offset-2 hover:bg-sunk"
      >
        <ExpandIcon isOpen={isOpen} />
        <span className="w-24 shrink-0 text-quiet">{formatDay(date)}</span>
        <span dir="auto" className="min-w-0 flex-1">
          {title}
        </span>
      </button>
      {isOpen && (
        <div className="flex min-w-0 flex-col gap-3 p-3 pt-1">
          <FiredAds hashes={adHashes.slice(0, maxAds)} label={title} />
          {adCount > maxAds && <p className="text-quiet">and {plural(adCount - maxAds, 'more ad')}</p>}
        </div>
      )}
    </li>
  );
}

interface FiredAdsProps {
  readonly hashes: readonly string[];
  readonly label: string;
}

function FiredAds({ hashes, label }: FiredAdsProps) {
  const queries = useQueries({ queries: hashes.map((hash) => api.ads.getDetails.queryOptions({ hash })) });
  const ads = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ isError }) => isError);
  if (queries.some(({ isPending }) => isPending)) return <AdStripSkeleton count={hashes.length} />;
  if (ads.length === 0 && failed !== undefined)
    return <Failure error={failed.error} onRetry={() => queries.forEach((one) => void one.refetch())} />;
  return <AdStrip ads={ads} label={label} />;
}
