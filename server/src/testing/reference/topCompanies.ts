import type { contract, OutputOf } from '@magpie/contract';
import { caseless, platformsOf, ranked, reachOf, sum, type World } from './ads.ts';

type Company = OutputOf<typeof contract.ads.listTopCompanies>['companies'][number];

/**
 * Advertisers whose names or domains match the query, best match first. The tolerance for typos is not specified, so the
 * reference leaves out fuzzy matches.
 */
export function topCompanies(world: World, query: string, site: string): Company[] {
  const entries = world.advertisers.flatMap(({ advertiserId, name, logoUrl }) => {
    const ads = world.ads.filter((ad) => ad.advertiserId === advertiserId);
    const domains = new Set(ads.map((ad) => ad.derived.landingPageDomain));
    const match = matches.findIndex((each) => each.fits(name, query, domains));
    const company = {
      name,
      adCount: ads.length,
      advertiserId,
      brandLogo: logoUrl ?? `${site}/logos/${advertiserId}.svg`,
      totalReach: sum(ads.map(reachOf)),
      platforms: platformsOf(ads),
      matchType: matches[match]?.type ?? 'fuzzy',
    };
    return match === -1 ? [] : [{ match, company }];
  });
  const byCount = ranked(
    entries,
    ({ company }) => company.adCount,
    ({ company }) => company.name,
  );
  return byCount.toSorted((one, other) => one.match - other.match).map(({ company }) => company);
}

/** The advertisers that match a search, by reach. */
export function isSpeltLike(world: World, name: string, search: string): boolean {
  return hasParts(name, search) || topCompanies(world, search, '').some((company) => company.name === name);
}

/** Every word of the query is part of a word of the name. */
function hasParts(name: string, query: string): boolean {
  const queryWords = wordsOf(query);
  return (
    queryWords.length > 0 && queryWords.every((word) => wordsOf(name).some((whole) => whole.includes(word)))
  );
}

interface Match {
  readonly type: Company['matchType'];
  fits(name: string, query: string, domains: ReadonlySet<string | null>): boolean;
}

/** Best first. */
const matches: readonly Match[] = [
  { type: 'exact', fits: (name, query) => caseless(name) === caseless(query) },
  { type: 'exact', fits: (name, query) => wordsOf(query).length > 0 && spaced(name) === spaced(query) },
  { type: 'exact', fits: (_, query, domains) => domains.has(query.toLowerCase()) },
  {
    type: 'prefix',
    fits: (name, query) => wordsOf(query).length > 0 && letters(name).startsWith(letters(query)),
  },
  { type: 'word', fits: hasWords },
];

/** Every word of the query starts a word of the name, or is anywhere in it for scripts without spaces. */
function hasWords(name: string, query: string): boolean {
  const queryWords = wordsOf(query);
  const begins = (word: string): boolean =>
    /\p{Script=Latin}|\d/u.test(word)
      ? ` ${spaced(name)}`.includes(` ${word}`)
      : letters(name).includes(word);
  return queryWords.length > 0 && queryWords.every(begins);
}

/** Without accents and case, as people type. */
function wordsOf(text: string): string[] {
  const plain = caseless(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f']/g, '')
    .normalize('NFC');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const spaced = (text: string): string => wordsOf(text).join(' ');
const letters = (text: string): string => wordsOf(text).join('');
