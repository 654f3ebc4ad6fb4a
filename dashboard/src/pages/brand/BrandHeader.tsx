import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../../ads/Logo.tsx';
import { PlatformMarks } from '../../ads/PlatformMarks.tsx';
import type { Answers } from '../../api/types.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { counted, formatAgo, formatNumber, formatShort, formatTime } from '../../words/format.ts';
import { type AdFilters, asDiscoverSearch } from './filters.ts';
import { FollowButton } from './FollowButton.tsx';

export type Header = Answers['brandSpy']['getHeader'];

/** Logo and name, with what is known of the brand as a whole. */
export function BrandHeading({ header }: { readonly header: Header }) {
  const { name, brandLogo, totalAds, totalReach, activeAds, platforms, categories } = header;
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Logo name={name} url={brandLogo} size={64} />
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="text-2xl font-semibold">{name}</h1>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet">
          <span>
            {counted(totalAds, 'ad')}, {formatNumber(activeAds)} running
          </span>
          <Dot />
          <Tip tip="The sum over these ads, partly estimated; those of which nothing is known are left out.">
            {totalReach === 0 ? 'reach not known' : `≈ ${formatShort(totalReach)} reach`}
          </Tip>
          <Dot />
          <Freshness header={header} />
          <PlatformMarks platforms={platforms} />
          {categories.map((category) => (
            <Chip key={category}>{category}</Chip>
          ))}
        </div>
      </div>
    </div>
  );
}

function Dot(): ReactNode {
  return (
    <span aria-hidden className="hidden sm:inline">
      ·
    </span>
  );
}

function Freshness({ header: { firstSeenAt, lastSeenAt } }: { readonly header: Header }) {
  if (firstSeenAt === null || lastSeenAt === null) return <span>no ad that the filters leave</span>;
  const tip = `A source last saw one of these ads on ${formatTime(lastSeenAt)}, and the first of them on ${formatTime(firstSeenAt)}.`;
  return <Tip tip={tip}>seen {formatAgo(lastSeenAt)}</Tip>;
}

interface BrandActionsProps {
  readonly name: string;
  readonly filters: AdFilters;
}

export function BrandActions({ name, filters }: BrandActionsProps) {
  return (
    <>
      <FollowButton name={name} />
      <Link to="/compare" search={{ names: [name] }} className={buttonClasses()}>
        <GitCompareArrows size={16} aria-hidden /> Compare
      </Link>
      <Link to="/discover" search={asDiscoverSearch(name, filters)} className={buttonClasses()}>
        See all ads
      </Link>
    </>
  );
}
