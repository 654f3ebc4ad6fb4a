import type { AdState, AdChange } from '../ads/adChanges.ts';
import { keywordOf, matches, type Keyword } from './keywords.ts';
import type { FiredAd } from './notices.ts';
import type { RuleRow } from './rules.sql.ts';

type RuleEvent = RuleRow['event'];

/** What a rule looks for in the ads that it is about. */
export interface Conditions {
  readonly event: RuleEvent;
  /** An ad must run on one of them; none: on whichever. */
  readonly platforms: readonly string[];
  /** Its text must have one of them; none: whatever it says. */
  readonly keywords: readonly Keyword[];
  readonly threshold: number | null;
}

/** A rule as it is written down, made ready to be held against many ads. */
export function conditionsOf({
  event,
  platforms,
  keywords,
  threshold,
}: Pick<RuleRow, 'event' | 'platforms' | 'keywords' | 'threshold'>): Conditions {
  return { event, platforms, threshold, keywords: keywords.flatMap((text) => keywordOf(text) ?? []) };
}

/** Whether a rule that is about this advertiser fires, on the day on which it was recorded. */
export function fires(conditions: Conditions, happening: AdChange, day: string): boolean {
  return eventsIn(happening, day).includes(conditions.event) && satisfies(conditions, happening);
}

/** What a happening may be for rules, whatever else they look for. Nothing, where it is history and no news. */
export function eventsIn(happening: AdChange, day: string): RuleEvent[] {
  const { kind, at, after } = happening;
  if (!isRecent(kind === 'launched' ? after.startDay : at.slice(0, 10), day)) return [];
  return eventsOf[kind].filter((event) => event !== 'landing_page_new' || isOnNewPage(happening, day));
}

const eventsOf: Readonly<Record<AdChange['kind'], readonly RuleEvent[]>> = {
  launched: ['new_ads', 'reach_above', 'landing_page_new', 'copy_matches'],
  changed: ['reach_above', 'landing_page_new', 'copy_matches'],
  stopped: ['ad_stopped'],
  revived: [],
};

/** What must happen to an ad for a rule about this event to fire. */
export function kindsFor(event: RuleEvent): AdChange['kind'][] {
  return (['launched', 'changed', 'stopped', 'revived'] as const).filter((kind) =>
    eventsOf[kind].includes(event),
  );
}

/** A page that ads imported late tell of is history too. */
function isOnNewPage({ pageFirstDay }: AdChange, day: string): boolean {
  return pageFirstDay !== null && isRecent(pageFirstDay, day);
}

/** Between the beginning of an ad, or what happened to it, and the day on which it is recorded. */
const newsDays = 30;

function isRecent(since: string, day: string): boolean {
  return Date.parse(day) - Date.parse(since) <= newsDays * 86_400_000;
}

/** Whether a happening that is the event of a rule is what it looks for. */
export function satisfies(conditions: Conditions, { before, after }: AdChange): boolean {
  const { event, platforms, keywords } = conditions;
  if (platforms.length > 0 && !platforms.some((platform) => after.platforms.includes(platform))) return false;
  if (!hasKeyword(keywords, after)) return false;
  if (event === 'copy_matches') return before === null || !hasKeyword(keywords, before);
  return event !== 'reach_above' || hasPassed(conditions.threshold, before, after);
}

function hasKeyword(keywords: readonly Keyword[], { searchText }: AdState): boolean {
  return keywords.length === 0 || keywords.some((keyword) => matches(keyword, searchText));
}

/** Reach that is unknown is none yet. */
function hasPassed(threshold: number | null, before: AdState | null, { reach }: AdState): boolean {
  return threshold !== null && reach !== null && reach > threshold && (before?.reach ?? 0) <= threshold;
}

/** What is told of an ad that a rule fired on. */
export function firedAd({ event }: Pick<Conditions, 'event'>, happening: AdChange): FiredAd {
  const { hash, advertiserId, advertiserName, after } = happening;
  return {
    hash,
    advertiserId,
    companyName: advertiserName,
    landingPage: event === 'landing_page_new' ? after.landingPage : null,
    reach: event === 'reach_above' ? after.reach : null,
  };
}
