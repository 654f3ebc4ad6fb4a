import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { activeFilters } from '../filters.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { plural } from '../../../lib/format.ts';
import type { DiscoverSearch } from './search.ts';

interface FacetsDialogProps {
  readonly search: DiscoverSearch;
  readonly total: number | undefined;
  readonly children: ReactNode;
}

/** The filters on narrow screens. */
export function FacetsDialog({ search, total, children }: FacetsDialogProps) {
  const [open, setOpen] = useState(false);
  const selected = activeFilters(search).filter((filter) => filter !== 'searchQuery').length;
  return (
    <>
      <Button className="h-11 lg:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        <span className="sr-only sm:not-sr-only">Filters</span>
        {selected > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent">{selected}</span>
        )}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Filters">
        {children}
        <div className="sticky bottom-[-1.5rem] -mx-6 -mb-6 border-t bg-card px-6 py-3">
          <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? 'Show ads' : `Show ${plural(total, 'ad')}`}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
