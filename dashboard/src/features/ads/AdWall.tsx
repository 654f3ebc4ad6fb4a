import { type ReactNode, type RefObject, useRef, useSyncExternalStore, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Ad } from '../../lib/api/types.ts';
import { isHandledElsewhere, useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { useVirtualRows } from '../../lib/hooks/useVirtualRows.ts';
import { classes } from '../../ui/classes.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { AdCard } from './AdCard.tsx';
import { useSave } from './saving.tsx';
import { adsCopy } from './copy.ts';

const wallClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))]';

export function AdWall({ children }: { readonly children: ReactNode }) {
  return <div className={classes(wallClasses, 'gap-4')}>{children}</div>;
}

interface LongAdWallProps<One> {
  readonly ads: readonly One[];
  readonly children: (ad: One, isInFirstRow: boolean) => ReactNode;
}

/** An `AdWall` that renders only the rows near the viewport. */
export function LongAdWall<One extends Ad>({ ads, children }: LongAdWallProps<One>) {
  const wall = useRef<HTMLDivElement>(null);
  const columns = useColumns(wall);
  const { rows, spaceAfter } = useVirtualRows(wall, { items: ads, columns }, 576);
  return (
    <div ref={wall} className={classes(wallClasses, '-mb-4 gap-x-4')} style={{ paddingBottom: spaceAfter }}>
      {/* Not nested in rows: a card that moves to another row keeps its state. */}
      {rows.flatMap(({ index, space }) =>
        ads.slice(index * columns, (index + 1) * columns).flatMap((ad, column) => [
          column === 0 && space > 0 && (
            <div key={`space before ${ad.hash}`} className="col-span-full" style={{ height: space }} />
          ),
          // The gap between rows is part of the measured height.
          <div key={ad.hash} data-index={index} data-hash={ad.hash} className="grid grid-cols-1 pb-4">
            {children(ad, index === 0)}
          </div>,
        ]),
      )}
    </div>
  );
}

function countColumns(wall: Element): number {
  return getComputedStyle(wall).gridTemplateColumns.split(' ').length;
}

function useColumns(wall: RefObject<Element | null>): number {
  const [subscribe] = useState(() => (onResize: () => void) => {
    const observer = new ResizeObserver(onResize);
    if (wall.current !== null) observer.observe(wall.current);
    return () => observer.disconnect();
  });
  return useSyncExternalStore(subscribe, () => (wall.current === null ? 1 : countColumns(wall.current)));
}

/** Arrows move the focus between cards, Enter opens the focused card, `s` saves it or the hovered one. */
export function useCardKeys(page: RefObject<HTMLElement | null>, ads: readonly Ad[]): void {
  const { save } = useSave();
  const navigate = useNavigate();
  useKeyDown((event) => {
    const wall = page.current?.querySelector('[data-index]')?.parentElement ?? null;
    if (wall === null || isHandledElsewhere(event)) return;
    const focus = document.activeElement;
    const card = focus?.closest<HTMLElement>('article[data-hash]') ?? null;
    // Outside of the wall the keys belong to the focused element, such as a radio group.
    if (focus !== null && focus !== document.body && focus.id !== 'content' && card === null) return;
    if (isArrow(event.key)) {
      const from = ads.findIndex(({ hash }) => hash === card?.dataset.hash);
      const next = ads[nextCard(event.key, from, ads.length, countColumns(wall))];
      const target = wall.querySelector<HTMLElement>(`article[data-hash="${next?.hash}"]`);
      target?.focus({ preventScroll: true });
      target?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && card !== null && focus === card) {
      void navigate({ to: '/ads/$hash', params: { hash: card.dataset.hash ?? '' } });
    } else if (event.key === 's') {
      const selected = card ?? wall.querySelector<HTMLElement>('article[data-hash]:hover');
      if (selected === null) return;
      void save(selected.dataset.hash ?? '');
    } else return;
    event.preventDefault();
  });
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

function isArrow(key: string): key is Arrow {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown';
}

/** The index of the card that an arrow key moves to; 0 if no card has the focus (`from` is -1). */
export function nextCard(arrow: Arrow, from: number, count: number, columns: number): number {
  if (from < 0) return 0;
  if (arrow === 'ArrowLeft') return Math.max(from - 1, 0);
  if (arrow === 'ArrowRight') return Math.min(from + 1, count - 1);
  if (arrow === 'ArrowUp') return from - columns < 0 ? from : from - columns;
  const isInLastRow = Math.floor(from / columns) === Math.floor((count - 1) / columns);
  return isInLastRow ? from : Math.min(from + columns, count - 1);
}

export function AdWallSkeleton() {
  return (
    <Loading label={adsCopy.loading}>
      <AdWall>
        <CardSkeletons count={12} />
      </AdWall>
    </Loading>
  );
}

export function AdCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-card p-4">
      <Skeleton className="h-6" />
      <Skeleton className="aspect-4/5" />
      <Skeleton className="h-25" />
      <Skeleton className="h-9" />
    </div>
  );
}

function CardSkeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, number) => <AdCardSkeleton key={number} />);
}

const stripClasses = '-m-1 flex gap-4 overflow-x-auto p-1 *:w-68 *:max-w-[calc(100vw-6rem)] *:shrink-0';

export function AdStrip({ ads, label }: { readonly ads: readonly Ad[]; readonly label: string }) {
  return (
    <ul aria-label={label} className={stripClasses}>
      {ads.map((ad) => (
        <li key={ad.hash} className="flex *:flex-1">
          <AdCard ad={ad} />
        </li>
      ))}
    </ul>
  );
}

export function AdStripSkeleton({ count }: { readonly count: number }) {
  return (
    <Loading label={adsCopy.loading}>
      <div className={stripClasses}>
        <CardSkeletons count={count} />
      </div>
    </Loading>
  );
}
