import { platformTable } from '@magpie/contract/platforms';

export type PageType =
  | 'product'
  | 'collection'
  | 'home'
  | 'article'
  | 'quiz'
  | 'form'
  | 'appStore'
  | 'social'
  | 'other';

const appStores = /^(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)$/;

/** By a whole word of the path, in this order: a product below a collection is a product. */
const words: readonly (readonly [PageType, RegExp])[] = [
  ['quiz', /^(?:quiz|quizzes|test|assessment|survey|finder)$/],
  ['product', /^(?:product|products|produkt|produkte|produit|produits|producto|productos|p|dp|item|itm)$/],
  [
    'collection',
    /^(?:collection|collections|category|categories|kategorie|c|shop|store|sale|deals|offers|catalog|all)$/,
  ],
  [
    'article',
    /^(?:blog|blogs|article|articles|news|magazine|story|stories|guide|guides|learn|journal|read)$/,
  ],
  [
    'form',
    /^(?:demo|signup|sign-up|register|registration|contact|trial|free-trial|start|quote|book|booking|apply|subscribe|webinar|download|lead|form)$/,
  ],
];

/** A guess from the address alone; `other` if it shows nothing. */
export function guessPageType(url: string): PageType {
  if (!URL.canParse(url)) return 'other';
  const { hostname, pathname } = new URL(url);
  if (appStores.test(hostname)) return 'appStore';
  if (platformTable.findByHost(hostname) !== undefined) return 'social';
  const parts = pathname
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/\.(?:html?|php|aspx?)$/, ''))
    .filter((part) => part !== '' && !/^[a-z]{2}(?:[-_][a-z]{2})?$/.test(part));
  if (parts.length === 0 || (parts.length === 1 && parts[0] === 'index')) return 'home';
  return words.find(([, pattern]) => parts.some((part) => pattern.test(part)))?.[0] ?? 'other';
}
