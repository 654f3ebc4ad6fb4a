import type { contract, OutputOf } from '@magpie/contract';
import { getDomain, getDomainWithoutSuffix } from 'tldts';
import {
  type Claims,
  type PageFacts,
  splitTitle,
  type DataSource,
  dataSources,
  type PageSubject,
} from './claims.ts';
import { pickColors } from './appearance.ts';
import type { Price } from './price.ts';
import { foldWords } from '../text.ts';
import { absoluteUrl, plainText } from './html.ts';

export type WebsiteFinding = OutputOf<typeof contract.cloneProducts.inspectWebsite>;
export type AllClaims = Readonly<Partial<Record<DataSource, Claims>>>;

type Evidence = WebsiteFinding['evidence'][string];
type TextField = 'name' | 'description' | 'brandName' | 'audience';

const maxImages = 20;
const maxPoints = 10;
/** Limits of a product, so that the result can be saved as one. */
const limits = { name: 120, description: 5000, brandName: 200, audience: 2000, point: 500, evidence: 500 };

interface Found<Value> {
  readonly value: Value;
  readonly evidence: Evidence;
}

/** Takes each field from the most trusted source with a usable value. */
export function buildFinding(claims: AllClaims, facts: PageFacts, subject: PageSubject): WebsiteFinding {
  const fields = {
    name: findName(claims, facts, subject),
    url: findUrl(claims, 'url', facts),
    description: findText(claims, 'description'),
    ...findPrice(claims),
    brandName: findText(claims, 'brandName'),
    logoUrl: findUrl(claims, 'logoUrl', facts),
    images: findFirst(claims, (one, source) => findImages(one, source, facts)),
    colors: findFirst(claims, findColors),
    sellingPoints: findFirst(claims, findPoints),
    audience: findText(claims, 'audience'),
  };
  return {
    name: fields.name?.value ?? null,
    url: fields.url?.value ?? facts.address,
    description: fields.description?.value ?? null,
    price: fields.price?.value ?? null,
    currency: fields.currency?.value ?? null,
    brandName: fields.brandName?.value ?? null,
    logoUrl: fields.logoUrl?.value ?? null,
    images: fields.images?.value ?? [],
    colors: fields.colors?.value ?? [],
    sellingPoints: fields.sellingPoints?.value ?? [],
    audience: fields.audience?.value ?? null,
    tone: null,
    evidence: Object.fromEntries(
      Object.entries(fields).flatMap(([field, found]) => (found === null ? [] : [[field, found.evidence]])),
    ),
  };
}

function findFirst<Value>(
  claims: AllClaims,
  find: (claims: Claims, source: DataSource) => Found<Value> | null,
): Found<Value> | null {
  for (const source of dataSources) {
    const found = claims[source] === undefined ? null : find(claims[source], source);
    if (found !== null) return found;
  }
  return null;
}

const evidenceText = (text: string): string => plainText(text, limits.evidence);
/** Not cleaned as text, because a URL may contain what looks like a tag. */
const evidenceUrl = (text: string): string => text.trim().slice(0, limits.evidence).toWellFormed();

/** A URL is no name: some shops put the brand's page in place of its name. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/^(?:https?:)?\/\S*$/i.test(text);

function findText(claims: AllClaims, field: TextField): Found<string> | null {
  return findFirst(claims, (one, source) => {
    const said = one[field]?.slice(0, 50).find((text) => hasWords(plainText(text, limits[field])));
    if (said === undefined) return null;
    return { value: plainText(said, limits[field]), evidence: { source, value: evidenceText(said) } };
  });
}

function findName(claims: AllClaims, facts: PageFacts, subject: PageSubject): Found<string> | null {
  const found = findText(claims, 'name');
  if (found === null) return null;
  const names = listSiteNames(claims, facts);
  const isOfSite = (part: string): boolean => names.has(foldWords(part)) || names.has(compact(part));
  const parts = splitTitle(String(found.evidence.value));
  const own = parts.filter((part) => isName(part) && !isOfSite(part));
  const site = [...parts, ...facts.titles].find(isOfSite);
  const isSite = subject === 'site' || (subject === 'page' && !isNamed(own, facts, isOfSite));
  if (site !== undefined && isSite) {
    const said: Evidence = { source: 'html', value: evidenceText(facts.title ?? site) };
    return { value: plainText(site, limits.name), evidence: parts.includes(site) ? found.evidence : said };
  }
  if (own.length === 0 || own.length === parts.length) return found;
  return { ...found, value: plainText(own.join(' – '), limits.name) };
}

/** Whether heading and title agree on a name; otherwise they are slogans. */
function isNamed(
  own: readonly string[],
  { headings, titles }: PageFacts,
  isOfSite: (part: string) => boolean,
): boolean {
  const [name, rest] = [foldWords(own.join(' ')), titles.filter((title) => !isOfSite(title))];
  const isSaid = (said: string): boolean => said !== '' && (said.includes(name) || name.includes(said));
  // After the site's name at the start of a title comes a slogan.
  if (headings.length === 0) return !isOfSite(splitTitle(titles[0] ?? '')[0] ?? '');
  return name !== '' && [headings, rest].every((texts) => texts.map(foldWords).some(isSaid));
}

function listSiteNames(claims: AllClaims, { host }: PageFacts): ReadonlySet<string> {
  const said = dataSources.flatMap((source) => claims[source]?.brandName ?? []);
  const domains = [getDomain(host), getDomainWithoutSuffix(host)].filter((domain) => domain !== null);
  const names = [...said.map((name) => foldWords(name.slice(0, 200))), ...domains.map(compact)];
  return new Set(names.filter((name) => name !== ''));
}

const compact = (text: string): string => foldWords(text.slice(0, 200)).replaceAll(' ', '');

const offers = /\p{L}{0,3}\s?\p{Sc}\s?[\p{Nd}.,]+|[\p{Nd}.,]+\s?\p{Sc}|\p{Nd}+\s?%|(?<!\p{L})off(?!\p{L})/giu;

/** More than a price or a discount. */
const isName = (part: string): boolean => /[\p{L}\p{N}]/u.test(part.replaceAll(offers, ''));

function findUrl(claims: AllClaims, field: 'url' | 'logoUrl', { base }: PageFacts): Found<string> | null {
  return findFirst(claims, (one, source) => {
    for (const said of one[field]?.slice(0, 50) ?? []) {
      const value = absoluteUrl(said, base);
      if (value !== null) return { value, evidence: { source, value: evidenceUrl(said) } };
    }
    return null;
  });
}

function findImages(
  { images = [] }: Claims,
  source: DataSource,
  { base }: PageFacts,
): Found<string[]> | null {
  const usable = images.slice(0, 10 * maxImages).filter((said) => absoluteUrl(said, base) !== null);
  const value = [...new Set(usable.map((said) => absoluteUrl(said, base) ?? ''))].slice(0, maxImages);
  const said = [...new Set(usable)].slice(0, maxImages).map(evidenceUrl);
  return value.length === 0 ? null : { value, evidence: { source, value: said } };
}

function findColors({ colors = [] }: Claims, source: DataSource): Found<string[]> | null {
  const value = pickColors(colors);
  const said = colors.filter((color) => pickColors([color]).some((one) => value.includes(one)));
  return value.length === 0
    ? null
    : { value, evidence: { source, value: [...new Set(said)].slice(0, 6).map(evidenceText) } };
}

function findPoints({ sellingPoints = [] }: Claims, source: DataSource): Found<string[]> | null {
  const all = sellingPoints.slice(0, 50).map((point) => plainText(point, limits.point));
  const value = [...new Set(all.filter(hasWords))].slice(0, maxPoints);
  return value.length === 0 ? null : { value, evidence: { source, value: value.map(evidenceText) } };
}

/** Takes the currency from another source only if that has the same price. */
function findPrice(claims: AllClaims): { price: Found<number> | null; currency: Found<string> | null } {
  const price = findFirst(claims, ({ price: said = null }, source) =>
    said === null ? null : { value: said.amount, evidence: { source, value: rawPrice(said) } },
  );
  const currency = findFirst(claims, ({ price: said = null }, source) => {
    if (said === null || said.currency === null || said.amount !== price?.value) return null;
    return {
      value: said.currency,
      evidence: { source, value: evidenceText(said.currencySaid ?? said.currency) },
    };
  });
  return { price, currency };
}

const rawPrice = ({ said }: Price): string | number => (typeof said === 'number' ? said : evidenceText(said));
