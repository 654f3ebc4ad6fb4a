import type { contract, OutputOf } from '@magpie/contract';
import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { type Claims, type PageFacts, type Source, sources, type Subject } from './claims.ts';
import { chosenColors } from './brandColors.ts';
import { partsOfTitle } from './facts.ts';
import type { Price } from './price.ts';
import { foldedWords } from '../text.ts';
import { absoluteAddress, plainText } from './pageText.ts';

export type Finding = OutputOf<typeof contract.cloneProducts.inspectWebsite>;
/** What each source says, as far as it says anything. */
export type AllClaims = Readonly<Partial<Record<Source, Claims>>>;

type Evidence = Finding['evidence'][string];
type TextField = 'name' | 'description' | 'brandName' | 'audience';

const mostImages = 20;
const mostPoints = 10;
/** What a product may have, so that what was found can be kept as one. */
const longest = { name: 120, description: 5000, brandName: 200, audience: 2000, point: 500, evidence: 500 };

interface Found<Value> {
  readonly value: Value;
  readonly evidence: Evidence;
}

/** Each field from the source that is trusted most among those that say something usable of it. */
export function findingFrom(claims: AllClaims, facts: PageFacts, subject: Subject): Finding {
  const text = (field: TextField): Found<string> | null => foundText(claims, field);
  const name = foundName(claims, facts, subject);
  const images = firstOf(claims, (one, source) => foundImages(one, source, facts));
  const colors = firstOf(claims, foundColors);
  const points = firstOf(claims, foundPoints);
  const [description, brandName, audience] = [text('description'), text('brandName'), text('audience')];
  const logoUrl = foundAddress(claims, 'logoUrl', facts);
  const url = foundAddress(claims, 'url', facts);
  const { price, currency } = foundPrice(claims);
  const fields = {
    name,
    url,
    description,
    price,
    currency,
    brandName,
    logoUrl,
    images,
    colors,
    sellingPoints: points,
    audience,
  };
  return {
    name: name?.value ?? null,
    url: url?.value ?? facts.address,
    description: description?.value ?? null,
    price: price?.value ?? null,
    currency: currency?.value ?? null,
    brandName: brandName?.value ?? null,
    logoUrl: logoUrl?.value ?? null,
    images: images?.value ?? [],
    colors: colors?.value ?? [],
    sellingPoints: points?.value ?? [],
    audience: audience?.value ?? null,
    // No page says in which tone it is to be spoken of.
    tone: null,
    evidence: Object.fromEntries(
      Object.entries(fields).flatMap(([field, found]) => (found === null ? [] : [[field, found.evidence]])),
    ),
  };
}

function firstOf<Value>(
  claims: AllClaims,
  find: (claims: Claims, source: Source) => Found<Value> | null,
): Found<Value> | null {
  for (const source of sources) {
    const found = claims[source] === undefined ? null : find(claims[source], source);
    if (found !== null) return found;
  }
  return null;
}

const cut = (text: string): string => plainText(text, longest.evidence);
/** An address may hold what would be a tag in a text. */
const cutAddress = (text: string): string => text.trim().slice(0, longest.evidence).toWellFormed();

/** An address is no name: some shops give the page of a brand in place of the brand. */
const isWording = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/^(?:https?:)?\/\S*$/i.test(text);

function foundText(claims: AllClaims, field: TextField): Found<string> | null {
  return firstOf(claims, (one, source) => {
    const said = one[field]?.slice(0, 50).find((text) => isWording(plainText(text, longest[field])));
    if (said === undefined) return null;
    return { value: plainText(said, longest[field]), evidence: { source, value: cut(said) } };
  });
}

/** Without the name of the site, which titles carry at either end, and without what it costs. */
function foundName(claims: AllClaims, facts: PageFacts, subject: Subject): Found<string> | null {
  const found = foundText(claims, 'name');
  if (found === null) return null;
  const names = namesOfSite(claims, facts);
  const isOfSite = (part: string): boolean => names.has(foldedWords(part)) || names.has(compact(part));
  const parts = partsOfTitle(String(found.evidence.value));
  const own = parts.filter((part) => isName(part) && !isOfSite(part));
  const site = [...parts, ...facts.titles].find(isOfSite);
  const isSite = subject === 'site' || (subject === 'page' && !isNamed(own, facts, isOfSite));
  if (site !== undefined && isSite) {
    const said: Evidence = { source: 'html', value: cut(facts.title ?? site) };
    return { value: plainText(site, longest.name), evidence: parts.includes(site) ? found.evidence : said };
  }
  if (own.length === 0 || own.length === parts.length) return found;
  return { ...found, value: plainText(own.join(' – '), longest.name) };
}

/** Whether heading and title agree on what the page is about; else they only praise the site. */
function isNamed(
  own: readonly string[],
  { headings, titles }: PageFacts,
  isOfSite: (part: string) => boolean,
): boolean {
  const [name, rest] = [foldedWords(own.join(' ')), titles.filter((title) => !isOfSite(title))];
  const isSaid = (said: string): boolean => said !== '' && (said.includes(name) || name.includes(said));
  // A title that begins with the name of its site goes on with its slogan.
  if (headings.length === 0) return !isOfSite(partsOfTitle(titles[0] ?? '')[0] ?? '');
  return name !== '' && [headings, rest].every((texts) => texts.map(foldedWords).some(isSaid));
}

/** As it is called, and as its domain is. */
function namesOfSite(claims: AllClaims, { host }: PageFacts): ReadonlySet<string> {
  const said = sources.flatMap((source) => claims[source]?.brandName ?? []);
  const domains = [getDomain(host), getDomainWithoutSuffix(host)].filter((domain) => domain !== null);
  const names = [...said.map((name) => foldedWords(name.slice(0, 200))), ...domains.map(compact)];
  return new Set(names.filter((name) => name !== ''));
}

const compact = (text: string): string => foldedWords(text.slice(0, 200)).replaceAll(' ', '');

const offers = /\p{L}{0,3}\s?\p{Sc}\s?[\p{Nd}.,]+|[\p{Nd}.,]+\s?\p{Sc}|\p{Nd}+\s?%|(?<!\p{L})off(?!\p{L})/giu;

/** Not only a price or a reduction. */
const isName = (part: string): boolean => /[\p{L}\p{N}]/u.test(part.replaceAll(offers, ''));

function foundAddress(
  claims: AllClaims,
  field: 'url' | 'logoUrl',
  { base }: PageFacts,
): Found<string> | null {
  return firstOf(claims, (one, source) => {
    for (const said of one[field]?.slice(0, 50) ?? []) {
      const value = absoluteAddress(said, base);
      if (value !== null) return { value, evidence: { source, value: cutAddress(said) } };
    }
    return null;
  });
}

function foundImages({ images = [] }: Claims, source: Source, { base }: PageFacts): Found<string[]> | null {
  const usable = images.slice(0, 10 * mostImages).filter((said) => absoluteAddress(said, base) !== null);
  const value = [...new Set(usable.map((said) => absoluteAddress(said, base) ?? ''))].slice(0, mostImages);
  const said = [...new Set(usable)].slice(0, mostImages).map(cutAddress);
  return value.length === 0 ? null : { value, evidence: { source, value: said } };
}

function foundColors({ colors = [] }: Claims, source: Source): Found<string[]> | null {
  const value = chosenColors(colors);
  const said = colors.filter((color) => chosenColors([color]).some((one) => value.includes(one)));
  return value.length === 0
    ? null
    : { value, evidence: { source, value: [...new Set(said)].slice(0, 6).map(cut) } };
}

function foundPoints({ sellingPoints = [] }: Claims, source: Source): Found<string[]> | null {
  const all = sellingPoints.slice(0, 50).map((point) => plainText(point, longest.point));
  const value = [...new Set(all.filter(isWording))].slice(0, mostPoints);
  return value.length === 0 ? null : { value, evidence: { source, value: value.map(cut) } };
}

/** A price and its currency belong together; a currency of another source is taken where that gives the same price. */
function foundPrice(claims: AllClaims): { price: Found<number> | null; currency: Found<string> | null } {
  const price = firstOf(claims, ({ price: said = null }, source) =>
    said === null ? null : { value: said.amount, evidence: { source, value: asSaid(said) } },
  );
  const currency = firstOf(claims, ({ price: said = null }, source) => {
    if (said === null || said.currency === null || said.amount !== price?.value) return null;
    return { value: said.currency, evidence: { source, value: cut(said.currencySaid ?? said.currency) } };
  });
  return { price, currency };
}

const asSaid = ({ said }: Price): string | number => (typeof said === 'number' ? said : cut(said));
