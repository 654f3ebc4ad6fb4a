import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AdMedia } from '../../../ads/AdMedia.tsx';
import { api } from '../../../api/client.ts';
import type { SavedAd } from '../../../api/types.ts';
import { buttonClasses } from '../../../parts/Button.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { LoadMore } from '../../../parts/LoadMore.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../../parts/states.tsx';
import { useSettled } from '../../../parts/useSettled.ts';

interface AdPickerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onPick: (hash: string) => void;
}

/** Chooses the ad to follow among those that were saved. */
export function AdPicker({ open, onOpenChange, onPick }: AdPickerProps) {
  const [words, setWords] = useState('');
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Follow an ad"
      description="The creative is built in its manner, with none of its words. Choose one of your saved ads."
    >
      <TextField
        bare
        type="search"
        label="Search your saved ads"
        placeholder="Search your saved ads"
        value={words}
        maxLength={500}
        onChange={(event) => setWords(event.target.value)}
      />
      <SavedAds
        words={useSettled(words)}
        onPick={(hash) => {
          onPick(hash);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-4';

interface SavedAdsProps {
  readonly words: string;
  readonly onPick: (hash: string) => void;
}

function SavedAds({ words, onPick }: SavedAdsProps) {
  const input = {
    boardId: 'ALL',
    limit: 24,
    sortBy: 'date',
    ...(words.trim() !== '' && { searchQuery: words }),
  } as const;
  const ads = useInfiniteQuery(
    api.ads.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  );
  if (ads.isPending)
    return (
      <Loading label="Saved ads are loading">
        <div className={grid}>
          {Array.from({ length: 8 }, (_, number) => (
            <Skeleton key={number} className="aspect-4/5" />
          ))}
        </div>
      </Loading>
    );
  if (ads.isError && ads.data === undefined)
    return <Failure error={ads.error} onRetry={() => void ads.refetch()} />;
  const found = ads.data?.pages.flatMap((page) => page.ads) ?? [];
  if (found.length === 0) return <NoAds words={words} />;
  return (
    <>
      <ul className={grid}>
        {found.map((ad) => (
          <li key={ad.hash}>
            <PickableAd ad={ad} onPick={onPick} />
          </li>
        ))}
      </ul>
      <LoadMore pages={ads} />
    </>
  );
}

function PickableAd({ ad, onPick }: { readonly ad: SavedAd; readonly onPick: (hash: string) => void }) {
  return (
    <button
      type="button"
      aria-label={`Follow ${ad.advertiser.name}: ${ad.headline ?? 'ad without a headline'}`}
      onClick={() => onPick(ad.hash)}
      className="flex w-full flex-col gap-1 rounded-md text-left hover:opacity-85"
    >
      <AdMedia ad={ad} width={320} />
      <span className="w-full truncate font-semibold">{ad.advertiser.name}</span>
      <span className="line-clamp-2 text-xs text-quiet">{ad.headline ?? ad.body}</span>
    </button>
  );
}

function NoAds({ words }: { readonly words: string }) {
  if (words.trim() !== '') return <Empty>None of your saved ads has these words.</Empty>;
  return (
    <Empty
      action={
        <Link to="/discover" className={buttonClasses('primary')}>
          Find ads to save
        </Link>
      }
    >
      Ads that you save to a board can be followed here.
    </Empty>
  );
}
