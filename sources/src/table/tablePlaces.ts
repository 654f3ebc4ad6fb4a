import { readCountries, readTexts } from '../mapping/fields.ts';
import { splitWords } from './tableCells.ts';

/** Countries and languages by code, or by name in common languages. */

const locales = 'en de fr es pt it nl pl tr ru zh ja ko sv da nb fi cs ar hi vi id el he th uk'.split(' ');
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const twoLetters = alphabet.flatMap((first) => alphabet.map((second) => `${first}${second}`));

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f.'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim();
}

function mapNames(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const locale of locales) {
    const display = new Intl.DisplayNames(locale, { type, fallback: 'none' });
    for (const code of codes) {
      const name = fold(display.of(code) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, code);
    }
  }
  return names;
}

/** Common names that Intl does not have. */
const shortNames: ReadonlyMap<string, string> = new Map(
  `usa US, us of a US, united states of america US, america US, uk GB, great britain GB, england GB, scotland GB,
   wales GB, uae AE, korea KR, south korea KR, czech republic CZ, holland NL, turkey TR, hong kong HK, macau MO`
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
);

let countryNames: ReadonlyMap<string, string> | null = null;
let languageNames: ReadonlyMap<string, string> | null = null;

/** Built lazily: most imports have no table with country names. */
function countryNamed(name: string): string | undefined {
  countryNames ??= new Map([...mapNames('region', readCountries(twoLetters)), ...shortNames]);
  return countryNames.get(fold(name));
}

function languageNamed(name: string): string | undefined {
  languageNames ??= mapNames(
    'language',
    twoLetters.map((code) => code.toLowerCase()),
  );
  return languageNames.get(fold(name));
}

/** A share after the name: `Germany 60%`, `Germany (<1 %)`, `Germany: 60.5`. */
const share = /[\s:(]+[<≤]?\s*\d+(?:\.\d+)?\s*%?\)?$/;

export function countriesIn(cell: unknown): string[] {
  const names = splitWords(cell).map((word) => word.replace(share, ''));
  return readTexts(names.flatMap((name) => readCountries(name)[0] ?? countryNamed(name) ?? []));
}

/** The code of the first language in a cell: `en`, `pt-BR`, `English`, `Deutsch`. */
export function languageIn(cell: unknown): string | null {
  for (const word of splitWords(cell)) {
    if (/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})?$/i.test(word)) return word.toLowerCase();
    const named = languageNamed(word);
    if (named !== undefined) return named;
  }
  return null;
}
