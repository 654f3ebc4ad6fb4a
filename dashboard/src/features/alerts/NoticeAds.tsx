import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { Notification } from '../../lib/api/types.ts';
import { describeError, httpStatus } from '../../lib/errors.ts';
import { formatAgo, formatNumber, formatTime } from '../../lib/format.ts';
import { useInView } from '../../lib/hooks/useInView.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { OutsideLink } from '../../ui/OutsideLink.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { AdCard } from '../ads/AdCard.tsx';
import { AdCardSkeleton, AdWall } from '../ads/AdWall.tsx';
import { noticeFacts } from './inbox/NoticeRow.tsx';
import { adsCopy } from '../ads/copy.ts';
import { alertsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = alertsCopy.inbox;

export function NoticeAds({ notice }: { readonly notice: Notification }) {
  const { title, ruleId, createdAt, adHashes } = notice;
  const facts = noticeFacts(notice);
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 dir="auto" className="text-base font-semibold">
          {title}
        </h2>
        <p className="flex flex-wrap gap-x-1.5 text-quiet">
          {ruleId === null ? (
            <span>{facts.ruleName}</span>
          ) : (
            <Link
              to="/alerts/rules/$ruleId"
              params={{ ruleId: String(ruleId) }}
              className="text-accent hover:underline"
            >
              {facts.ruleName}
            </Link>
          )}
          <span aria-hidden>·</span>
          <Tip tip={copy.sent(formatTime(createdAt))}>{formatAgo(createdAt)}</Tip>
        </p>
      </header>
      {facts.companyCount > 1 && <Brands {...facts} />}
      {facts.landingPages.length > 0 && <LandingPages pages={facts.landingPages} />}
      <FoundAds hashes={adHashes} total={facts.adCount} companies={facts.companies.map(({ name }) => name)} />
    </section>
  );
}

const maxBrands = 12;

function Brands({ companies, companyCount }: ReturnType<typeof noticeFacts>) {
  const left = companyCount - Math.min(companies.length, maxBrands);
  return (
    <ul aria-label={adsCopy.brands} className="flex flex-wrap items-center gap-2">
      {companies.slice(0, maxBrands).map(({ name, adCount }) => (
        <li key={name} className="min-w-0">
          <Link
            to="/brands/$name"
            params={{ name }}
            className="flex min-h-6 items-center gap-1.5 rounded-full bg-sunk px-2.5 py-0.5 text-xs hover:underline"
          >
            <span dir="auto" className="min-w-0 truncate">
              {name}
            </span>
            <span className="text-quiet">{formatNumber(adCount)}</span>
            <span className="sr-only">{copy.adWord(adCount)}</span>
          </Link>
        </li>
      ))}
      {left > 0 && <li className="text-xs text-quiet">{copy.others(left)}</li>}
    </ul>
  );
}

const maxPages = 10;

function LandingPages({ pages }: { readonly pages: readonly string[] }) {
  return (
    <ul aria-label={copy.landingPages} className="flex flex-col gap-1 rounded-md border bg-card p-4">
      {pages.slice(0, maxPages).map((page) => (
        <li key={page} className="flex min-w-0">
          <OutsideLink href={page}>{page}</OutsideLink>
        </li>
      ))}
      {pages.length > maxPages && (
        <li className="text-xs text-quiet">{copy.others(pages.length - maxPages)}</li>
      )}
    </ul>
  );
}

/** More are shown in Discover, which can sort and filter them. */
const maxShown = 48;

interface FoundAdsProps {
  readonly hashes: readonly string[];
  /** The total; `hashes` may contain only the first ones. */
  readonly total: number;
  readonly companies: readonly string[];
}

/** The ads that a rule found; each is loaded when it scrolls near. */
function FoundAds({ hashes, total, companies }: FoundAdsProps) {
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
          <span className="text-quiet">{copy.showing(shown.length, left)}</span>
          <Link
            to="/discover"
            search={{ companyNames: companies.slice(0, 20), sortBy: 'date' }}
            className={buttonClasses()}
          >
            {copy.viewAll(companies.length)}
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
        renderError={(error, retry) => (
          <div className="flex min-h-48 flex-col items-center justify-center gap-3 rounded-md border border-dashed p-4 text-center text-quiet">
            {httpStatus(error) === 404 ? copy.adGone : describeError(error)}
            {httpStatus(error) !== 404 && <Button onClick={retry}>{uiCopy.tryAgain}</Button>}
          </div>
        )}
      >
        {(ad) => <AdCard ad={ad} />}
      </QueryView>
    </div>
  );
}
