import { textLimits } from '@magpie/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AdMedia } from '../../ads/AdMedia.tsx';
import { api, byCursor } from '../../../lib/api/client.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeletons } from '../../../ui/states.tsx';
import { useDebounced } from '../../../lib/hooks/useDebounced.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

interface AdPickerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onPick: (hash: string) => void;
}

export function AdPicker({ open, onOpenChange, onPick }: AdPickerProps) {
  const [query, setQuery] = useState('');
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={copy.chooseReference}
      description={copy.chooseReferenceText}
    >
      <TextField
        hideLabel
        type="search"
        label={copy.searchSavedAds}
        placeholder={copy.searchSavedAds}
        value={query}
        maxLength={textLimits.search}
        onChange={(event) => setQuery(event.target.value)}
      />
      <SavedAds
        query={useDebounced(query)}
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
  readonly query: string;
  readonly onPick: (hash: string) => void;
}

function SavedAds({ query, onPick }: SavedAdsProps) {
  const input = {
    boardId: 'ALL',
    limit: 24,
    sortBy: 'date',
    ...(query.trim() !== '' && { searchQuery: query }),
  } as const;
  const ads = useInfiniteQuery({
    ...api.ads.list.infiniteQueryOptions(input, byCursor),
    select: ({ pages }) => pages.flatMap((page) => page.ads),
  });
  return (
    <QueryView
      query={ads}
      loading={
        <Loading label={copy.loadingSavedAds}>
          <div className={grid}>
            <Skeletons count={8} className="aspect-4/5" />
          </div>
        </Loading>
      }
      empty={query.trim() === '' ? <NoSavedAds /> : <Empty>{copy.noMatch}</Empty>}
    >
      {(found) => (
        <>
          <ul className={grid}>
            {found.map((ad) => (
              <li key={ad.hash}>
                <button
                  type="button"
                  aria-label={copy.chooseAd(ad.advertiser.name, ad.headline)}
                  onClick={() => onPick(ad.hash)}
                  className="flex w-full flex-col gap-1 overflow-hidden rounded-md text-left hover:opacity-85"
                >
                  <AdMedia ad={ad} sizes="10rem" ratio={4 / 5} />
                  <span className="w-full truncate font-semibold">{ad.advertiser.name}</span>
                  <span className="line-clamp-2 text-xs text-quiet">{ad.headline ?? ad.body}</span>
                </button>
              </li>
            ))}
          </ul>
          <LoadMore pages={ads} />
        </>
      )}
    </QueryView>
  );
}

function NoSavedAds() {
  return (
    <Empty
      action={
        <Link to="/discover" className={buttonClasses('primary')}>
          {copy.findAds}
        </Link>
      }
    >
      {copy.noSavedAds}
    </Empty>
  );
}
