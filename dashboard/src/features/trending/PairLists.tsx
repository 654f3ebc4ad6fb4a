import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../ui/Page.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { trendingCopy } from './copy.ts';
import { cellFilters, pairKey, type Saturation } from './saturation.ts';

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
        <li key={pairKey(pair)} className="flex flex-col py-2">
          <span>{nameOf(pair)}</span>
          <Tip tip={copy.expectedTip(pair)} className="self-start text-xs text-quiet">
            {copy.expected(pair)}
          </Tip>
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
        <li key={pairKey(cell)} className="flex flex-col py-2">
          <Link to="/discover" search={cellFilters(map, cell)} className="hover:underline">
            {nameOf(cell)}
          </Link>
          <Tip tip={copy.cellTip(nameOf(cell), cell)} className="self-start text-xs text-quiet">
            {copy.fall(cell)}
          </Tip>
        </li>
      ))}
    </PairList>
  );
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
