import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, GitCompareArrows, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, client } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { optimistic, updateQuery } from '../../lib/optimistic.ts';
import { Button, buttonClasses, type ButtonVariant } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { toastError } from '../../ui/toast.tsx';
import { Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { asDiscoverSearch, type BrandFilters } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.follow;

export type Header = RouterOutputs['brandSpy']['getHeader'];

export function BrandHeading({ header }: { readonly header: Header }) {
  const { name, brandLogo, totalAds, totalReach, activeAds, platforms, categories } = header;
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Logo name={name} url={brandLogo} size={64} />
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="text-2xl font-semibold">{name}</h1>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet">
          <span>{brandsCopy.adsRunning(totalAds, activeAds)}</span>
          <Dot />
          <Tip tip={brandsCopy.reachTip}>{brandsCopy.reach(totalReach)}</Tip>
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
  if (firstSeenAt === null || lastSeenAt === null) return <span>{brandsCopy.brand.noMatchingAds}</span>;
  const tip = adsCopy.seen(formatTime(firstSeenAt), formatTime(lastSeenAt));
  return <Tip tip={tip}>{brandsCopy.brand.seen(formatAgo(lastSeenAt))}</Tip>;
}

export function BrandActions({ name, filters }: { readonly name: string; readonly filters: BrandFilters }) {
  return (
    <>
      <FollowButton name={name} />
      <Link to="/compare" search={{ names: [name] }} className={buttonClasses()}>
        <GitCompareArrows size={16} aria-hidden /> {brandsCopy.compare}
      </Link>
      <Link to="/discover" search={asDiscoverSearch(name, filters)} className={buttonClasses()}>
        {adsCopy.viewAll}
      </Link>
    </>
  );
}

interface FollowButtonProps {
  readonly name: string;
  /** The variant while not following. */
  readonly variant?: ButtonVariant;
}

/** Fits both labels, so that the layout does not shift. */
const widthClass = 'min-w-29';

export function FollowButton({ name, variant = 'primary' }: FollowButtonProps) {
  const input = { companyName: name };
  const following = useQuery(api.companies.isFollowing.queryOptions(input));
  const { queryKey } = api.companies.isFollowing.queryOptions(input);
  const change = useMutation({
    mutationFn: (follow: boolean): Promise<unknown> =>
      follow ? client.companies.follow.mutate(input) : client.companies.unfollow.mutate(input),
    onMutate: optimistic((follow: boolean) => [
      updateQuery(queryKey, (before) => before && { ...before, following: follow }),
    ]),
    onError: toastError,
    meta: { invalidates: [{ queryKey }, api.companies.listFollowed.pathFilter()] },
  });
  if (following.data?.following === true) {
    return (
      <Button
        className={widthClass}
        aria-label={copy.unfollowBrand(name)}
        onClick={() => change.mutate(false)}
      >
        <Check size={16} aria-hidden className="text-good" /> {copy.following}
      </Button>
    );
  }
  return (
    <Button
      variant={variant}
      className={widthClass}
      aria-label={copy.followBrand(name)}
      disabled={following.data === undefined}
      onClick={() => change.mutate(true)}
    >
      <Plus size={16} aria-hidden /> {copy.follow}
    </Button>
  );
}
