import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { AdStrip, AdStripSkeleton } from '../../ads/AdStrip.tsx';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { FoldMark } from '../../parts/FoldMark.tsx';
import { Failure } from '../../parts/states.tsx';
import { counted, formatDay, formatNumber } from '../../words/format.ts';

type Firing = Answers['notifications']['testRule']['firings'][number];

/** Shown before one asks for all of them. */
const firstFirings = 7;
/** Ads of one firing that are looked at in passing. */
const mostAds = 8;

interface FiringsProps {
  /** The newest first. */
  readonly firings: readonly Firing[];
  /** The day that is unfolded; an empty one: none. */
  readonly open: string | null;
  readonly onOpen: (date: string) => void;
}

export function Firings({ firings, open, onOpen }: FiringsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole
    ? firings
    : firings.filter(({ date }, place) => place < firstFirings || date === open);
  return (
    <>
      <ul aria-label="What would have been told" className="flex flex-col divide-y rounded-md border">
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
        <Button className="self-start" onClick={() => setIsWhole(true)}>
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
        <FoldMark isOpen={isOpen} />
        <span className="w-24 shrink-0 text-quiet">{formatDay(date)}</span>
        <span dir="auto" className="min-w-0 flex-1">
          {title}
        </span>
      </button>
      {isOpen && (
        <div className="flex min-w-0 flex-col gap-3 p-3 pt-1">
          <FiredAds hashes={adHashes.slice(0, mostAds)} label={title} />
          {adCount > mostAds && <p className="text-quiet">and {counted(adCount - mostAds, 'more ad')}</p>}
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
  const answers = useQueries({ queries: hashes.map((hash) => api.ads.getDetails.queryOptions({ hash })) });
  const ads = answers.flatMap(({ data }) => data ?? []);
  const failed = answers.find(({ isError }) => isError);
  if (answers.some(({ isPending }) => isPending)) return <AdStripSkeleton count={hashes.length} />;
  if (ads.length === 0 && failed !== undefined)
    return <Failure error={failed.error} onRetry={() => answers.forEach((one) => void one.refetch())} />;
  return <AdStrip ads={ads} label={label} />;
}
