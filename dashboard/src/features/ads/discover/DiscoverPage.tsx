import { Link } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FoundAd } from '../../../lib/api/types.ts';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { usePageTitle } from '../../../ui/Page.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { QueryView } from '../../../ui/QueryView.tsx';
import { classes } from '../../../ui/classes.ts';
import { AdCard } from '../AdCard.tsx';
import { linkBadgeClasses, SameCreative } from '../SameCreative.tsx';
import { SelectCard } from '../Selection.tsx';
import { useSelection } from '../selection.ts';
import { AlertMe } from '../AlertMe.tsx';
import { badgeClasses } from '../AdMedia.tsx';
import { AdWallSkeleton, LongAdWall, useCardKeys } from '../AdWall.tsx';
import type { TagNames } from '../FilterChips.tsx';
import { SortSelect } from '../filterButtons.tsx';
import { Filters } from './Filters.tsx';
import { PictureSearch } from './PictureSearch.tsx';
import { SavedSearches } from './SavedSearches.tsx';
import { firstMedia } from '../mediaUrls.ts';
import { useFoldedFiles } from './sameFile.ts';
import { SearchBox } from './SearchBox.tsx';
import type { DiscoverSearch } from './search.ts';
import { Checklist } from './Checklist.tsx';
import {
  type SearchProps,
  useDiscoverSearch,
  useFacetCounts,
  useFoundAds,
  useTagNames,
} from './useDiscover.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

export function DiscoverPage() {
  usePageTitle(copy.title);
  const [search, change] = useDiscoverSearch();
  const found = useFoundAds(search);
  const tagNames = useTagNames(found.data?.ads ?? []);
  const counts = useFacetCounts(search, found.data?.facets);
  const shown = shownFilters(search, found);
  return (
    <>
      {/* In the row of the header, whose buttons are at its end. */}
      <header className="sticky top-0 z-20 -mt-12 flex h-12 items-center gap-2 border-b bg-page pr-26 pl-4 sm:pr-38 sm:pl-6 md:gap-4">
        <div className="flex items-baseline gap-2 whitespace-nowrap max-md:sr-only">
          <h1 className="text-base font-semibold">{copy.title}</h1>
          <span aria-live="polite" className="text-xs text-quiet tabular-nums">
            {formatTotal(found, search)}
          </span>
        </div>
        <SearchBox search={search} change={change} total={found.data?.totalAds} />
        <span className="max-sm:hidden">
          <PictureSearch change={change} />
        </span>
        <div className="ml-auto flex items-center gap-1">
          <Order search={search} change={change} />
          <span className="flex gap-1 max-sm:hidden">
            <SavedSearches search={shown} tagNames={tagNames} />
            <AlertMe search={shown} isCompact />
          </span>
          <Shortcuts />
        </div>
      </header>
      <Filters {...{ search, change, counts, tagNames }}>
        {/* On a phone the row of the header has room for the search only. */}
        <span className="flex items-center sm:hidden">
          <SavedSearches search={shown} tagNames={tagNames} isChip />
          <AlertMe search={shown} isCompact />
          <PictureSearch change={change} />
        </span>
      </Filters>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-6 sm:px-6">
        <Checklist />
        <QueryView
          query={found}
          loading={<AdWallSkeleton />}
          isEmpty={({ ads }) => ads.length === 0 && !found.isPlaceholderData}
          empty={<NoResults {...{ search, change, tagNames }} />}
        >
          {({ ads, correctedQuery, similarity }) => (
            <>
              {similarity !== null && <p className="text-xs text-quiet">{copy.similarity(similarity)}</p>}
              <Correction search={search} correctedQuery={correctedQuery} />
              <Wall search={search} ads={ads} pages={found} />
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

/** The filters of what is shown, which may be the results of a corrected query. */
function shownFilters(search: DiscoverSearch, { data, isPlaceholderData }: ReturnType<typeof useFoundAds>) {
  const corrected = isPlaceholderData ? null : (data?.correctedQuery ?? null);
  return corrected === null ? search : { ...search, searchQuery: corrected };
}

interface CorrectionProps {
  readonly search: DiscoverSearch;
  readonly correctedQuery: string | null;
}

function Correction({ search, correctedQuery }: CorrectionProps) {
  if (correctedQuery === null) return null;
  const query = (
    <Link
      key="corrected"
      to="/discover"
      search={{ ...search, searchQuery: correctedQuery }}
      className="text-accent hover:underline"
    >
      {correctedQuery}
    </Link>
  );
  return <output className="block">{copy.corrected(search.searchQuery ?? '', query)}</output>;
}

function formatTotal(
  { data, isPending, isPlaceholderData }: ReturnType<typeof useFoundAds>,
  { duplicates }: DiscoverSearch,
): string {
  if (data !== undefined) {
    return duplicates === 'family' && !isPlaceholderData
      ? adsCopy.creativesInAds(data.total, data.totalAds)
      : adsCopy.ads(data.totalAds);
  }
  return isPending ? copy.loading : copy.failed;
}

const noResults = createLazyModule(() => import('./NoResults.tsx'));
const bulkSave = createLazyModule(() => import('./BulkSave.tsx'));
const pictureMatch = createLazyModule(() => import('./PictureMatch.tsx'));

interface WallProps {
  readonly search: DiscoverSearch;
  readonly ads: readonly FoundAd[];
  readonly pages: ReturnType<typeof useFoundAds>;
}

function Wall({ search, ads: found, pages }: WallProps) {
  const { ads, foldedInto, open } = useFoldedFiles(found, search);
  const wall = useRef<HTMLDivElement>(null);
  useCardKeys(wall);
  const { toggle, ...selecting } = useSelection(ads);
  const { selection } = selecting;
  const loaded = bulkSave.use(selection.selected.size > 0);
  const matches = pictureMatch.use(ads.some((ad) => ad.pictureMatch?.isOnlyInPicture === true));
  return (
    <div
      ref={wall}
      aria-busy={pages.isPlaceholderData}
      className={classes(
        'flex min-w-0 flex-col gap-4 transition-opacity',
        pages.isPlaceholderData && 'opacity-55',
      )}
    >
      <h2 className="sr-only">{copy.heading}</h2>
      <LongAdWall ads={ads}>
        {(ad, isInFirstRow) => (
          <AdCard
            ad={ad}
            isFirst={isInFirstRow}
            selected={selection.selected.has(ad.hash)}
            corner={<SelectCard ad={ad} selected={selection.selected} onToggle={toggle} />}
            marker={
              <>
                <Nearness ad={ad} />
                <SimilarAds search={search} ad={ad} folded={foldedInto.get(ad.hash)} onOpen={open} />
              </>
            }
          >
            {matches !== null && <matches.PictureMatch ad={ad} />}
          </AdCard>
        )}
      </LongAdWall>
      <LoadMore pages={pages} />
      {loaded !== null && <loaded.BulkSave ads={ads} {...selecting} />}
    </div>
  );
}

interface SimilarAdsProps {
  readonly search: DiscoverSearch;
  readonly ad: FoundAd;
  /** Ads with the same file that the card stands for. */
  readonly folded: readonly FoundAd[] | undefined;
  readonly onOpen: (hash: string) => void;
}

function SimilarAds({ search, ad, folded, onOpen }: SimilarAdsProps) {
  const { hash, similarAds = 0, familyId } = ad;
  if (folded !== undefined) {
    const others = folded.reduce((sum, other) => sum + 1 + (other.similarAds ?? 0), similarAds);
    const name = copy.sameFile(others, firstMedia(ad)?.type ?? 'image');
    return (
      <button
        type="button"
        aria-label={name}
        title={name}
        onClick={() => onOpen(hash)}
        className={linkBadgeClasses}
      >
        {copy.moreAds(others)}
      </button>
    );
  }
  if (familyId !== undefined) return <SameCreative ad={ad} />;
  if (similarAds === 0) return null;
  return (
    <Link
      to="/discover"
      search={{ ...search, duplicatesOf: hash }}
      aria-label={copy.similar(similarAds)}
      title={copy.similar(similarAds)}
      className={linkBadgeClasses}
    >
      {copy.moreAds(similarAds)}
    </Link>
  );
}

/** Why the ad was found. */
function Nearness({ ad: { similarity } }: { readonly ad: FoundAd }) {
  const text = similarity === undefined ? null : copy.nearness(similarity);
  return text === null ? null : <span className={badgeClasses}>{text}</span>;
}

function Order({ search, change }: SearchProps) {
  return (
    <SortSelect
      value={search.sortBy ?? 'recommended'}
      names={{
        ...copy.sorts,
        ...(search.searchQuery !== undefined && { recommended: copy.bestMatch }),
        ...(search.similarTo !== undefined && { recommended: copy.mostSimilar }),
      }}
      onChange={(sortBy) => void change({ sortBy: sortBy === 'recommended' ? undefined : sortBy })}
    />
  );
}

const shortcuts = createLazyModule(() => import('./ShortcutsDialog.tsx'));

function Shortcuts() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const loaded = shortcuts.use(isHelpOpen);
  useKeyDown((event) => {
    if (event.key === '?' && !isHandledElsewhere(event)) setIsHelpOpen(true);
  });
  return (
    <>
      <IconButton label={copy.shortcuts} className="max-sm:hidden" onClick={() => setIsHelpOpen(true)}>
        <Keyboard size={18} aria-hidden />
      </IconButton>
      {loaded !== null && <loaded.ShortcutsDialog open={isHelpOpen} onOpenChange={setIsHelpOpen} />}
    </>
  );
}

function NoResults(props: SearchProps & { readonly tagNames: TagNames }) {
  const loaded = noResults.use(true);
  return loaded === null ? <AdWallSkeleton /> : <loaded.NoResults {...props} />;
}
