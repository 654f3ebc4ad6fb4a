import { Link } from '@tanstack/react-router';
import type { FoundAd } from '../../lib/api/types.ts';
import { formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { badgeClasses } from './AdMedia.tsx';
import { adsCopy } from './copy.ts';

export const linkBadgeClasses = classes(
  badgeClasses,
  'font-semibold hover:underline max-sm:min-h-6 pointer-coarse:min-h-6',
);

/** How many other ads a card stands for; the page of its ad lists them. */
export function SameCreative({
  ad: { hash, similarAds = 0, familyId },
}: {
  readonly ad: Pick<FoundAd, 'hash' | 'similarAds' | 'familyId'>;
}) {
  if (similarAds === 0 || familyId === undefined) return null;
  const name = adsCopy.sameCreative(similarAds);
  return (
    <Link to="/ads/$hash" params={{ hash }} aria-label={name} title={name} className={linkBadgeClasses}>
      +{formatNumber(similarAds)}
    </Link>
  );
}
