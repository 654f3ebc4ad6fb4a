import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/client.ts';
import { Section } from '../../ui/Page.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { AdImage } from '../ads/AdThumb.tsx';
import { trendingCopy } from './copy.ts';
import { cellFilters, pairKey, tagFilters, type Saturation } from './saturation.ts';

const copy = trendingCopy.saturation;

interface MapProps {
  readonly map: Saturation;
}

function namePairs({ angles, offers }: Saturation) {
  const names = new Map([...angles, ...offers].map(({ tagDefinitionId: id, shortText }) => [id, shortText]));
  return ({ angleId, offerId }: Saturation['empty'][number] | Saturation['emptying'][number]): string =>
    copy.pair(names.get(angleId) ?? '', names.get(offerId) ?? '');
}

const shown = 10;

export function EmptyPairs({ map }: MapProps) {
  const nameOf = namePairs(map);
  return (
    <PairList title={copy.emptyTitle} about={copy.emptyAbout} none={copy.noEmpty}>
      {map.empty.slice(0, shown).map((pair) => (
        <li key={pairKey(pair)} className="flex items-center gap-3 py-2">
          <div className="flex min-w-0 flex-1 flex-col">
            <span>{nameOf(pair)}</span>
            <Tip tip={copy.expectedTip(pair)} className="self-start text-xs text-quiet">
              {copy.expected(pair)}
            </Tip>
          </div>
          <Pictures label={copy.examples}>
            <Examples filters={tagFilters(map, pair.angleId)} count={1} />
            <span aria-hidden className="text-quiet">
              +
            </span>
            <Examples filters={tagFilters(map, pair.offerId)} count={1} />
          </Pictures>
        </li>
      ))}
    </PairList>
  );
}

export function EmptyingPairs({ map }: MapProps) {
  const nameOf = namePairs(map);
  return (
    <PairList
      title={copy.emptyingTitle}
      about={copy.emptyingAbout}
      none={map.before === null ? copy.beforeNotKnown : copy.noEmptying}
    >
      {map.emptying.slice(0, shown).map((cell) => (
        <li key={pairKey(cell)} className="flex items-center gap-3 py-2">
          <div className="flex min-w-0 flex-1 flex-col">
            <Link to="/discover" search={cellFilters(map, cell)} className="hover:underline">
              {nameOf(cell)}
            </Link>
            <Tip tip={copy.cellTip(nameOf(cell), cell)} className="self-start text-xs text-quiet">
              {copy.fall(cell)}
            </Tip>
          </div>
          <Pictures label={copy.adsOf(nameOf(cell))}>
            <Examples filters={cellFilters(map, cell)} count={3} />
          </Pictures>
        </li>
      ))}
    </PairList>
  );
}

interface PicturesProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The place is reserved while they load. */
function Pictures({ label, children }: PicturesProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
      role="group"
      aria-label={label}
      className="flex h-11 min-w-29 shrink-0 items-center justify-end gap-1"
    >
      {children}
    </div>
  );
}

interface ExamplesProps {
  readonly filters: ReturnType<typeof tagFilters>;
  readonly count: number;
}

function Examples({ filters, count }: ExamplesProps) {
  const { data } = useQuery(api.ads.search.queryOptions({ ...filters, duplicates: 'fold', limit: count }));
  return data?.ads.map((ad) => (
    <Link
      key={ad.hash}
      to="/ads/$hash"
      params={{ hash: ad.hash }}
      aria-label={trendingCopy.ranking.openAd(ad.headline)}
      title={ad.headline ?? undefined}
      className="block rounded-sm hover:opacity-85"
    >
      <AdImage ad={ad} className="h-11 w-9 rounded-sm" sizes="36px" />
    </Link>
  ));
}

interface PairListProps {
  readonly title: string;
  readonly about: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function PairList({ title, about, none, children }: PairListProps) {
  return (
    <Section title={title} about={about} className="self-stretch">
      {children.length === 0 ? (
        <p className="text-quiet">{none}</p>
      ) : (
        <ol aria-label={title} className="-my-2 flex flex-col divide-y">
          {children}
        </ol>
      )}
    </Section>
  );
}
