import type { AdEvent, EnrichedAd, KnownAd } from './knownAd.ts';
import { landingPageOfAd } from './landingPage.ts';
import { firstDay } from './rows.ts';
import { undone, type FollowedFacts } from './undo.ts';

/** An ad as a recording found it, and as it leaves it. */
interface RecordedAd {
  readonly stored: EnrichedAd | null;
  readonly ad: KnownAd;
  readonly changed: boolean;
  readonly events: readonly AdEvent[];
}

/**
 * The rows of `page_uses`: an ad came to lead to a page. Like an event, one is named by its ad and the number among the
 * ad's recordings, so that what a recording left that a kill cut off is replaced when it is repeated.
 */
export function pageUses(draft: RecordedAd, recording: number): object[] {
  if (!draft.changed) return [];
  const uses = usesTold(draft);
  const row = (use: PageUse): object => useRow(draft.ad, use, recording);
  return (uses.length > 0 ? uses : useUntold(draft)).map(row);
}

interface PageUse {
  readonly page: string;
  readonly sequence: number;
  /** When it was seen to. */
  readonly seenDay: string;
  /** From when on it may have: an ad that is found late has run before. */
  readonly startDay: string;
}

/** From the newest event back, undoing what each changed. Events that an ad brings along when it moves are known. */
function usesTold({ stored, ad, events }: RecordedAd): PageUse[] {
  const uses: PageUse[] = [];
  const news = events.filter(({ sequence }) => sequence > (stored?.version ?? 0));
  let facts: FollowedFacts = ad.facts;
  for (const { kind, sequence, at, changes } of news.toSorted((a, b) => b.sequence - a.sequence)) {
    const [page, seenDay] = [pageOf(facts), at.slice(0, 10)];
    const startDay = kind === 'launched' ? (facts.startDate ?? seenDay) : seenDay;
    if (kind === 'changed') facts = undone(facts, changes);
    const isNew = kind === 'launched' || pageOf(facts) !== page;
    if (page !== null && isNew) uses.push({ page, sequence, seenDay, startDay });
  }
  return uses;
}

/** No event tells that an ad is another advertiser's now, or that its cards lead elsewhere. */
function useUntold({ stored, ad }: RecordedAd): PageUse[] {
  const page = pageOf(ad.facts);
  const isKnown = stored?.advertiserId === ad.advertiserId && pageOf(stored.facts) === page;
  if (page === null || isKnown) return [];
  return [{ page, sequence: ad.version, seenDay: ad.lastSeenAt.slice(0, 10), startDay: firstDay(ad) }];
}

/**
 * The row of `page_uses` for an ad whose page is spelled otherwise since it was enriched again: it has led there all the
 * time, so that nobody is told of a new page. The use under the old spelling stays, with the event that tells of it.
 */
export function pageUseAnew(before: EnrichedAd, after: EnrichedAd): object[] {
  const page = after.derived.landingPage;
  if (page === null || page === before.derived.landingPage) return [];
  const seenDay = after.firstSeenAt.slice(0, 10);
  return [useRow(after, { page, sequence: 0, seenDay, startDay: firstDay(after) }, 0)];
}

function useRow({ advertiserId, hash, version }: KnownAd, use: PageUse, recording: number): object {
  const { page, sequence, seenDay, startDay } = use;
  return {
    advertiser_id: advertiserId,
    page,
    hash,
    sequence,
    recorded_in: recording,
    seen_day: seenDay,
    start_day: startDay,
    version,
  };
}

export function pageOf(facts: FollowedFacts): string | null {
  return landingPageOfAd(facts)?.page ?? null;
}
