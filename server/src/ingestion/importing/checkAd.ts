import { describeIssues, OpenAd } from '@magpie/contract';
import { withoutCredentials, withoutCredentialsInside } from '@magpie/sources/mapping/addresses';

export type Checked = { readonly ad: OpenAd } | { readonly reason: string };

/** Enough to fix a record; the first is often the cause of the others. */
const maxReasons = 3;

/** Deeper than any exported event. Serializing thousands of levels would overflow the stack. */
const maxEventDepth = 12;

export function checkAd(candidate: unknown): Checked {
  const parsed = OpenAd.safeParse(candidate);
  if (!parsed.success) {
    const reasons = describeIssues(parsed.error, { input: OpenAd }).map(({ message }) => message);
    return { reason: withoutCredentialsInside(reasons.slice(0, maxReasons).join('; ')) };
  }
  const { derived: _recomputed, ...ad } = parsed.data;
  if (isDeeperThan(maxEventDepth, ad.events)) {
    return { reason: `events must not be nested more than ${maxEventDepth} levels deep` };
  }
  return { ad: cleaned(ad) };
}

/** Every ad passes here before it is stored, so that no stored address contains the credentials of the API caller. */
function cleaned(ad: OpenAd): OpenAd {
  const { advertiser } = ad;
  return {
    ...ad,
    // An ad without an id has its address as key.
    key: clean(ad.key),
    sourceUrl: clean(ad.sourceUrl),
    landingPageUrl: clean(ad.landingPageUrl),
    advertiser: { ...advertiser, pageUrl: clean(advertiser.pageUrl), logoUrl: clean(advertiser.logoUrl) },
    media: ad.media.map(cleanMedia),
    cards: ad.cards.map((card) => ({
      ...card,
      landingPageUrl: clean(card.landingPageUrl),
      media: card.media.map(cleanMedia),
    })),
    events: ad.events.map((event) => ({ ...event, changes: event.changes.map(cleanChange) })),
  };
}

function clean(address: string | null): string | null {
  return address === null ? null : withoutCredentials(address);
}

function cleanMedia(media: OpenAd['media'][number]): OpenAd['media'][number] {
  return { ...media, url: withoutCredentials(media.url), thumbnailUrl: clean(media.thumbnailUrl) };
}

type Change = OpenAd['events'][number]['changes'][number];

function cleanChange(change: Change): Change {
  if (change.field !== 'landingPageUrl') return change;
  return { ...change, from: cleanValue(change.from), to: cleanValue(change.to) };
}

function cleanValue(value: unknown): unknown {
  return typeof value === 'string' ? withoutCredentials(value) : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child));
}
