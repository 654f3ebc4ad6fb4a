import type { Claims } from './claims.ts';
import { attribute, type PageElement } from './html.ts';
import { type Market, type Price, statedPrice } from './price.ts';

/** `meta` contents by lower-case property or name. */
export type Metas = ReadonlyMap<string, readonly string[]>;

const maxMetas = 2000;

export function metasIn(elements: readonly PageElement[]): Metas {
  const metas = new Map<string, string[]>();
  for (const element of elements.filter(({ name }) => name === 'meta').slice(0, maxMetas)) {
    const name = attribute(element, 'property') ?? attribute(element, 'name');
    const content = attribute(element, 'content');
    if (name === null || content === null) continue;
    const key = name.toLowerCase();
    metas.set(key, [...(metas.get(key) ?? []), content]);
  }
  return metas;
}

export function describesProduct(metas: Metas): boolean {
  const types = metas.get('og:type') ?? [];
  const isProduct = types.some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type));
  return isProduct || priceAmounts.some((name) => metas.has(name));
}

const priceAmounts = ['product:sale_price:amount', 'product:price:amount', 'og:price:amount'];

export function claimsOfOpenGraph(metas: Metas, market: Market): Claims {
  const all = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => metas.get(name) ?? []);
  return {
    name: all('og:title', 'twitter:title'),
    description: all('og:description', 'twitter:description'),
    price: readPrice(metas, market),
    brandName: all('product:brand', 'og:brand', 'og:site_name'),
    logoUrl: all('og:logo'),
    images: listImageUrls(metas),
    audience: all('product:target_gender', 'product:gender').slice(0, 1),
  };
}

export function siteClaimsOfOpenGraph(metas: Metas): Claims {
  const { description = [], logoUrl = [], images = [] } = claimsOfOpenGraph(metas, noMarket);
  const names = metas.get('og:site_name') ?? [];
  return { name: names, brandName: names, description, logoUrl, images };
}

const noMarket: Market = { language: null, host: '' };

function readPrice(metas: Metas, market: Market): Price | null {
  const name = priceAmounts.find((known) => metas.has(known));
  if (name === undefined) return null;
  const [currency = null] = metas.get(name.replace(/amount$/, 'currency')) ?? [];
  return statedPrice(metas.get(name)?.[0], currency, market);
}

/** A picture may have an http and an https URL; https is preferred. */
function listImageUrls(metas: Metas): readonly string[] {
  const pictures = [...(metas.get('og:image') ?? []), ...(metas.get('og:image:url') ?? [])];
  const secure = metas.get('og:image:secure_url') ?? [];
  if (secure.length > 0 && secure.length >= pictures.length) return secure;
  return pictures.length > 0
    ? pictures
    : (metas.get('twitter:image') ?? metas.get('twitter:image:src') ?? []);
}
