import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { isHandledElsewhere, useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { useSave } from './saving.tsx';

/** Arrows move the focus between cards, Enter opens the focused card, `s` saves it or the hovered one. */
export function useCardKeys(wall: RefObject<HTMLElement | null>): void {
  const { save } = useSave();
  const navigate = useNavigate();
  useKeyDown((event) => {
    const { current: container } = wall;
    if (container === null || isHandledElsewhere(event)) return;
    const focus = document.activeElement;
    const card = focus?.closest<HTMLElement>('article[data-hash]') ?? null;
    // Outside of the wall the keys belong to the focused element, such as a radio group.
    if (focus !== null && focus !== document.body && focus.id !== 'content' && card === null) return;
    if (isArrow(event.key)) {
      const cards = [...container.querySelectorAll<HTMLElement>('article[data-hash]')];
      const grid = cards[0]?.parentElement;
      if (grid === null || grid === undefined) return;
      const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
      const next =
        cards[nextCard(event.key, card === null ? -1 : cards.indexOf(card), cards.length, columns)];
      next?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && card !== null && focus === card) {
      void navigate({ to: '/ads/$hash', params: { hash: card.dataset.hash ?? '' } });
    } else if (event.key === 's') {
      const selected = card ?? container.querySelector<HTMLElement>('article[data-hash]:hover');
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
