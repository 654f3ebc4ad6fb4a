import type { Claims, PageFacts } from './claims.ts';
import { type Price, statedPrice, type Market } from './price.ts';
import { foldedWords } from '../text.ts';
import { absoluteAddress } from './pageText.ts';
import type { Thing } from './things.ts';

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

/** The product that the page is about; `listing` where it shows several and is about none of them. */
export function productAmong(things: readonly Thing[], facts: PageFacts): Thing | 'listing' | null {
  const products = things.filter((thing) => thing.is(productTypes) && thing.text('name') !== null);
  const matching = products.find((product) => isAbout(facts, product));
  if (matching !== undefined) return matching;
  const names = new Set(products.map((product) => foldedWords(product.text('name') ?? '')));
  if (names.size > mostUnmatched) return 'listing';
  return products[0] ?? (things.some(listsProducts) ? 'listing' : null);
}

export const isArticle = (thing: Thing): boolean => thing.is(articleTypes);

function listsProducts(thing: Thing): boolean {
  if (!thing.is(listTypes)) return false;
  const entries = thing.things('itemListElement');
  return entries.some((entry) => [entry, ...entry.things('item')].some((item) => item.is(productTypes)));
}

function isAbout({ address, base, canonical, headings }: PageFacts, product: Thing): boolean {
  const own = new Set([address, ...(canonical === null ? [] : [canonical])].map(pathOf));
  const addresses = ['url', '@id', 'mainEntityOfPage'].flatMap((property) => product.addresses(property));
  if (addresses.some((one) => !one.startsWith('#') && own.has(pathOf(absoluteAddress(one, base) ?? ''))))
    return true;
  const name = foldedWords(product.text('name') ?? '');
  return headings.map(foldedWords).some((heading) => isSameName(name, heading));
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
  const family = [product, ...product.things('isVariantOf'), ...variants];
  const all = (property: string): string[] => family.flatMap((one) => one.texts(property));
  const makers = ['brand', 'manufacturer', 'author', 'provider', 'publisher'];
  return {
    name: product.texts('name'),
    description: all('description'),
    price: priceOf(product, market) ?? lowest(variants.map((variant) => priceOf(variant, market))),
    brandName: makers.flatMap(all),
    logoUrl: [...family.flatMap((one) => one.addresses('logo')), ...family.flatMap(logoOfBrand)],
    images: ['image', 'screenshot'].flatMap((property) => family.flatMap((one) => one.addresses(property))),
    sellingPoints: [...product.texts('featureList').flatMap(linesOf), ...positiveNotes(product)],
    audience: [...product.things('audience').flatMap(audienceOf), ...product.texts('audience')],
  };
}

const logoOfBrand = (product: Thing): string[] =>
  product.things('brand').flatMap((brand) => brand.addresses('logo'));

/** A list, or a text with an entry in each line or between commas. */
const linesOf = (text: string): string[] => text.split(text.includes('\n') ? '\n' : /[,;•]/);

function positiveNotes(product: Thing): string[] {
  const holders = [product, ...product.things('review')];
  return holders
    .flatMap((holder) => holder.things('positiveNotes'))
    .flatMap((notes) => notes.things('itemListElement'))
    .flatMap((note) => note.texts('name'));
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

function priceOf(product: Thing, market: Market): Price | null {
  return lowest(product.things('offers').map((offer) => priceOfOffer(offer, market)));
}

function priceOfOffer(offer: Thing, market: Market): Price | null {
  const currency = offer.text('priceCurrency');
  const [low] = offer.values('lowPrice');
  const [price] = offer.values('price');
  if (low !== undefined) return priceOfRange(offer, low, market);
  return (
    statedPrice(price, currency, market) ??
    lowest(offer.things('priceSpecification').map((one) => priceOfSpecification(one, currency, market))) ??
    lowest(offer.things('offers').map((one) => priceOfOffer(one, market)))
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
  const owners = [...organisations, ...things.filter((thing) => thing.is(websiteTypes))];
  const published = things.flatMap((thing) => thing.things('publisher'));
  const all = [...owners, ...published];
  return {
    name: all.flatMap((owner) => owner.texts('name')),
    description: owners.flatMap((owner) => owner.texts('description')),
    brandName: all.flatMap((owner) => owner.texts('name')),
    logoUrl: all.flatMap((owner) => owner.addresses('logo')),
    images: owners.flatMap((owner) => owner.addresses('image')),
  };
}
