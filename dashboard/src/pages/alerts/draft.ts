import type { Questions, Rule } from '../../api/types.ts';
import type { TriedDays } from './search.ts';

type Saved = Extract<Questions['notifications']['upsertRule'], object>;
type Tried = Extract<Questions['notifications']['testRule'], object>;

/** What a person decides of a rule. */
export type Draft = Pick<
  Rule,
  'name' | 'event' | 'companyNames' | 'platforms' | 'keywords' | 'threshold' | 'frequency' | 'channels'
>;
export type Channel = Rule['channels'][number];

export const newDraft: Draft = {
  name: '',
  event: 'new_ads',
  companyNames: 'FOLLOWED',
  platforms: [],
  keywords: [],
  threshold: null,
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
};

export function draftOf(rule: Rule): Draft {
  const { name, event, companyNames, platforms, keywords, threshold, frequency, channels } = rule;
  return { name, event, companyNames, platforms, keywords, threshold, frequency, channels };
}

const firstThreshold = 10_000;

/** The same rule about something else: what only the new event needs is there. */
export function withEvent(draft: Draft, event: Draft['event']): Draft {
  const threshold = event === 'reach_above' ? (draft.threshold ?? firstThreshold) : draft.threshold;
  return { ...draft, event, threshold };
}

/** What is saved: without a name of its own it gets the suggested one, and an e-mail without an address goes to oneself. */
export function savedInput(draft: Draft, suggestedName: string): Saved {
  return {
    ...found(draft),
    name: draft.name.trim() === '' ? suggestedName : draft.name.trim(),
    channels: draft.channels.map(({ type, target }) => {
      const address = target?.trim() ?? '';
      if (type === 'inbox') return { type };
      if (type === 'webhook') return { type, target: address };
      return address === '' ? { type } : { type, target: address };
    }),
  };
}

/** What is tried: where it is told makes no difference to what it finds. */
export function triedInput(draft: Draft, days: TriedDays): Tried {
  return { ...found(draft), days };
}

function found({ event, companyNames, platforms, keywords, threshold, frequency }: Draft) {
  return {
    event,
    companyNames,
    platforms,
    keywords,
    threshold: event === 'reach_above' ? threshold : null,
    frequency,
  };
}

/** What is missing before it can fire at all; null when nothing is. */
export function missingIn(draft: Draft): string | null {
  if (draft.event === 'copy_matches' && draft.keywords.length === 0)
    return 'Add a word to look for, and see here when it would have been found.';
  if (draft.event === 'reach_above' && draft.threshold === null)
    return 'Say how many people an ad must reach, and see here which did.';
  return null;
}
