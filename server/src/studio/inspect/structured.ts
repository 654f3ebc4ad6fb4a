import type { Claims, PageFacts } from './claims.ts';
import { type Price, parseStatedPrice, type PageMarket } from './price.ts';
import { foldWords } from '../text.ts';
import { absoluteUrl } from './html.ts';
import { type Thing, listThings } from './things.ts';

const productTypes = new Set(
  (
    'Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Motorcycle ' +
    'SoftwareApplication MobileApplication WebApplication VideoGame Book Audiobook Course Service FinancialProduct'
  ).split(' '),
);
const listTypes = new Set(['ItemList', 'CollectionPage', 'OfferCatalog', 'SearchResultsPage']);
const articleTypes = new Set(
  'Article BlogPosting NewsArticle Report ScholarlyArticle TechArticle Recipe'.split(' '),
);
const siteTypes = new Set(
  (
    'Organization Corporation OnlineStore OnlineBusiness LocalBusiness Store ClothingStore Restaurant Brand ' +
    'ProfessionalService NGO'
  ).split(' '),
);
const websiteTypes = new Set(['WebSite']);
/** More products than this, none of them the page's own, are a listing. */
const maxUnmatched = 3;
const maxProducts = 500;
const maxOwners = 50;
const maxUrls = 10;
const maxNameLength = 300;
const maxTexts = 200;
const maxSpecifications = 20;
const maxOfferDepth = 3;
const maxListLength = 20_000;

/** The product that the page is about; `listing` if it shows several. */
export function findPageProduct(things: readonly Thing[], facts: PageFacts): Thing | 'listing' | null {
  const products = things
    .filter((thing) => thing.is(productTypes))
    .slice(0, maxProducts)
    .filter((product) => product.text('name') !== null);
  const areMany = new Set(products.map(getName)).size > maxUnmatched;
  const matching =
    products.find((product) => isAtPageUrl(facts, product)) ??
    findByName(facts.headings, products, areMany) ??
    findByName(facts.titles, products, areMany);
  if (matching !== undefined) return matching;
  if (areMany) return 'listing';
  return products[0] ?? (listProducts(things) ? 'listing' : null);
}

export const isArticle = (thing: Thing): boolean => thing.is(articleTypes);

function listProducts(things: readonly Thing[]): boolean {
  const entries = listThings(
    things.filter((thing) => thing.is(listTypes)),
    'itemListElement',
  );
  return [...entries, ...listThings(entries, 'item')].some((item) => item.is(productTypes));
}

const getName = (product: Thing): string => foldWords((product.text('name') ?? '').slice(0, maxNameLength));

function isAtPageUrl({ address, base, canonical }: PageFacts, product: Thing): boolean {
  const own = new Set([address, ...(canonical === null ? [] : [canonical])].map(getPath));
  const addresses = ['url', '@id', 'mainEntityOfPage'].flatMap((property) =>
    product.addresses(property).slice(0, maxUrls),
  );
  return addresses.some((one) => !one.startsWith('#') && own.has(getPath(absoluteUrl(one, base) ?? '')));
}

/** The product with this name. Among many, prefix matches do not count, because the title of a list may be one. */
function findByName(
  names: readonly string[],
  products: readonly Thing[],
  areMany: boolean,
): Thing | undefined {
  const called = names.map(foldWords);
  const isLike = (name: string): boolean =>
    called.some((one) => isSameName(name, one) && !(areMany && one.length < name.length));
  return (
    products.find((product) => called.includes(getName(product))) ??
    products.find((product) => isLike(getName(product)))
  );
}

/** Ignores the query, in which variants differ, and a trailing slash. */
const getPath = (address: string): string => address.replace(/[?#].*$/s, '').replace(/\/$/, '');

/** One name may have an addition, such as a colour. */
function isSameName(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((first, second) => first.length - second.length);
  return short === long || (short.length > long.length / 2 && long.startsWith(short) && short.includes(' '));
}

export function readProductClaims(product: Thing, market: PageMarket): Claims {
  const variants = product.things('hasVariant');
  // Common properties of variants are in their group.
  const family = unique([product, ...product.things('isVariantOf'), ...variants]);
  return {
    name: product.texts('name'),
    description: readTexts(family, 'description'),
    price: readPrice([product], market) ?? readPrice(variants, market),
    brandName: readTexts(family, 'brand', 'manufacturer', 'author', 'provider', 'publisher'),
    logoUrl: [...readUrls(family, 'logo'), ...readUrls(listThings(family, 'brand'), 'logo')],
    images: readUrls(family, 'image', 'screenshot'),
    sellingPoints: [...product.texts('featureList').flatMap(splitLines), ...positiveNotes(product)],
    audience: [...product.things('audience').flatMap(readAudience), ...product.texts('audience')],
  };
}

const unique = (things: readonly Thing[]): Thing[] => [...new Set(things)];

const readTexts = (holders: readonly Thing[], ...properties: readonly string[]): string[] =>
  properties.flatMap((property) => collectTexts(holders, (holder) => holder.texts(property)));

const readUrls = (holders: readonly Thing[], ...properties: readonly string[]): string[] =>
  properties.flatMap((property) => collectTexts(holders, (holder) => holder.addresses(property)));

function collectTexts(holders: readonly Thing[], read: (holder: Thing) => readonly string[]): string[] {
  const said = new Set<string>();
  for (const holder of holders) {
    for (const text of read(holder)) said.add(text);
    if (said.size >= maxTexts) break;
  }
  return [...said].slice(0, maxTexts);
}

const splitLines = (text: string): string[] =>
  text.slice(0, maxListLength).split(text.includes('\n') ? '\n' : /[,;•]/);

function positiveNotes(product: Thing): string[] {
  const notes = listThings([product, ...product.things('review')], 'positiveNotes');
  return readTexts(listThings(notes, 'itemListElement'), 'name');
}

function readAudience(audience: Thing): string[] {
  const said = ['audienceType', 'name', 'suggestedGender'].flatMap((property) => audience.texts(property));
  return said.slice(0, 1);
}

/** The lowest price in the currency of the first; other currencies are for other markets. */
function lowest(prices: readonly (Price | null)[]): Price | null {
  const known = prices.filter((price) => price !== null);
  const [first] = known;
  const comparable = known.filter(({ currency }) => currency === first?.currency);
  return comparable.toSorted((one, other) => one.amount - other.amount)[0] ?? null;
}

/** Nested offers are used if an offer has no price, a few levels deep. */
function readPrice(products: readonly Thing[], market: PageMarket): Price | null {
  const prices: Price[] = [];
  let offers = listThings(products, 'offers');
  for (let depth = 0; depth < maxOfferDepth; depth += 1) {
    const found = offers.map((offer) => readOfferPrice(offer, market));
    prices.push(...found.filter((price) => price !== null));
    offers = listThings(
      offers.filter((_, at) => found[at] === null),
      'offers',
    );
  }
  return lowest(prices);
}

function readOfferPrice(offer: Thing, market: PageMarket): Price | null {
  const currency = offer.text('priceCurrency');
  const [low] = offer.values('lowPrice');
  const [price] = offer.values('price');
  const specifications = offer.things('priceSpecification').slice(0, maxSpecifications);
  return (
    readRangePrice(offer, low, market) ??
    parseStatedPrice(price, currency, market) ??
    lowest(specifications.map((one) => readSpecificationPrice(one, currency, market)))
  );
}

function readRangePrice(offer: Thing, low: unknown, market: PageMarket): Price | null {
  const price = parseStatedPrice(low, offer.text('priceCurrency'), market);
  const high = offer.text('highPrice');
  return price === null || high === null || high === String(price.said)
    ? price
    : { ...price, said: `${price.said} to ${high}` };
}

function readSpecificationPrice(
  specification: Thing,
  currency: string | null,
  market: PageMarket,
): Price | null {
  const kind = specification.text('priceType') ?? '';
  const isOther = /ListPrice|Strikethrough|SRP|MSRP|RegularPrice/i.test(kind);
  if (isOther || specification.values('referenceQuantity').length > 0) return null;
  const [price] = [...specification.values('price'), ...specification.values('minPrice')];
  return parseStatedPrice(price, specification.text('priceCurrency') ?? currency, market);
}

export function readSiteClaims(things: readonly Thing[]): Claims {
  const organisations = things.filter((thing) => thing.is(siteTypes));
  const websites = things.filter((thing) => thing.is(websiteTypes));
  const owners = unique([...organisations, ...websites]).slice(0, maxOwners);
  const all = unique([...owners, ...listThings(things, 'publisher').slice(0, maxOwners)]);
  const names = readTexts(all, 'name');
  return {
    name: names,
    description: readTexts(owners, 'description'),
    brandName: names,
    logoUrl: readUrls(all, 'logo'),
    images: readUrls(owners, 'image'),
  };
}
