import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, FileText, GitCompareArrows, Plus } from 'lucide-react';
import { api, client } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { optimistic, updateQuery } from '../../lib/optimistic.ts';
import { Button, buttonClasses, type ButtonVariant } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { toastError } from '../../ui/toast.tsx';
import { AlertMe } from '../ads/AlertMe.tsx';
import { Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { asDiscoverSearch, type BrandFilters } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.follow;

export type Header = RouterOutputs['brandSpy']['getHeader'];

export function BrandHeading({ header: { name, brandLogo } }: { readonly header: Header }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Logo name={name} url={brandLogo} size={48} />
      <h1 className="min-w-0 text-2xl font-semibold break-words">{name}</h1>
    </div>
  );
}

/** Below the name and the buttons, over the whole width. */
export function BrandFacts({ header }: { readonly header: Header }) {
  const { name, totalAds, totalReach, activeAds, firstSeenAt, lastSeenAt } = header;
  return (
    <div className="-mt-1 flex flex-col gap-1 text-quiet">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>{brandsCopy.adsRunning(totalAds, activeAds)}</span>
        {dot}
        <Tip tip={brandsCopy.reachTip}>{brandsCopy.reach(totalReach)}</Tip>
        {dot}
        {firstSeenAt === null || lastSeenAt === null ? (
          <span>{brandsCopy.brand.noMatchingAds}</span>
        ) : (
          <Tip tip={adsCopy.seen(formatTime(firstSeenAt), formatTime(lastSeenAt))}>
            {brandsCopy.brand.seen(formatAgo(lastSeenAt))}
          </Tip>
        )}
        <PlatformMarks platforms={header.platforms} />
        {header.categories.map((category) => (
          <Chip key={category}>{category}</Chip>
        ))}
        <ProductCategory name={name} />
      </div>
      <MomentumLine name={name} />
    </div>
  );
}

/** Its place is reserved while it loads: a line on a phone, otherwise the end of the line of facts. */
function ProductCategory({ name }: { readonly name: string }) {
  const { data } = useQuery(api.brandSpy.getProductCategory.queryOptions({ companyName: name }));
  return (
    <div className="flex h-6 items-center text-sm max-sm:w-full sm:min-w-40 sm:flex-1">
      {data && <CategoryName found={data} />}
    </div>
  );
}

type FoundCategory = RouterOutputs['brandSpy']['getProductCategory'];

function CategoryName({ found: { category, matchingTexts, texts } }: { readonly found: FoundCategory }) {
  if (category === null) return brandsCopy.brand.noCategory;
  return (
    <Tip tip={brandsCopy.brand.categoryTip(category.id, matchingTexts, texts)}>
      <Chip>{[...category.within, category.name].join(' › ')}</Chip>
    </Tip>
  );
}

/** Of all ads of the brand, whatever the filters. */
function MomentumLine({ name }: { readonly name: string }) {
  const { data } = useQuery(api.brandSpy.getMomentum.queryOptions({ companyName: name }));
  return (
    <div className="flex min-h-6 items-center text-sm">
      {data && <Tip tip={brandsCopy.brand.momentumTip(data)}>{brandsCopy.brand.momentum(data)}</Tip>}
    </div>
  );
}

const dot = (
  <span aria-hidden className="hidden sm:inline">
    ·
  </span>
);

export function BrandActions({ name, filters }: { readonly name: string; readonly filters: BrandFilters }) {
  return (
    <>
      <FollowButton name={name} />
      <AlertMe search={asDiscoverSearch(name, filters)} />
      <Link to="/compare" search={{ names: [name] }} className={buttonClasses()}>
        <GitCompareArrows size={16} aria-hidden /> {brandsCopy.compare}
      </Link>
      <Link to="/reports/view" search={{ name }} className={buttonClasses()}>
        <FileText size={16} aria-hidden /> {adsCopy.weeklyReport}
      </Link>
      <Link to="/discover" search={asDiscoverSearch(name, filters)} className={buttonClasses()}>
        {adsCopy.viewAll}
      </Link>
    </>
  );
}

interface FollowButtonProps {
  readonly name: string;
  readonly variant?: ButtonVariant;
}

export function FollowButton({ name, variant = 'primary' }: FollowButtonProps) {
  const input = { companyName: name };
  const query = api.companies.isFollowing.queryOptions(input);
  const { data } = useQuery(query);
  const change = useMutation({
    mutationFn: (follow: boolean): Promise<unknown> =>
      follow ? client.companies.follow.mutate(input) : client.companies.unfollow.mutate(input),
    onMutate: optimistic((follow: boolean) => [
      updateQuery(query.queryKey, (before) => before && { ...before, following: follow }),
    ]),
    onError: toastError,
    meta: { invalidates: [{ queryKey: query.queryKey }, api.companies.listFollowed.pathFilter()] },
  });
  const isFollowing = data?.following === true;
  return (
    <Button
      variant={isFollowing ? 'plain' : variant}
      // Fits both labels, so that the layout does not shift.
      className="min-w-29"
      aria-label={isFollowing ? copy.unfollowBrand(name) : copy.followBrand(name)}
      disabled={data === undefined}
      onClick={() => change.mutate(!isFollowing)}
    >
      {isFollowing ? <Check size={16} aria-hidden className="text-good" /> : <Plus size={16} aria-hidden />}{' '}
      {isFollowing ? copy.following : copy.follow}
    </Button>
  );
}
