import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { AdCard } from '../ads/AdCard.tsx';
import { AdCardSkeleton, AdWall } from '../ads/AdWall.tsx';
import { api } from '../../lib/api/client.ts';
import { errorMessage, httpStatus } from '../../lib/errors.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useInView } from '../../lib/hooks/useInView.ts';
import { plural, formatNumber } from '../../lib/format.ts';

/** More are shown in Discover, which can sort and filter them. */
const maxShown = 48;

interface FoundAdsProps {
  readonly hashes: readonly string[];
  /** The total; `hashes` may contain only the first ones. */
  readonly total: number;
  readonly companies: readonly string[];
}

/** The ads that a rule found; each is loaded when it scrolls near. */
export function FoundAds({ hashes, total, companies }: FoundAdsProps) {
  const shown = hashes.slice(0, maxShown);
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
            Showing the first {formatNumber(shown.length)}. {plural(left, 'more ad')} found.
          </span>
          <Link
            to="/discover"
            search={{ companyNames: companies.slice(0, 20), sortBy: 'date' }}
            className={buttonClasses()}
          >
            {companies.length === 1 ? 'View all ads from this brand' : 'View all ads from these brands'}
          </Link>
        </p>
      )}
    </>
  );
}

function FoundAd({ hash }: { readonly hash: string }) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useInView(element, { isEnabled: !isNear, pixels: 400 }, () => setIsNear(true));
  const details = useQuery({ ...api.ads.getDetails.queryOptions({ hash }), enabled: isNear });
  return (
    <div ref={element} className="grid">
      <QueryView
        query={details}
        loading={<AdCardSkeleton />}
        renderError={(error, retry) => <Unavailable error={error} onRetry={retry} />}
      >
        {(ad) => <AdCard ad={ad} />}
      </QueryView>
    </div>
  );
}

function Unavailable({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div className="flex min-h-48 flex-col items-center justify-center gap-3 rounded-md border border-dashed p-4 text-center text-quiet">
      {httpStatus(error) === 404 ? (
        'This ad is no longer available.'
      ) : (
        <>
          {errorMessage(error)}
          <Button onClick={onRetry}>Try again</Button>
        </>
      )}
    </div>
  );
}
