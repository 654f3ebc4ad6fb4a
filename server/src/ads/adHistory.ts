import type { AdEvent, AdFacts, Change, EnrichedAd, KnownAd } from './knownAd.ts';
import { z } from 'zod';
import { landingPageOfAd } from './landingPage.ts';
import type { SearchedFacts } from './indexedTexts.ts';
import { getFirstDay } from './rows.ts';

/** The facts that can be reconstructed from the history. Cards have no history, so their current state is used. */
export type TrackedFacts = SearchedFacts & Pick<AdFacts, 'platforms' | 'startDate' | 'reach'>;

const texts = z.array(z.string());
const text = z.string().nullable();

/** Changes of an imported export may contain anything. */
const schemas: Readonly<Partial<Record<string, z.ZodType>>> = {
  platforms: texts,
  headlines: texts,
  bodies: texts,
  description: text,
  landingPageUrl: text,
  startDate: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .nullable(),
  reach: z
    .object({ value: z.number().nullable() })
    .transform(({ value }) => ({ value, lower: null, upper: null, kind: 'reported' }))
    .nullable(),
};

/** The facts before these changes. Facts with an invalid stored value stay unchanged. */
export function revertChanges(facts: TrackedFacts, changes: readonly Change[]): TrackedFacts {
  const before: Partial<Record<string, unknown>> = {};
  for (const { field, from } of changes) {
    const parsed = Object.hasOwn(schemas, field) ? schemas[field]?.safeParse(from) : undefined;
    if (parsed?.success === true) before[field] = parsed.data;
  }
  return { ...facts, ...before };
}

interface RecordedAd {
  readonly stored: EnrichedAd | null;
  readonly ad: KnownAd;
  readonly changed: boolean;
  /** The new ones, up to the last one of the ad. */
  readonly events: readonly AdEvent[];
}

/** Rows have the sequence number of the recording, so repeating an interrupted recording replaces them. */
export function pageUses(draft: RecordedAd, recording: number): object[] {
  if (!draft.changed) return [];
  const uses = usesFromEvents(draft);
  return (uses.length > 0 ? uses : useWithoutEvent(draft, recording)).map((use) => pageUseRow(draft.ad, use));
}

interface PageUse {
  readonly page: string;
  readonly sequence: number;
  readonly recordedIn: number;
  readonly seenDay: string;
  /** When the use may have started: an ad that is found late has been running before. */
  readonly startDay: string;
}

/** Goes from the newest event back and reverts each change. */
function usesFromEvents({ ad, events }: RecordedAd): PageUse[] {
  const uses: PageUse[] = [];
  let facts: TrackedFacts = ad.facts;
  for (const { kind, sequence, at, changes, recordedIn } of events.toReversed()) {
    const [page, seenDay] = [landingPageKey(facts), at.slice(0, 10)];
    const startDay = kind === 'launched' ? (facts.startDate ?? seenDay) : seenDay;
    if (kind === 'changed') facts = revertChanges(facts, changes);
    const isNew = kind === 'launched' || landingPageKey(facts) !== page;
    if (page !== null && isNew) uses.push({ page, sequence, recordedIn, seenDay, startDay });
  }
  return uses;
}

/** A new advertiser or changed links of cards create no event. */
function useWithoutEvent({ stored, ad }: RecordedAd, recordedIn: number): PageUse[] {
  const page = landingPageKey(ad.facts);
  const isKnown = stored?.advertiserId === ad.advertiserId && landingPageKey(stored.facts) === page;
  if (page === null || isKnown) return [];
  const seenDay = ad.lastSeenAt.slice(0, 10);
  return [{ page, sequence: ad.version, recordedIn, seenDay, startDay: getFirstDay(ad) }];
}

/** Counts from the first sighting, so that no alert reports a new page after ads were enriched again. */
export function respelledPageUse(before: EnrichedAd, after: EnrichedAd): object[] {
  const page = after.derived.landingPage;
  if (page === null || page === before.derived.landingPage) return [];
  const seenDay = after.firstSeenAt.slice(0, 10);
  return [pageUseRow(after, { page, sequence: 0, recordedIn: 0, seenDay, startDay: getFirstDay(after) })];
}

function pageUseRow({ advertiserId, hash, version }: KnownAd, use: PageUse): object {
  const { page, sequence, recordedIn, seenDay, startDay } = use;
  return {
    advertiser_id: advertiserId,
    page,
    hash,
    sequence,
    recorded_in: recordedIn,
    seen_day: seenDay,
    start_day: startDay,
    version,
  };
}

export function landingPageKey(facts: TrackedFacts): string | null {
  return landingPageOfAd(facts)?.page ?? null;
}
