import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import type { Wall } from './wall.ts';
import { boardsCopy } from './copy.ts';

interface SelectAdProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
  readonly className?: string;
}

/** The selection checkbox. Shift selects everything from the last toggled ad. */
export function SelectAd({ ad, wall, className }: SelectAdProps) {
  return (
    <label className={classes('flex size-8 items-center justify-center', className)}>
      <input
        type="checkbox"
        aria-label={boardsCopy.savedAds.selectAd(ad.advertiser.name, ad.headline)}
        checked={wall.selected.has(ad.hash)}
        onChange={({ nativeEvent }) =>
          wall.toggle(ad.hash, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </label>
  );
}
