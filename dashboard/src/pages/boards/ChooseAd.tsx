import type { SavedAd } from '../../api/types.ts';
import { classes } from '../../parts/classes.ts';
import type { Wall } from './wall.ts';

interface ChooseAdProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
  readonly className?: string;
}

/** A box to tick. With Shift, all from the last one that was ticked. */
export function ChooseAd({ ad, wall, className }: ChooseAdProps) {
  return (
    <label className={classes('flex size-8 items-center justify-center', className)}>
      <input
        type="checkbox"
        aria-label={`Choose ${ad.advertiser.name}: ${ad.headline ?? 'ad'}`}
        checked={wall.chosen.has(ad.hash)}
        onChange={({ nativeEvent }) =>
          wall.touch(ad.hash, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </label>
  );
}
