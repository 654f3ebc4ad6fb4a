import type { Rule } from '@magpie/contract';
import type { AdState, Happening } from '../catalog/happenings.ts';
import { keywordOf, matches, type Keyword } from './keywords.ts';

export type RuleEvent = Rule['event'];

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
}: Pick<Rule, 'event' | 'platforms' | 'keywords' | 'threshold'>): Conditions {
  return { event, platforms, threshold, keywords: keywords.flatMap((text) => keywordOf(text) ?? []) };
}

/** Whether a rule that is about this advertiser fires, on the day on which it was recorded. */
export function fires(conditions: Conditions, happening: Happening, day: string): boolean {
  return eventsIn(happening, day).includes(conditions.event) && satisfies(conditions, happening);
}

/** What a happening may be for rules, whatever else they look for. Nothing, where it is history and no news. */
export function eventsIn(happening: Happening, day: string): RuleEvent[] {
  if (!isNews(happening, day)) return [];
  const { kind, before, after, isFirstOnPage } = happening;
  if (kind === 'launched') {
    return ['new_ads', 'reach_above', 'copy_matches', ...(isFirstOnPage ? newPage : [])];
  }
  if (kind === 'stopped') return ['ad_stopped'];
  if (kind === 'revived' || before === null) return [];
  const leadsElsewhere = before.landingPage !== after.landingPage;
  return ['reach_above', 'copy_matches', ...(isFirstOnPage && leadsElsewhere ? newPage : [])];
}

const newPage = ['landing_page_new'] as const;

/** Between the beginning of an ad, or what happened to it, and the day on which it is told of. */
const newsDays = 30;

function isNews({ kind, at, after }: Happening, day: string): boolean {
  const since = kind === 'launched' ? after.startDay : at.slice(0, 10);
  return Date.parse(day) - Date.parse(since) <= newsDays * 86_400_000;
}

/** Whether a happening that is the event of a rule is what it looks for. */
export function satisfies(conditions: Conditions, { before, after }: Happening): boolean {
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
