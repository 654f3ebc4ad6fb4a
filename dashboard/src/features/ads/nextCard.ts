export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export function isArrow(key: string): key is Arrow {
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
