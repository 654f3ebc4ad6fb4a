import type { Claims, PageFacts } from './claims.ts';
import { type Price, statedPrice, type Market } from './price.ts';
import { foldedWords } from '../text.ts';
import { absoluteAddress } from './pageText.ts';
import { type Thing, thingsOf } from './things.ts';

const productTypes = new Set(
  (
    'Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Motorcycle ' +
    'SoftwareApplication MobileApplication WebApplication VideoGame Book Audiobook Course Service FinancialProduct'
  ).split(' '),
);
const listTypes = new Set(['ItemList', 'CollectionPage', 'OfferCatalog', 'SearchResultsPage']);
const articleTypes = new Set([
  'Article',
  'BlogPosting',
  'NewsArticle',
  'Report',
  'ScholarlyArticle',
  'TechArticle',
  'Recipe',
]);
const siteTypes = new Set(
  (
    'Organization Corporation OnlineStore OnlineBusiness LocalBusiness Store ClothingStore Restaurant Brand ' +
    'ProfessionalService NGO'
  ).split(' '),
);
const websiteTypes = new Set(['WebSite']);
/** So many products without one that the page is about are a list. */
const mostUnmatched = 3;
/** Looked at of each kind; no page of a product has more. */
const mostProducts = 500;
const mostOwners = 50;
const mostAddresses = 10;
const longestName = 300;
const mostSaid = 200;
const mostSpecifications = 20;
const deepestOffer = 3;
const longestList = 20_000;

/** The product that the page is about; `listing` where it shows several and is about none of them. */
export function productAmong(things: readonly Thing[], facts: PageFacts): Thing | 'listing' | null {
  const products = things
    .filter((thing) => thing.is(productTypes))
    .slice(0, mostProducts)
    .filter((product) => product.text('name') !== null);
  const areMany = new Set(products.map(nameOf)).size > mostUnmatched;
  const matching =
    products.find((product) => isAt(facts, product)) ??
    named(facts.headings, products, areMany) ??
    named(facts.titles, products, areMany);
  if (matching !== undefined) return matching;
  if (areMany) return 'listing';
  return products[0] ?? (listProducts(things) ? 'listing' : null);
}

export const isArticle = (thing: Thing): boolean => thing.is(articleTypes);

function listProducts(things: readonly Thing[]): boolean {
  const entries = thingsOf(
    things.filter((thing) => thing.is(listTypes)),
    'itemListElement',
  );
  return [...entries, ...thingsOf(entries, 'item')].some((item) => item.is(productTypes));
}

/** As names are compared. */
const nameOf = (product: Thing): string => foldedWords((product.text('name') ?? '').slice(0, longestName));

function isAt({ address, base, canonical }: PageFacts, product: Thing): boolean {
  const own = new Set([address, ...(canonical === null ? [] : [canonical])].map(pathOf));
  const addresses = ['url', '@id', 'mainEntityOfPage'].flatMap((property) =>
    product.addresses(property).slice(0, mostAddresses),
  );
  return addresses.some((one) => !one.startsWith('#') && own.has(pathOf(absoluteAddress(one, base) ?? '')));
}

/** The product of this name; among many, none of which the page only says the beginning, as the title of a list does. */
function named(names: readonly string[], products: readonly Thing[], areMany: boolean): Thing | undefined {
  const called = names.map(foldedWords);
  const isLike = (name: string): boolean =>
    called.some((one) => isSameName(name, one) && !(areMany && one.length < name.length));
  return (
    products.find((product) => called.includes(nameOf(product))) ??
    products.find((product) => isLike(nameOf(product)))
  );
}

/** Variants differ in the query, and some shops write a slash at the end. */
const pathOf = (address: string): string => address.replace(/[?#].*$/s, '').replace(/\/$/, '');

/** One may say more than the other, such as a colour. */
function isSameName(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((first, second) => first.length - second.length);
  return short === long || (short.length > long.length / 2 && long.startsWith(short) && short.includes(' '));
}

export function claimsOfProduct(product: Thing, market: Market): Claims {
  const variants = product.things('hasVariant');
  // A variant leaves to its group what they have in common.
  const family = unique([product, ...product.things('isVariantOf'), ...variants]);
  return {
    name: product.texts('name'),
    description: textsOf(family, 'description'),
    price: priceOf([product], market) ?? priceOf(variants, market),
    brandName: textsOf(family, 'brand', 'manufacturer', 'author', 'provider', 'publisher'),
    logoUrl: [...addressesOf(family, 'logo'), ...addressesOf(thingsOf(family, 'brand'), 'logo')],
    images: addressesOf(family, 'image', 'screenshot'),
    sellingPoints: [...product.texts('featureList').flatMap(linesOf), ...positiveNotes(product)],
    audience: [...product.things('audience').flatMap(audienceOf), ...product.texts('audience')],
  };
}

const unique = (things: readonly Thing[]): Thing[] => [...new Set(things)];

const textsOf = (holders: readonly Thing[], ...properties: readonly string[]): string[] =>
  properties.flatMap((property) => saidBy(holders, (holder) => holder.texts(property)));

const addressesOf = (holders: readonly Thing[], ...properties: readonly string[]): string[] =>
  properties.flatMap((property) => saidBy(holders, (holder) => holder.addresses(property)));

/** Each once, and as many as are looked at. */
function saidBy(holders: readonly Thing[], read: (holder: Thing) => readonly string[]): string[] {
  const said = new Set<string>();
  for (const holder of holders) {
    for (const text of read(holder)) said.add(text);
    if (said.size >= mostSaid) break;
  }
  return [...said].slice(0, mostSaid);
}

/** A list, or a text with an entry in each line or between commas. */
const linesOf = (text: string): string[] =>
  text.slice(0, longestList).split(text.includes('\n') ? '\n' : /[,;•]/);

function positiveNotes(product: Thing): string[] {
  const notes = thingsOf([product, ...product.things('review')], 'positiveNotes');
  return textsOf(thingsOf(notes, 'itemListElement'), 'name');
}

function audienceOf(audience: Thing): string[] {
  const said = ['audienceType', 'name', 'suggestedGender'].flatMap((property) => audience.texts(property));
  return said.slice(0, 1);
}

/** Of prices in one currency the lowest; those in others than the first are for somebody else. */
function lowest(prices: readonly (Price | null)[]): Price | null {
  const known = prices.filter((price) => price !== null);
  const [first] = known;
  const comparable = known.filter(({ currency }) => currency === first?.currency);
  return comparable.toSorted((one, other) => one.amount - other.amount)[0] ?? null;
}

/** Offers may hold offers: those are looked at where one names no price itself, a few levels deep. */
function priceOf(products: readonly Thing[], market: Market): Price | null {
  const prices: Price[] = [];
  let offers = thingsOf(products, 'offers');
  for (let depth = 0; depth < deepestOffer; depth += 1) {
    const found = offers.map((offer) => priceOfOffer(offer, market));
    prices.push(...found.filter((price) => price !== null));
    offers = thingsOf(
      offers.filter((_, at) => found[at] === null),
      'offers',
    );
  }
  return lowest(prices);
}

function priceOfOffer(offer: Thing, market: Market): Price | null {
  const currency = offer.text('priceCurrency');
  const [low] = offer.values('lowPrice');
  const [price] = offer.values('price');
  const specifications = offer.things('priceSpecification').slice(0, mostSpecifications);
  return (
    priceOfRange(offer, low, market) ??
    statedPrice(price, currency, market) ??
    lowest(specifications.map((one) => priceOfSpecification(one, currency, market)))
  );
}

/** The lowest, and both as they are said. */
function priceOfRange(offer: Thing, low: unknown, market: Market): Price | null {
  const price = statedPrice(low, offer.text('priceCurrency'), market);
  const high = offer.text('highPrice');
  return price === null || high === null || high === String(price.said)
    ? price
    : { ...price, said: `${price.said} to ${high}` };
}

/** Not the price that is crossed out, nor the one of a litre. */
function priceOfSpecification(specification: Thing, currency: string | null, market: Market): Price | null {
  const kind = specification.text('priceType') ?? '';
  const isOther = /ListPrice|Strikethrough|SRP|MSRP|RegularPrice/i.test(kind);
  if (isOther || specification.values('referenceQuantity').length > 0) return null;
  const [price] = [...specification.values('price'), ...specification.values('minPrice')];
  return statedPrice(price, specification.text('priceCurrency') ?? currency, market);
}

/** The organisation, shop or site that the page belongs to. */
export function claimsOfSite(things: readonly Thing[]): Claims {
  const organisations = things.filter((thing) => thing.is(siteTypes));
  const websites = things.filter((thing) => thing.is(websiteTypes));
  const owners = unique([...organisations, ...websites]).slice(0, mostOwners);
  const all = unique([...owners, ...thingsOf(things, 'publisher').slice(0, mostOwners)]);
  const names = textsOf(all, 'name');
  return {
    name: names,
    description: textsOf(owners, 'description'),
    brandName: names,
    logoUrl: addressesOf(all, 'logo'),
    images: addressesOf(owners, 'image'),
  };
}
