import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatShare } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';
import { asDiscoverSearch, type BrandFilters } from './search.ts';

const copy = brandsCopy.shares;

type Shares = RouterOutputs['brandSpy']['getTagShares'];
type TagShare = Shares['tags'][number];

interface TagSharesProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly kind: keyof typeof copy.kinds;
  /** The length of the compared spans. */
  readonly days: number;
}

const shownTags = 6;

/** What share of the ads has each hook or offer, and how that changed. */
export function TagShares({ name, filters, kind, days }: TagSharesProps) {
  const [isWhole, setWhole] = useState(false);
  const shares = useQuery({
    ...api.brandSpy.getTagShares.queryOptions({
      companyName: name,
      ...filters,
      category: kind,
      days,
      limit: 100,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = shares;
  return (
    <Section
      title={copy.kinds[kind].title}
      about={data === undefined ? ' ' : copy.about(data.totalAds)}
      actions={<span className="text-xs text-quiet">{copy.changeIn(days)}</span>}
    >
      <QueryView
        query={shares}
        loading={<Skeleton className="h-64" />}
        isEmpty={({ tags }) => tags.length === 0}
        empty={<p className="text-quiet">{copy.kinds[kind].empty}</p>}
      >
        {(loaded) => (
          <>
            <ul className="flex flex-col gap-3">
              {loaded.tags.slice(0, isWhole ? undefined : shownTags).map((tag) => (
                <TagRow
                  key={tag.tagDefinitionId}
                  tag={tag}
                  shares={loaded}
                  largest={loaded.tags[0]?.share ?? 1}
                  search={{ ...asDiscoverSearch(name, filters), tagDefinitionIds: [tag.tagDefinitionId] }}
                />
              ))}
            </ul>
            {!isWhole && loaded.tags.length > shownTags && (
              <Button className="self-start" onClick={() => setWhole(true)}>
                {adsCopy.showAll(loaded.tags.length)}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface TagRowProps {
  readonly tag: TagShare;
  readonly shares: Shares;
  readonly largest: number;
  readonly search: ReturnType<typeof asDiscoverSearch> & { readonly tagDefinitionIds: number[] };
}

function TagRow({ tag, shares, largest, search }: TagRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_3.5rem_5.5rem] items-center gap-x-3 gap-y-1">
      <Link
        to="/discover"
        search={search}
        aria-label={copy.viewAds(tag.shortText)}
        className="truncate hover:underline"
      >
        {tag.shortText}
      </Link>
      <span className="text-right font-semibold tabular-nums">{formatShare(tag.share)}</span>
      <span className="text-right text-xs whitespace-nowrap tabular-nums">
        <Tip tip={copy.changeTip(shares, tag, copy.states[tag.state])}>
          <Change tag={tag} />
        </Tip>
      </span>
      <Bar share={tag.share / largest} className="col-span-3" />
    </li>
  );
}

/** Colored if the difference is more than chance. */
function Change({ tag: { shareNow, shareBefore, state } }: { readonly tag: TagShare }) {
  if (state === 'notKnown' || shareNow === null || shareBefore === null)
    return <span className="text-quiet">{copy.notKnown}</span>;
  const Arrow = state === 'rising' ? ArrowUp : state === 'cooling' ? ArrowDown : null;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1',
        state === 'rising' && 'font-semibold text-good',
        state === 'cooling' && 'font-semibold text-bad',
        state === 'steady' && 'text-quiet',
      )}
    >
      {Arrow !== null && <Arrow size={12} aria-hidden />}
      {copy.points(Math.round((shareNow - shareBefore) * 100))}
    </span>
  );
}
