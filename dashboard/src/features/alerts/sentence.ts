import { textLimits } from '@magpie/contract/limits';
import type { Issue } from '../../lib/errors.ts';
import { platformNames } from '../../lib/labels.ts';
import { alertsCopy } from './copy.ts';
import type { Channel, RuleDraft } from './draft.ts';

const copy = alertsCopy.sentence;

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en', { type: 'conjunction' });

/** Longer lists are shortened to "or n others". */
const maxNames = 3;

function joinWithOr(names: readonly string[]): string {
  if (names.length <= maxNames) return either.format(names);
  return either.format([...names.slice(0, maxNames - 1), copy.otherNames(names.length - maxNames + 1)]);
}

export function describeBrands(companyNames: RuleDraft['companyNames']): string {
  if (companyNames === 'FOLLOWED') return copy.followedBrand;
  return companyNames.length === 0 ? copy.anyBrand : joinWithOr(companyNames);
}

export function describeKeywords(keywords: RuleDraft['keywords']): string {
  return keywords.length === 0 ? copy.anything : joinWithOr(keywords.map(describeKeyword));
}

/** The words and phrases of a keyword, as the search parses them: `shoes -"second hand"`. */
const term = /(?<=^|\s)(-?)(?:"([^"]+)"|“([^”]+)”|„([^“]+)“|«([^»]+)»|(\S+))/gu;

/** A keyword as text: `shoes but not “second hand”`. */
export function describeKeyword(keyword: string): string {
  const included: string[] = [];
  const excluded: string[] = [];
  for (const [, minus, ...forms] of keyword.matchAll(term)) {
    const word = forms.at(-1);
    const phrase = forms.find((form) => form !== undefined) ?? '';
    (minus === '-' ? excluded : included).push(word ?? `“${phrase.trim()}”`);
  }
  const terms = included.length > 0 ? copy.and(included) : copy.anything;
  return excluded.length > 0 ? copy.butNot(terms, excluded) : terms;
}

export function describePlatforms(platforms: RuleDraft['platforms']): string {
  return platforms.length === 0
    ? copy.anyPlatform
    : either.format(platforms.map((one) => platformNames[one]));
}

export function describeChannels(channels: RuleDraft['channels']): string {
  return channels.length === 0 ? copy.noChannel : all.format(new Set(channels.map(describeChannel)));
}

function describeChannel({ type, target }: Channel): string {
  if (type === 'inbox') return copy.inbox;
  const address = target?.trim() ?? '';
  if (type === 'email') return copy.email(address);
  return copy.webhook(URL.canParse(address) ? new URL(address).host : null);
}

/** A rule as a sentence; criteria that restrict nothing are omitted. */
export function describeRule(rule: Omit<RuleDraft, 'name'>): string {
  const { verb, mention } = copy.events[rule.event];
  const what = [
    verb,
    rule.event === 'reach_above' && copy.reach(rule.threshold ?? 0),
    rule.event === 'momentum' && copy.launches(rule.threshold ?? 0, rule.timesUsual),
    rule.keywords.length > 0 && mention !== null && copy.mention(mention, describeKeywords(rule.keywords)),
    rule.platforms.length > 0 && copy.on(describePlatforms(rule.platforms)),
  ];
  return copy.rule(
    describeBrands(rule.companyNames),
    what.filter((part) => part !== false).join(''),
    copy.frequencies[rule.frequency],
    describeChannels(rule.channels),
  );
}

/** A default name: "New ads from brands I follow". */
export function suggestName(rule: Omit<RuleDraft, 'name' | 'channels' | 'frequency'>): string {
  const name = copy.name(
    copy.events[rule.event].noun,
    rule.companyNames === 'FOLLOWED' ? copy.followedBrands : describeBrands(rule.companyNames),
    rule.event === 'reach_above' ? copy.nameReach(rule.threshold ?? 0) : '',
    rule.keywords.length === 0 || copy.events[rule.event].mention === null
      ? ''
      : copy.nameKeywords(describeKeywords(rule.keywords)),
  );
  return name.length > textLimits.name ? `${name.slice(0, textLimits.name - 1)}…` : name;
}

const { slots, editor } = alertsCopy;
const fieldNames: Readonly<Record<string, string>> = {
  name: editor.name,
  event: slots.event,
  companyNames: slots.brands,
  platforms: slots.platforms,
  keywords: slots.keywords,
  threshold: slots.reach,
  timesUsual: slots.timesUsual,
  frequency: slots.frequency,
  channels: slots.channels,
};

export function describeIssue({ field, problem, message }: Issue): string {
  const name = fieldNames[field];
  return name === undefined ? message : editor.issue(name, problem);
}
