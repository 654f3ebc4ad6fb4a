import { ChevronRight } from 'lucide-react';
import { classes } from './classes.ts';

/** Beside what unfolds: it points down while that is open. */
export function FoldMark({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <ChevronRight
      size={16}
      aria-hidden
      className={classes('shrink-0 text-quiet transition-transform', isOpen && 'rotate-90')}
    />
  );
}
