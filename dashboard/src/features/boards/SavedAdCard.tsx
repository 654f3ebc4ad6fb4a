import { AdCard } from '../ads/AdCard.tsx';
import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { SelectAd } from './SelectAd.tsx';
import { DragAds } from './DragAds.tsx';
import { Note } from './Note.tsx';
import { SavedAdMenu } from './SavedAdMenu.tsx';
import type { Wall } from './wall.ts';

interface SavedAdCardProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
}

export function SavedAdCard({ ad, wall }: SavedAdCardProps) {
  // Hidden until hover, so that it does not cover the media; always shown on touch screens.
  const isHidden = wall.selected.size === 0;
  return (
    <DragAds ad={ad} wall={wall}>
      <AdCard
        ad={ad}
        selected={wall.selected.has(ad.hash)}
        corner={
          <SelectAd
            ad={ad}
            wall={wall}
            className={classes(
              'absolute top-15 left-6 rounded-md border bg-card transition-opacity',
              isHidden &&
                'opacity-0 group-hover/ad:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        }
        action={<SavedAdMenu ad={ad} wall={wall} />}
      >
        <Note ad={ad} isEditable={wall.mayChange(ad)} />
      </AdCard>
    </DragAds>
  );
}
