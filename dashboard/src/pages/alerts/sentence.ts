import { formatNumber } from '../../words/format.ts';
import { platformNames } from '../../words/labels.ts';
import type { Channel, Draft } from './draft.ts';
import { sayKeyword } from './keyword.ts';

/** What happens, as it goes on after "When a company": the hole, what follows it before its words, and how the ads are called. */
export const eventWords = {
  new_ads: { does: 'launches new ads', mention: 'that mention', named: 'New ads' },
  ad_stopped: { does: 'stops ads', mention: 'that mention', named: 'Stopped ads' },
  reach_above: { does: 'has ads that reach more than', mention: 'and mention', named: 'Ads' },
  landing_page_new: {
    does: 'sends people to a new page',
    mention: 'with ads that mention',
    named: 'New landing pages',
  },
  copy_matches: { does: 'launches or rewrites ads', mention: 'that now mention', named: 'Ads' },
} as const satisfies Record<
  Draft['event'],
  { readonly does: string; readonly mention: string; readonly named: string }
>;

export const frequencyWords = {
  instant: 'at once',
  daily: 'once a day',
  weekly: 'once a week',
} as const satisfies Record<Draft['frequency'], string>;

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en', { type: 'conjunction' });

/** More are counted: a sentence of twenty names is not read. */
const mostSaid = 3;

function sayEither(names: readonly string[]): string {
  if (names.length <= mostSaid) return either.format(names);
  return either.format([
    ...names.slice(0, mostSaid - 1),
    `${formatNumber(names.length - mostSaid + 1)} others`,
  ]);
}

export function sayCompanies(companyNames: Draft['companyNames']): string {
  if (companyNames === 'FOLLOWED') return 'a company I follow';
  return companyNames.length === 0 ? 'any company' : sayEither(companyNames);
}

export function sayKeywords(keywords: Draft['keywords']): string {
  return keywords.length === 0 ? 'anything' : sayEither(keywords.map(sayKeyword));
}

export function sayPlatforms(platforms: Draft['platforms']): string {
  return platforms.length === 0 ? 'any platform' : either.format(platforms.map((one) => platformNames[one]));
}

export function sayChannels(channels: Draft['channels']): string {
  return channels.length === 0 ? 'nothing yet' : all.format(new Set(channels.map(sayChannel)));
}

function sayChannel({ type, target }: Channel): string {
  if (type === 'inbox') return 'inbox';
  const address = target?.trim() ?? '';
  if (type === 'email') return address === '' ? 'e-mail' : `e-mail to ${address}`;
  return URL.canParse(address) ? `webhook to ${new URL(address).host}` : 'webhook';
}

/** A whole rule in words; what restricts nothing is not said. */
export function sayRule(rule: Omit<Draft, 'name'>): string {
  const { does, mention } = eventWords[rule.event];
  const reach = rule.event === 'reach_above' ? ` ${formatNumber(rule.threshold ?? 0)} people` : '';
  const words = rule.keywords.length === 0 ? '' : ` ${mention} ${sayKeywords(rule.keywords)}`;
  const where = rule.platforms.length === 0 ? '' : ` on ${sayPlatforms(rule.platforms)}`;
  const told = `tell me ${frequencyWords[rule.frequency]} by ${sayChannels(rule.channels)}`;
  return `When ${sayCompanies(rule.companyNames)} ${does}${reach}${words}${where}, ${told}.`;
}

const longestName = 120;

/** What a rule may be called: "New ads of companies I follow". */
export function suggestName(rule: Omit<Draft, 'name' | 'channels' | 'frequency'>): string {
  const whose = rule.companyNames === 'FOLLOWED' ? 'companies I follow' : sayCompanies(rule.companyNames);
  const reach = rule.event === 'reach_above' ? ` that reach ${formatNumber(rule.threshold ?? 0)}` : '';
  const words = rule.keywords.length === 0 ? '' : ` about ${sayKeywords(rule.keywords)}`;
  const name = `${eventWords[rule.event].named} of ${whose}${reach}${words}`;
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  event: 'What happens',
  companyNames: 'Companies',
  platforms: 'Platforms',
  keywords: 'Words',
  threshold: 'Reach',
  frequency: 'How often',
  channels: 'Where to tell',
};

/** What the server found wrong with a field, under the name that the page gives it. */
export function sayProblem({ path, message }: { readonly path: string; readonly message: string }): string {
  const [field = ''] = path.split('.');
  const problem = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
  const said = problem.replace(/, since the event is \w+/, '');
  const name = fieldNames[field];
  return name === undefined ? message : `${name}: ${said}`;
}
