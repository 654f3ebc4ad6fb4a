import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Ad } from '../../lib/api/types.ts';
import { isHandledElsewhere, useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { useVirtualItems } from '../../lib/hooks/useVirtualItems.ts';
import { classes } from '../../ui/classes.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { AdCard, estimateCardHeight } from './AdCard.tsx';
import { registerWall, rememberSequence } from './adSequence.ts';
import { useSave } from './saving.tsx';
import { adsCopy } from './copy.ts';

/** Columns of 13rem or more; two on a phone. */
const wallClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(calc(50%-6px),13rem),1fr))]';
const gap = 12;

/** Ads in rows. */
export function AdWall({ children }: { readonly children: ReactNode }) {
  return <div className={classes(wallClasses, 'items-start gap-3')}>{children}</div>;
}

interface LongAdWallProps<One> {
  readonly ads: readonly One[];
  readonly children: (ad: One, isInFirstRow: boolean) => ReactNode;
}

const layout = { gap, estimate: estimateCardHeight };

/** Ads in columns without gaps, of which only those near the viewport are rendered. */
export function LongAdWall<One extends Ad>({ ads, children }: LongAdWallProps<One>) {
  const wall = useRef<HTMLDivElement>(null);
  const { shown, height, columns } = useVirtualItems(wall, ads, layout);
  useEffect(
    () =>
      registerWall(
        wall.current,
        ads.map(({ hash }) => hash),
      ),
    [ads],
  );
  return (
    <div ref={wall} data-ad-wall className={classes(wallClasses, 'relative gap-3')} style={{ height }}>
      {shown.map(({ index, column, top }) => {
        const ad = ads[index];
        if (ad === undefined) return null;
        return (
          <div
            key={ad.hash}
            data-index={index}
            data-hash={ad.hash}
            data-column={column}
            className="absolute"
            style={{
              top,
              left: `calc((100% + ${gap}px) / ${columns} * ${column})`,
              width: `calc((100% + ${gap}px) / ${columns} - ${gap}px)`,
            }}
          >
            {children(ad, index < columns)}
          </div>
        );
      })}
    </div>
  );
}

/** Arrows move the focus between cards, Enter opens the focused card, `s` saves it or the hovered one. */
export function useCardKeys(page: RefObject<HTMLElement | null>): void {
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
      // The cards around the focus are always rendered.
      const items = [...wall.querySelectorAll<HTMLElement>('[data-index]')];
      const from = items.findIndex((item) => item.contains(card));
      const columns = items.map(({ dataset }) => Number(dataset.column));
      const target = items[nextCard(event.key, from, columns)]?.querySelector<HTMLElement>('article');
      target?.focus({ preventScroll: true });
      target?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && card !== null && focus === card) {
      rememberSequence(card);
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

/**
 * The index of the card that an arrow key moves to; 0 if no card has the focus (`from` is -1).
 *
 * @param columns the column of each card
 */
export function nextCard(arrow: Arrow, from: number, columns: readonly number[]): number {
  if (from < 0) return 0;
  if (arrow === 'ArrowLeft') return Math.max(from - 1, 0);
  if (arrow === 'ArrowRight') return Math.min(from + 1, columns.length - 1);
  const next =
    arrow === 'ArrowUp'
      ? columns.lastIndexOf(columns[from] ?? 0, from - 1)
      : columns.indexOf(columns[from] ?? 0, from + 1);
  return next < 0 || (arrow === 'ArrowUp' && from === 0) ? from : next;
}

export function AdWallSkeleton() {
  return (
    <Loading label={adsCopy.loading}>
      <AdWall>
        <CardSkeletons count={15} />
      </AdWall>
    </Loading>
  );
}

export function AdCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-md border bg-card">
      <Skeleton className="aspect-4/5 rounded-none" />
      <div className="flex flex-col gap-2 p-2">
        <Skeleton className="h-5" />
        <Skeleton className="h-16" />
      </div>
    </div>
  );
}

function CardSkeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, number) => <AdCardSkeleton key={number} />);
}

const stripClasses = '-m-1 flex items-start gap-3 overflow-x-auto p-1 *:w-56 *:shrink-0';

export function AdStrip({ ads, label }: { readonly ads: readonly Ad[]; readonly label: string }) {
  return (
    <ul aria-label={label} className={stripClasses}>
      {ads.map((ad) => (
        <li key={ad.hash}>
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
