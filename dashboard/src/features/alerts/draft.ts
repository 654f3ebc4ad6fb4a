import type { RouterInputs, Rule } from '../../lib/api/types.ts';
import type { RuleSearch, TestPeriod } from './search.ts';
import { alertsCopy } from './copy.ts';

type Saved = Extract<RouterInputs['notifications']['upsertRule'], object>;
type Tried = Extract<RouterInputs['notifications']['testRule'], object>;

export type RuleDraft = Pick<
  Rule,
  | 'name'
  | 'event'
  | 'companyNames'
  | 'platforms'
  | 'keywords'
  | 'threshold'
  | 'timesUsual'
  | 'frequency'
  | 'channels'
>;
export type Channel = Rule['channels'][number];

export const newDraft: RuleDraft = {
  name: '',
  event: 'new_ads',
  companyNames: 'FOLLOWED',
  platforms: [],
  keywords: [],
  threshold: null,
  timesUsual: 3,
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
};

/** A new rule, with what the link to the page carries over from a search. */
export function prefilledDraft(search: RuleSearch): RuleDraft {
  const { companyNames = newDraft.companyNames, platforms = [], keywords = [], threshold = null } = search;
  return {
    ...newDraft,
    event: threshold === null ? newDraft.event : 'reach_above',
    companyNames: companyNames === 'FOLLOWED' ? companyNames : [...companyNames],
    platforms: [...platforms],
    keywords: [...keywords],
    threshold,
  };
}

export function ruleDraft(rule: Rule): RuleDraft {
  const { name, event, companyNames, platforms, keywords, threshold, timesUsual, frequency, channels } = rule;
  return { name, event, companyNames, platforms, keywords, threshold, timesUsual, frequency, channels };
}

const defaultThresholds: Partial<Record<RuleDraft['event'], number>> = { reach_above: 10_000, momentum: 5 };

export function hasThreshold(event: RuleDraft['event']): boolean {
  return defaultThresholds[event] !== undefined;
}

/** Changes the event, with a default for the field that only the new one needs. */
export function withEvent(draft: RuleDraft, event: RuleDraft['event']): RuleDraft {
  const threshold = event === draft.event ? draft.threshold : (defaultThresholds[event] ?? null);
  return { ...draft, event, threshold };
}

/** The input for saving. An empty name becomes the suggested one; an email without an address goes to the user. */
export function saveInput(draft: RuleDraft, suggestedName: string): Saved {
  return {
    ...criteria(draft),
    name: draft.name.trim() === '' ? suggestedName : draft.name.trim(),
    channels: draft.channels.map(({ type, target }) => {
      const address = target?.trim() ?? '';
      if (type === 'inbox') return { type };
      if (type === 'webhook') return { type, target: address };
      return address === '' ? { type } : { type, target: address };
    }),
  };
}

/** The input for testing; channels do not affect matches. */
export function testInput(draft: RuleDraft, days: TestPeriod): Tried {
  return { ...criteria(draft), days };
}

function criteria({ name: _name, channels: _channels, ...rest }: RuleDraft) {
  return {
    ...rest,
    threshold: hasThreshold(rest.event) ? rest.threshold : null,
    keywords: alertsCopy.sentence.events[rest.event].mention === null ? [] : rest.keywords,
  };
}

/** What is missing before the rule can match; null if complete. */
export function missingHint(draft: RuleDraft): string | null {
  if (draft.event === 'copy_matches' && draft.keywords.length === 0) return alertsCopy.pastMatches.addKeyword;
  if (draft.event === 'reach_above' && draft.threshold === null) return alertsCopy.pastMatches.enterReach;
  if (draft.event === 'momentum' && draft.threshold === null) return alertsCopy.pastMatches.enterLaunches;
  if (draft.event === 'claim' && draft.companyNames.length === 0) return alertsCopy.pastMatches.nameBrands;
  return null;
}
