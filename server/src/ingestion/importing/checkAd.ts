import { describeIssues, OpenAd } from '@magpie/contract';
import { withoutCredentials, withoutCredentialsInside } from '../mapping/addresses.ts';

/** A candidate for the index: the ad that it is, or in one sentence why it is none. */
export type Checked = { readonly ad: OpenAd } | { readonly reason: string };

/** Enough to mend a record by; the first one is often the cause of the others. */
const mostReasons = 3;

/** Deeper than any event that an export writes; writing out what has thousands of levels would end the process. */
const deepestEvent = 12;

/** Holds what came from outside to the open format. */
export function checkAd(candidate: unknown): Checked {
  const parsed = OpenAd.safeParse(candidate);
  if (!parsed.success) {
    const reasons = describeIssues(parsed.error, { input: OpenAd }).map(({ message }) => message);
    return { reason: withoutCredentialsInside(reasons.slice(0, mostReasons).join('; ')) };
  }
  const { derived: _remade, ...ad } = parsed.data;
  if (isDeeperThan(deepestEvent, ad.events)) {
    return { reason: `events must not be nested more than ${deepestEvent} levels deep` };
  }
  return { ad: cleaned(ad) };
}

/** Everything on its way to the index passes here, so no address in it carries the rights of whoever asked a source. */
function cleaned(ad: OpenAd): OpenAd {
  const { advertiser } = ad;
  return {
    ...ad,
    // The key of an ad that has no id is its address.
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
