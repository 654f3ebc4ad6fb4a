import { Link } from '@tanstack/react-router';
import { FileUp, Keyboard, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import type { FoundAd } from '../../../lib/api/types.ts';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Page } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { classes } from '../../../ui/classes.ts';
import { Select } from '../../../ui/fields.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { AdCard } from '../AdCard.tsx';
import { AdWallSkeleton, LongAdWall, useCardKeys } from '../AdWall.tsx';
import { FilterChips, filterText, type TagNames } from '../FilterChips.tsx';
import { Facets, FacetsDialog, FacetsSkeleton } from './Facets.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { DiscoverSearch } from './search.ts';
import { Checklist } from './Checklist.tsx';
import {
  type SearchProps,
  useDiscoverSearch,
  useFacetCounts,
  useFoundAds,
  useObstacle,
  useTagNames,
} from './useDiscover.ts';
import { activeFilters, clearedFilters } from '../filters.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

export function DiscoverPage() {
  const [search, change] = useDiscoverSearch();
  const found = useFoundAds(search);
  const tagNames = useTagNames(found.data?.ads ?? []);
  const counts = useFacetCounts(search, found.data?.facets);
  const facets = counts !== undefined && <Facets {...{ search, change, counts, tagNames }} />;
  return (
    <Page
      title={copy.title}
      about={<span aria-live="polite">{formatTotal(found)}</span>}
      actions={<Order search={search} change={change} />}
      filters={
        <div className="flex flex-col gap-3">
          <div className="flex max-w-3xl gap-2">
            <SearchBox search={search} change={change} />
            <FacetsDialog search={search} total={found.data?.totalAds}>
              {facets}
            </FacetsDialog>
          </div>
          <FilterChips search={search} tagNames={tagNames} onChange={(part) => void change(part)} />
        </div>
      }
    >
      <Checklist />
      <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside
          aria-label={copy.filters}
          className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto pr-3 lg:block"
        >
          {found.isPending ? <FacetsSkeleton /> : facets}
        </aside>
        <div className="min-w-0">
          <QueryView
            query={found}
            loading={<AdWallSkeleton />}
            isEmpty={({ ads }) => ads.length === 0 && !found.isPlaceholderData}
            empty={<NoResults {...{ search, change, tagNames }} />}
          >
            {({ ads, correctedQuery }) => (
              <>
                <Correction search={search} correctedQuery={correctedQuery} />
                <Wall search={search} ads={ads} pages={found} />
              </>
            )}
          </QueryView>
        </div>
      </div>
    </Page>
  );
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
  return <output className="mb-4 block">{copy.corrected(search.searchQuery ?? '', query)}</output>;
}

function formatTotal({ data, isPending }: ReturnType<typeof useFoundAds>): string {
  if (data !== undefined) return adsCopy.ads(data.totalAds);
  return isPending ? copy.loading : copy.failed;
}

interface WallProps {
  readonly search: DiscoverSearch;
  readonly ads: readonly FoundAd[];
  readonly pages: ReturnType<typeof useFoundAds>;
}

function Wall({ search, ads, pages }: WallProps) {
  const wall = useRef<HTMLDivElement>(null);
  useCardKeys(wall, ads);
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
          <AdCard ad={ad} isFirst={isInFirstRow}>
            <SimilarAds search={search} ad={ad} />
          </AdCard>
        )}
      </LongAdWall>
      <LoadMore pages={pages} />
    </div>
  );
}

interface SimilarAdsProps {
  readonly search: DiscoverSearch;
  readonly ad: FoundAd;
}

function SimilarAds({ search, ad: { hash, similarAds = 0 } }: SimilarAdsProps) {
  if (similarAds === 0) return null;
  return (
    <Link
      to="/discover"
      search={{ ...search, similarTo: hash }}
      className="self-start rounded-sm text-xs text-accent hover:underline max-sm:min-h-6 pointer-coarse:min-h-6"
    >
      {copy.similar(similarAds)}
    </Link>
  );
}

function Order({ search, change }: SearchProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useKeyDown((event) => {
    if (event.key === '?' && !isHandledElsewhere(event)) setIsHelpOpen(true);
  });
  return (
    <>
      <IconButton label={copy.shortcuts} className="max-sm:hidden" onClick={() => setIsHelpOpen(true)}>
        <Keyboard size={18} aria-hidden />
      </IconButton>
      <Dialog open={isHelpOpen} onOpenChange={setIsHelpOpen} title={copy.shortcuts}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
          {copy.keys.map(([key, action]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-sm border bg-sunk px-2 py-1 font-sans text-xs">{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
      <Select
        label={copy.sort}
        hideLabel
        value={search.sortBy ?? 'recommended'}
        options={Object.entries({
          ...copy.sorts,
          ...(search.searchQuery !== undefined && { recommended: copy.bestMatch }),
        })}
        onChange={(event) => {
          const sortBy = event.target.value as keyof typeof copy.sorts;
          void change({ sortBy: sortBy === 'recommended' ? undefined : sortBy });
        }}
      />
    </>
  );
}

function NoAds() {
  const { isOwner } = useAccount();
  const icon = <FileUp size={32} aria-hidden />;
  if (!isOwner) return <Empty icon={icon}>{copy.noAdsForMembers}</Empty>;
  return (
    <Empty
      icon={icon}
      action={
        <Link to="/import" className={buttonClasses('primary')}>
          {copy.importAds}
        </Link>
      }
    >
      {copy.noAds}
    </Empty>
  );
}

interface NoResultsProps extends SearchProps {
  readonly tagNames: TagNames;
}

function NoResults({ search, change, tagNames }: NoResultsProps) {
  const obstacle = useObstacle(search);
  if (obstacle === undefined) {
    return (
      <Loading label={copy.loadingSuggestions}>
        <Skeleton className="h-52" />
      </Loading>
    );
  }
  const icon = <SearchX size={32} aria-hidden />;
  const filters = activeFilters(search);
  if (filters.length === 0) return <NoAds />;
  const label = obstacle && filterText(search, obstacle.filter, tagNames);
  return (
    <Empty
      icon={icon}
      action={
        <Button
          variant="primary"
          className="h-auto! min-h-9 max-w-full py-1.5 whitespace-normal!"
          onClick={() => void change(clearedFilters(obstacle === null ? filters : [obstacle.filter]))}
        >
          {label === null ? adsCopy.clearFilters : adsCopy.remove(label)}
        </Button>
      }
    >
      {obstacle === null
        ? copy.noMatchingAds
        : copy.noResults(
            <strong key="filter" className="text-ink">
              {label}
            </strong>,
            obstacle.total,
          )}
    </Empty>
  );
}
