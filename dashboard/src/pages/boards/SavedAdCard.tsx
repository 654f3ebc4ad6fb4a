import { AdCard } from '../../ads/AdCard.tsx';
import type { SavedAd } from '../../api/types.ts';
import { classes } from '../../parts/classes.ts';
import { ChooseAd } from './ChooseAd.tsx';
import { DragAds } from './DragAds.tsx';
import { Note } from './Note.tsx';
import { SavedAdMenu } from './SavedAdMenu.tsx';
import type { Shown } from './shown.ts';

interface SavedAdCardProps {
  readonly ad: SavedAd;
  readonly shown: Shown;
}

export function SavedAdCard({ ad, shown }: SavedAdCardProps) {
  // Out of the way of the picture until it is wanted; fingers cannot point without touching, so for them it stays.
  const isQuiet = shown.chosen.size === 0;
  return (
    <DragAds ad={ad} shown={shown}>
      <AdCard
        ad={ad}
        selected={shown.chosen.has(ad.hash)}
        corner={
          <ChooseAd
            ad={ad}
            shown={shown}
            className={classes(
              'absolute top-15 left-6 rounded-md border bg-card transition-opacity',
              isQuiet &&
                'opacity-0 group-hover/ad:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        }
        action={<SavedAdMenu ad={ad} shown={shown} />}
      >
        <Note ad={ad} isEditable={shown.mayChange(ad)} />
      </AdCard>
    </DragAds>
  );
}
