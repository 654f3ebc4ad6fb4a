import type { RuleMatch } from '@magpie/contract';
import type { RuleRow } from './rules.sql.ts';

export interface FiredAd {
  readonly hash: string;
  readonly advertiserId: number;
  readonly companyName: string;
  readonly landingPage: string | null;
  readonly reach: number | null;
  /** One per line. */
  readonly claims: string | null;
}

export interface Notice {
  readonly companyName: string | null;
  readonly title: string;
  readonly body: string;
  readonly data: RuleMatch;
}

type Company = RuleMatch['companies'][number];

const companiesInBody = 10;
/** Landing pages or claims. */
const linesInBody = 10;
/** Bounds the payload: an import may contain thousands of companies. */
const maxInData = 100;

export function composeNotice(
  rule: Pick<RuleRow, 'event' | 'name' | 'threshold' | 'timesUsual'>,
  ads: readonly FiredAd[],
): Notice {
  const companies = listCompanies(ads);
  const pages = [...new Set(ads.flatMap(({ landingPage }) => landingPage ?? []))];
  const claims = [...new Set(ads.flatMap((ad) => ad.claims?.split('\n') ?? []))];
  const [only] = companies.length === 1 ? companies : [];
  const whose = only === undefined ? plural(companies.length, 'brand', 'brands') : toSafeLine(only.name);
  return {
    companyName: only?.name ?? null,
    title: titles[rule.event]({
      ads: ads.length,
      pages: pages.length,
      claims,
      whose,
      threshold: rule.threshold,
    }),
    body: writeBody(rule, companies, listLines(rule.event, pages, claims)),
    data: matchData(rule, ads, companies, { pages, claims }),
  };
}

function listLines(event: RuleRow['event'], pages: readonly string[], claims: readonly string[]) {
  if (event === 'landing_page_new') return pages;
  return event === 'claim' ? claims : [];
}

function matchData(
  { event, name, threshold, timesUsual }: Pick<RuleRow, 'event' | 'name' | 'threshold' | 'timesUsual'>,
  ads: readonly FiredAd[],
  companies: readonly Company[],
  { pages, claims }: { readonly pages: readonly string[]; readonly claims: readonly string[] },
): RuleMatch {
  const matched = {
    ruleName: name,
    adCount: ads.length,
    companyCount: companies.length,
    companies: companies.slice(0, maxInData),
  };
  if (event === 'landing_page_new') return { event, ...matched, landingPages: pages.slice(0, maxInData) };
  if (event === 'reach_above') return { event, ...matched, threshold, reach: highestReach(ads) };
  if (event === 'claim') return { event, ...matched, claims: claims.slice(0, maxInData) };
  if (event === 'momentum') return { event, ...matched, threshold, timesUsual };
  return { event, ...matched };
}

const titles: Readonly<Record<RuleRow['event'], (params: TitleParams) => string>> = {
  new_ads: ({ ads, whose }) => `${plural(ads, 'new ad', 'new ads')} from ${whose}`,
  ad_stopped: ({ ads, whose }) => `${whose} stopped ${plural(ads, 'ad', 'ads')}`,
  reach_above: ({ ads, whose, threshold }) =>
    `${plural(ads, 'ad', 'ads')} from ${whose} reached more than ${formatNumber(threshold ?? 0)}`,
  landing_page_new: ({ pages, whose }) =>
    `${plural(pages, 'new landing page', 'new landing pages')} from ${whose}`,
  copy_matches: ({ ads, whose }) =>
    `${plural(ads, 'ad', 'ads')} from ${whose} ${ads === 1 ? 'matches' : 'match'} your keywords`,
  momentum: ({ ads, whose }) => `Burst of launches from ${whose}: ${plural(ads, 'ad', 'ads')} within 7 days`,
  claim: ({ claims, whose }) =>
    claims.length === 1
      ? `New claim from ${whose}: ${toSafeLine(claims[0] ?? '')}`
      : `${plural(claims.length, 'new claim', 'new claims')} from ${whose}`,
};

interface TitleParams {
  readonly ads: number;
  readonly pages: number;
  readonly claims: readonly string[];
  readonly whose: string;
  readonly threshold: number | null;
}

function writeBody({ name }: Pick<RuleRow, 'name'>, companies: readonly Company[], lines: readonly string[]) {
  const named = companies
    .slice(0, companiesInBody)
    .map((company) => `${toSafeLine(company.name)}: ${plural(company.adCount, 'ad', 'ads')}`);
  const left = companies.length - named.length;
  return [
    `Rule: ${toSafeLine(name)}`,
    ...named,
    ...(left > 0 ? [`and ${plural(left, 'other brand', 'other brands')}`] : []),
    ...lines.slice(0, linesInBody).map(toSafeLine),
  ].join('\n');
}

function listCompanies(ads: readonly FiredAd[]): Company[] {
  const companies = new Map<number, Company>();
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

function plural(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

const maxNameLength = 80;
/** Line breaks could forge lines, and bidirectional marks could reverse the rest of the line. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u{061c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

const graphemes = new Intl.Segmenter('en');

/** Makes an untrusted name or address safe to embed in one line. */
export function toSafeLine(text: string): string {
  const line = text.toWellFormed().replaceAll(controlCharacters, ' ').trim();
  if (line.length <= maxNameLength) return line;
  let shortened = '';
  for (const { segment } of graphemes.segment(line)) {
    if (shortened.length + segment.length >= maxNameLength) break;
    shortened += segment;
  }
  return `${shortened}…`;
}
