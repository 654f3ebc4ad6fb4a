import { ChevronRight } from 'lucide-react';
import { classes } from './classes.ts';

export function ExpandIcon({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <ChevronRight
      size={16}
      aria-hidden
      className={classes('shrink-0 text-quiet transition-transform', isOpen && 'rotate-90')}
    />
  );
}
