import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { AdCard } from '../../ads/AdCard.tsx';
import { AdCardSkeleton, AdWall } from '../../ads/AdWall.tsx';
import { api } from '../../api/client.ts';
import { sentenceOf, statusOf } from '../../api/errors.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { useWhenNear } from '../../parts/useWhenNear.ts';
import { counted, formatNumber } from '../../words/format.ts';

/** More are looked at on the page that can sort and narrow them. */
const mostShown = 48;

interface FoundAdsProps {
  readonly hashes: readonly string[];
  /** How many were found, of which these may be the first. */
  readonly total: number;
  readonly companies: readonly string[];
}

/** The ads that a rule found; each is asked for when it comes near. */
export function FoundAds({ hashes, total, companies }: FoundAdsProps) {
  const shown = hashes.slice(0, mostShown);
  const left = total - shown.length;
  return (
    <>
      <AdWall>
        {shown.map((hash) => (
          <FoundAd key={hash} hash={hash} />
        ))}
      </AdWall>
      {left > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-quiet">
            The first {formatNumber(shown.length)} are shown, and {counted(left, 'more ad')} besides.
          </span>
          <Link
            to="/discover"
            search={{ companyNames: companies.slice(0, 20), sortBy: 'date' }}
            className={buttonClasses()}
          >
            {companies.length === 1 ? 'See all ads of this company' : 'See all ads of these companies'}
          </Link>
        </p>
      )}
    </>
  );
}

function FoundAd({ hash }: { readonly hash: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useWhenNear(place, { isWanted: !isNear, pixels: 400 }, () => setIsNear(true));
  const details = useQuery({ ...api.ads.getDetails.queryOptions({ hash }), enabled: isNear });
  if (details.data !== undefined) return <AdCard ad={details.data} />;
  return (
    <div ref={place}>
      {details.isError ? (
        <NotShown>
          {statusOf(details.error) === 404 ? (
            'This ad is no longer known.'
          ) : (
            <>
              {sentenceOf(details.error)}
              <Button onClick={() => void details.refetch()}>Try again</Button>
            </>
          )}
        </NotShown>
      ) : (
        <AdCardSkeleton />
      )}
    </div>
  );
}

function NotShown({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex h-full min-h-48 flex-col items-center justify-center gap-3 rounded-md border border-dashed p-4 text-center text-quiet">
      {children}
    </div>
  );
}
