import type { FoundAd } from '../../../lib/api/types.ts';
import { pictureMatchCopy } from './copy.ts';

const copy = pictureMatchCopy;

/** Why the ad was found; nothing if its texts have the words too. */
export function PictureMatch({ ad: { pictureMatch } }: { readonly ad: FoundAd }) {
  if (pictureMatch?.isOnlyInPicture !== true) return null;
  const lines = pictureMatch.lines.join(' · ');
  return (
    <p title={copy.tip(lines)} className="line-clamp-2 text-xs text-quiet">
      {copy.found} <q dir="auto">{lines}</q>
    </p>
  );
}
