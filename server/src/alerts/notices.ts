import type { RuleRow } from './rules.sql.ts';

/** An ad that a rule fired on, with what its event is about. */
export interface FiredAd {
  readonly hash: string;
  readonly advertiserId: number;
  readonly companyName: string;
  readonly landingPage: string | null;
  readonly reach: number | null;
}

/** What a person reads of a rule that fired. */
export interface Notice {
  /** Where all ads are of one company. */
  readonly companyName: string | null;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Company {
  readonly advertiserId: number;
  readonly name: string;
  readonly adCount: number;
}

/** More names are no help in a message; how many others there are is told. */
const companiesInBody = 10;
const pagesInBody = 10;
/** A message holds all hashes, but not every company of an import of thousands. */
const mostInData = 100;

/** The words for a rule that fired on these ads. */
export function noticeOf(
  rule: Pick<RuleRow, 'event' | 'name' | 'threshold'>,
  ads: readonly FiredAd[],
): Notice {
  const companies = companiesOf(ads);
  const pages = [...new Set(ads.flatMap(({ landingPage }) => landingPage ?? []))];
  const [only] = companies.length === 1 ? companies : [];
  const whose = only === undefined ? counted(companies.length, 'company', 'companies') : oneLine(only.name);
  return {
    companyName: only?.name ?? null,
    title: titles[rule.event]({ ads: ads.length, pages: pages.length, whose, threshold: rule.threshold }),
    body: bodyOf(rule, companies, rule.event === 'landing_page_new' ? pages : []),
    data: {
      event: rule.event,
      ruleName: rule.name,
      adCount: ads.length,
      companyCount: companies.length,
      companies: companies.slice(0, mostInData),
      ...(rule.event === 'landing_page_new' && { landingPages: pages.slice(0, mostInData) }),
      ...(rule.event === 'reach_above' && { threshold: rule.threshold, reach: highestReach(ads) }),
    },
  };
}

/** How each event is told, of ads of `whose`: one company's name, or how many companies. */
const titles: Readonly<Record<RuleRow['event'], (told: Told) => string>> = {
  new_ads: ({ ads, whose }) => `${counted(ads, 'new ad', 'new ads')} of ${whose}`,
  ad_stopped: ({ ads, whose }) => `${whose} stopped ${counted(ads, 'ad', 'ads')}`,
  reach_above: ({ ads, whose, threshold }) =>
    `${counted(ads, 'ad', 'ads')} of ${whose} reached more than ${number(threshold ?? 0)}`,
  landing_page_new: ({ pages, whose }) =>
    `${counted(pages, 'new landing page', 'new landing pages')} of ${whose}`,
  copy_matches: ({ ads, whose }) =>
    `${counted(ads, 'ad', 'ads')} of ${whose} ${ads === 1 ? 'matches' : 'match'} your keywords`,
};

interface Told {
  readonly ads: number;
  readonly pages: number;
  readonly whose: string;
  readonly threshold: number | null;
}

function bodyOf(
  { name }: Pick<RuleRow, 'name'>,
  companies: readonly Company[],
  pages: readonly string[],
): string {
  const named = companies
    .slice(0, companiesInBody)
    .map((company) => `${oneLine(company.name)}: ${counted(company.adCount, 'ad', 'ads')}`);
  const left = companies.length - named.length;
  return [
    `Rule: ${oneLine(name)}`,
    ...named,
    ...(left > 0 ? [`and ${counted(left, 'other company', 'other companies')}`] : []),
    ...pages.slice(0, pagesInBody).map(oneLine),
  ].join('\n');
}

/** Those with most ads first. */
function companiesOf(ads: readonly FiredAd[]): Company[] {
  const companies = new Map<number, { advertiserId: number; name: string; adCount: number }>();
  for (const { advertiserId, companyName } of ads) {
    const known = companies.get(advertiserId);
    if (known === undefined) companies.set(advertiserId, { advertiserId, name: companyName, adCount: 1 });
    else known.adCount += 1;
  }
  return [...companies.values()].toSorted(
    (one, other) => other.adCount - one.adCount || one.advertiserId - other.advertiserId,
  );
}

function highestReach(ads: readonly FiredAd[]): number | null {
  return ads.reduce<number | null>(
    (highest, { reach }) => (reach === null || (highest ?? 0) > reach ? highest : reach),
    null,
  );
}

function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

const longestName = 80;
/** Line breaks and controls would forge lines; marks of direction would turn the rest of the line around. */
const disturbing = /[\p{Cc}\p{Zl}\p{Zp}\u{061c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

const graphemes = new Intl.Segmenter('en');

/** A name or an address from outside as a part of one line. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replaceAll(disturbing, ' ').trim();
  if (line.length <= longestName) return line;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length >= longestName) break;
    kept += segment;
  }
  return `${kept}…`;
}
