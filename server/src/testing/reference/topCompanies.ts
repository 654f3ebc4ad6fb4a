import type { contract, OutputOf } from '@magpie/contract';
import { caseless, platformsOf, ranked, reachOf, sum, type World } from './ads.ts';

type Company = OutputOf<typeof contract.ads.listTopCompanies>['companies'][number];

/**
 * Advertisers whose names or domains are spelt as asked for, best match first. How many mistakes a name may have to be
 * found all the same is not laid down, so the reference tells of none of those.
 */
export function topCompanies(world: World, asked: string, site: string): Company[] {
  const entries = world.advertisers.flatMap(({ advertiserId, name, logoUrl }) => {
    const ads = world.ads.filter((ad) => ad.advertiserId === advertiserId);
    const domains = new Set(ads.map((ad) => ad.derived.landingPageDomain));
    const match = matches.findIndex((each) => each.fits(name, asked, domains));
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

/** Of all advertisers by reach, those that a search leaves. */
export function isSpeltLike(world: World, name: string, search: string): boolean {
  return hasParts(name, search) || topCompanies(world, search, '').some((company) => company.name === name);
}

/** Every word that was asked for stands somewhere in a word of the name. */
function hasParts(name: string, asked: string): boolean {
  const sought = wordsOf(asked);
  return sought.length > 0 && sought.every((word) => wordsOf(name).some((whole) => whole.includes(word)));
}

interface Match {
  readonly type: Company['matchType'];
  fits(name: string, asked: string, domains: ReadonlySet<string | null>): boolean;
}

/** The best first. */
const matches: readonly Match[] = [
  { type: 'exact', fits: (name, asked) => caseless(name) === caseless(asked) },
  { type: 'exact', fits: (name, asked) => wordsOf(asked).length > 0 && spaced(name) === spaced(asked) },
  { type: 'exact', fits: (_, asked, domains) => domains.has(asked.toLowerCase()) },
  {
    type: 'prefix',
    fits: (name, asked) => wordsOf(asked).length > 0 && letters(name).startsWith(letters(asked)),
  },
  { type: 'word', fits: hasWords },
];

/** Every word that was asked for begins one of the name; where words are not spaced, it stands anywhere. */
function hasWords(name: string, asked: string): boolean {
  const sought = wordsOf(asked);
  const begins = (word: string): boolean =>
    /\p{Script=Latin}|\d/u.test(word)
      ? ` ${spaced(name)}`.includes(` ${word}`)
      : letters(name).includes(word);
  return sought.length > 0 && sought.every(begins);
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
