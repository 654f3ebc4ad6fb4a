import { textLimits } from '@magpie/contract/limits';
import { formatNumber } from '../../lib/format.ts';
import { platformNames } from '../../lib/labels.ts';
import type { Channel, RuleDraft } from './draft.ts';

/** Each event: the text after "When a brand", the text before the keywords, and the noun for suggested names. */
export const eventTexts = {
  new_ads: { verb: 'launches new ads', mention: 'that mention', named: 'New ads' },
  ad_stopped: { verb: 'stops ads', mention: 'that mention', named: 'Stopped ads' },
  reach_above: { verb: 'has ads that reach more than', mention: 'and mention', named: 'Ads' },
  landing_page_new: {
    verb: 'sends people to a new page',
    mention: 'with ads that mention',
    named: 'New landing pages',
  },
  copy_matches: { verb: 'launches or rewrites ads', mention: 'that now mention', named: 'Ads' },
} as const satisfies Record<
  RuleDraft['event'],
  { readonly verb: string; readonly mention: string; readonly named: string }
>;

export const frequencyNames = {
  instant: 'immediately',
  daily: 'once a day',
  weekly: 'once a week',
} as const satisfies Record<RuleDraft['frequency'], string>;

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en', { type: 'conjunction' });

/** Longer lists are shortened to "and n others". */
const maxNames = 3;

function joinWithOr(names: readonly string[]): string {
  if (names.length <= maxNames) return either.format(names);
  return either.format([
    ...names.slice(0, maxNames - 1),
    `${formatNumber(names.length - maxNames + 1)} others`,
  ]);
}

export function describeCompanies(companyNames: RuleDraft['companyNames']): string {
  if (companyNames === 'FOLLOWED') return 'a brand I follow';
  return companyNames.length === 0 ? 'any brand' : joinWithOr(companyNames);
}

export function describeKeywords(keywords: RuleDraft['keywords']): string {
  return keywords.length === 0 ? 'anything' : joinWithOr(keywords.map(describeKeyword));
}

export function describePlatforms(platforms: RuleDraft['platforms']): string {
  return platforms.length === 0 ? 'any platform' : either.format(platforms.map((one) => platformNames[one]));
}

export function describeChannels(channels: RuleDraft['channels']): string {
  return channels.length === 0 ? 'no channel yet' : all.format(new Set(channels.map(describeChannel)));
}

function describeChannel({ type, target }: Channel): string {
  if (type === 'inbox') return 'inbox';
  const address = target?.trim() ?? '';
  if (type === 'email') return address === '' ? 'email' : `email to ${address}`;
  return URL.canParse(address) ? `webhook to ${new URL(address).host}` : 'webhook';
}

/** A rule as a sentence; criteria that restrict nothing are omitted. */
export function describeRule(rule: Omit<RuleDraft, 'name'>): string {
  const { verb, mention } = eventTexts[rule.event];
  const reach = rule.event === 'reach_above' ? ` ${formatNumber(rule.threshold ?? 0)} people` : '';
  const keywordText = rule.keywords.length === 0 ? '' : ` ${mention} ${describeKeywords(rule.keywords)}`;
  const where = rule.platforms.length === 0 ? '' : ` on ${describePlatforms(rule.platforms)}`;
  const notice = `notify me ${frequencyNames[rule.frequency]} via ${describeChannels(rule.channels)}`;
  return `When ${describeCompanies(rule.companyNames)} ${verb}${reach}${keywordText}${where}, ${notice}.`;
}

const maxNameLength = textLimits.name;

/** A default name: "New ads from brands I follow". */
export function suggestName(rule: Omit<RuleDraft, 'name' | 'channels' | 'frequency'>): string {
  const who = rule.companyNames === 'FOLLOWED' ? 'brands I follow' : describeCompanies(rule.companyNames);
  const reach = rule.event === 'reach_above' ? ` that reach ${formatNumber(rule.threshold ?? 0)}` : '';
  const keywordText = rule.keywords.length === 0 ? '' : ` about ${describeKeywords(rule.keywords)}`;
  const name = `${eventTexts[rule.event].named} from ${who}${reach}${keywordText}`;
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  event: 'Event',
  companyNames: 'Brands',
  platforms: 'Platforms',
  keywords: 'Keywords',
  threshold: 'Reach',
  frequency: 'Frequency',
  channels: 'Notify via',
};

/** A validation issue under the label of its field. */
export function describeIssue({
  path,
  message,
}: {
  readonly path: string;
  readonly message: string;
}): string {
  const [field = ''] = path.split('.');
  const problem = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
  const text = problem.replace(/ if the event is \w+/, '');
  const name = fieldNames[field];
  return name === undefined ? message : `${name}: ${text}`;
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
  const terms = included.length > 0 ? included.join(' and ') : 'anything';
  return excluded.length > 0 ? `${terms} but not ${excluded.join(' or ')}` : terms;
}
