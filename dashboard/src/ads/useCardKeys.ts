import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { isTakenElsewhere, useKeyDown } from '../parts/useKeyDown.ts';
import { useSave } from './saving.tsx';
import { isArrow, walk } from './walk.ts';

/** Arrows walk over the cards of a wall, Enter opens the one with the focus, `s` saves it or the one pointed at. */
export function useCardKeys(wall: RefObject<HTMLElement | null>): void {
  const { save } = useSave();
  const navigate = useNavigate();
  useKeyDown((event) => {
    const { current: container } = wall;
    if (container === null || isTakenElsewhere(event)) return;
    const focus = document.activeElement;
    const card = focus?.closest<HTMLElement>('article[data-hash]') ?? null;
    // Outside of the wall the keys belong to what has the focus, such as a group of choices.
    if (focus !== null && focus !== document.body && focus.id !== 'content' && card === null) return;
    if (isArrow(event.key)) {
      const cards = [...container.querySelectorAll<HTMLElement>('article[data-hash]')];
      const grid = cards[0]?.parentElement;
      if (grid === null || grid === undefined) return;
      const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
      const next = cards[walk(event.key, card === null ? -1 : cards.indexOf(card), cards.length, columns)];
      next?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && card !== null && focus === card) {
      void navigate({ to: '/ads/$hash', params: { hash: card.dataset.hash ?? '' } });
    } else if (event.key === 's') {
      const chosen = card ?? container.querySelector<HTMLElement>('article[data-hash]:hover');
      if (chosen === null) return;
      void save(chosen.dataset.hash ?? '');
    } else return;
    event.preventDefault();
  });
}
