import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ad } from '../../lib/api/types.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { releaseFocus } from '../../ui/focus.ts';
import { adsCopy } from './copy.ts';

const copy = adsCopy.bulk;

interface SelectAdProps {
  readonly ad: Ad;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (hash: string, asRange: boolean) => void;
  readonly className?: string | undefined;
}

/** The selection checkbox. Shift selects everything from the last toggled ad. */
export function SelectAd({ ad, selected, onToggle, className }: SelectAdProps) {
  return (
    <label className={classes('flex size-8 items-center justify-center', className)}>
      <input
        type="checkbox"
        aria-label={copy.selectAd(ad.advertiser.name, ad.headline)}
        checked={selected.has(ad.hash)}
        onChange={({ nativeEvent }) =>
          onToggle(ad.hash, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </label>
  );
}

/** On a card, hidden until hover, so that it does not cover the media; always shown on touch screens. */
export function SelectCard(props: Omit<SelectAdProps, 'className'>) {
  return (
    <SelectAd
      {...props}
      className={classes(
        'absolute top-2 left-2 rounded-md border bg-card transition-opacity',
        props.selected.size === 0 &&
          'opacity-0 group-hover/card:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
      )}
    />
  );
}

interface SelectionPanelProps {
  readonly count: number;
  readonly total: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** The actions. */
  readonly children: ReactNode;
}

/** The bar with actions on the selected ads, at the bottom of the window. */
export function SelectionPanel({ count, total, onSelectAll, onClear, children }: SelectionPanelProps) {
  return (
    <section
      ref={releaseFocus}
      aria-label={copy.selectedAds}
      className="appear fixed inset-x-2 bottom-18 z-20 mx-auto flex w-fit flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-card p-2 pl-4 shadow-float sm:bottom-4 sm:left-18 lg:left-58"
    >
      <p aria-live="polite" className="font-semibold whitespace-nowrap">
        {copy.selectedCount(count)}
      </p>
      {count < total && (
        <button type="button" onClick={onSelectAll} className="rounded-sm text-accent hover:underline">
          {copy.selectAll(total)}
        </button>
      )}
      <div className="flex flex-wrap items-center">
        {children}
        <IconButton label={copy.clearSelection} onClick={onClear}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
