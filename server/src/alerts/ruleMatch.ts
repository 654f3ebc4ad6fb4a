import type { AdVersion, AdChange } from '../ads/adChanges.ts';
import { parseQuery, type SearchQuery } from '../ads/query.ts';
import type { SearchTerm } from '../ads/searchText.ts';
import type { FiredAd } from './notices.ts';
import type { RuleRow } from './rules.sql.ts';

type RuleEvent = RuleRow['event'];

export interface Conditions {
  readonly event: RuleEvent;
  /** The ad must run on one of them; empty: any platform. */
  readonly platforms: readonly string[];
  /** The text must match one of them; empty: any text. */
  readonly keywords: readonly Keyword[];
  readonly threshold: number | null;
}

export function toConditions({
  event,
  platforms,
  keywords,
  threshold,
}: Pick<RuleRow, 'event' | 'platforms' | 'keywords' | 'threshold'>): Conditions {
  return { event, platforms, threshold, keywords: keywords.flatMap((text) => parseKeyword(text) ?? []) };
}

export function fires(conditions: Conditions, change: AdChange, day: string): boolean {
  return eventsIn(change, day).includes(conditions.event) && satisfies(conditions, change);
}

export function eventsIn(change: AdChange, day: string): RuleEvent[] {
  const { kind, at, after, isDated, pageFirstDay } = change;
  if (kind === 'launched' && !isDated) return [];
  if (!isRecent(kind === 'launched' ? after.startDay : at.slice(0, 10), day)) return [];
  // A page that is only known from ads imported late is not new.
  const isOnNewPage = pageFirstDay !== null && isRecent(pageFirstDay, day);
  return eventsOf[kind].filter((event) => event !== 'landing_page_new' || isOnNewPage);
}

const eventsOf: Readonly<Record<AdChange['kind'], readonly RuleEvent[]>> = {
  launched: ['new_ads', 'reach_above', 'landing_page_new', 'copy_matches'],
  changed: ['reach_above', 'landing_page_new', 'copy_matches'],
  stopped: ['ad_stopped'],
  revived: [],
};

export function kindsFor(event: RuleEvent): AdChange['kind'][] {
  return (['launched', 'changed', 'stopped', 'revived'] as const).filter((kind) =>
    eventsOf[kind].includes(event),
  );
}

/** Changes older than this when recorded do not fire rules. */
const newsDays = 30;

export function isRecent(since: string, day: string): boolean {
  return Date.parse(day) - Date.parse(since) <= newsDays * 86_400_000;
}

export function satisfies(conditions: Conditions, { before, after }: AdChange): boolean {
  const { event, platforms, keywords } = conditions;
  if (platforms.length > 0 && !platforms.some((platform) => after.platforms.includes(platform))) return false;
  if (!hasKeyword(keywords, after)) return false;
  if (event === 'copy_matches') return before === null || !hasKeyword(keywords, before);
  return event !== 'reach_above' || crossesThreshold(conditions.threshold, before, after);
}

function hasKeyword(keywords: readonly Keyword[], { searchText }: AdVersion): boolean {
  return keywords.length === 0 || keywords.some((keyword) => matches(keyword, searchText));
}

/** Unknown previous reach counts as 0. */
function crossesThreshold(threshold: number | null, before: AdVersion | null, { reach }: AdVersion): boolean {
  return threshold !== null && reach !== null && reach > threshold && (before?.reach ?? 0) <= threshold;
}

export function firedAd({ event }: Pick<Conditions, 'event'>, change: AdChange): FiredAd {
  const { hash, advertiserId, advertiserName, after } = change;
  return {
    hash,
    advertiserId,
    companyName: advertiserName,
    landingPage: event === 'landing_page_new' ? after.landingPage : null,
    reach: event === 'reach_above' ? after.reach : null,
    claims: null,
  };
}

export type Keyword = SearchQuery;

/** Null if the text has no searchable term, for example only punctuation. */
export function parseKeyword(text: string): Keyword | null {
  const query = parseQuery(text);
  return query.required.length + query.excluded.length === 0 ? null : query;
}

export function matches({ required, excluded, whole }: Keyword, searchText: string): boolean {
  return (
    required.every((term) => containsTerm(term, searchText)) &&
    (!excluded.some((term) => containsTerm(term, searchText)) ||
      (whole !== null && searchText.includes(whole)))
  );
}

function containsTerm({ tokens, sequence }: SearchTerm, searchText: string): boolean {
  return sequence === null
    ? tokens.every((token) => searchText.includes(` ${token} `))
    : searchText.includes(sequence);
}
