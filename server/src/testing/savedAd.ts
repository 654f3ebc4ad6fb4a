import type { Ad } from '@magpie/contract';
import { noRank } from '../ads/percentiles.ts';
import { advertiserId } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { unknownShownTransparency } from '../ads/transparency.ts';
import { buildPlaceholder } from '../boards/savedElsewhere/saveFromElsewhere.ts';

type Changes = Partial<Omit<Ad, 'hash' | 'advertiser' | 'engagement'>> & {
  readonly companyName?: string;
  readonly likes?: number | null;
  readonly comments?: number | null;
};

/** The address that services of tests say they have. */
export const site = 'https://magpie.example';

const firstSeen = new Date('2026-01-01T00:00:00Z');
const lastConfirmedAt = new Date().toISOString();

/** An ad as the index would present it, as short as a test wants to write it. */
export function presentedAd(name: string, changes: Changes = {}): Ad {
  const { companyName = 'Acme', likes = null, comments = null, ...given } = changes;
  const id = advertiserId(companyName);
  const platform = given.platforms?.[0] ?? null;
  const blank = buildPlaceholder(`meta:${name}`, { externalId: name, sourceUrl: '', platform }, firstSeen);
  return {
    ...unknownShownTransparency,
    ...blank,
    confidence: 0,
    ...noRank,
    lastConfirmedAt,
    daysRunningKind: 'atLeast',
    sourceUrl: null,
    format: 'image',
    mediaType: 'image',
    headline: given.headlines?.[0] ?? null,
    body: given.bodies?.[0] ?? null,
    advertiser: { advertiserId: id, name: companyName, brandLogo: monogramUrl(id, site), pageUrl: null },
    engagement: { ...blank.engagement, likes, comments },
    ...given,
  };
}
