import type { OpenAd, OpenAdInput } from '@magpie/contract';
import { countryCodes } from '@magpie/contract/values/vocabulary';
import { getPath, isObject, readCount, readCountries, readReach, readString, readTexts } from './fields.ts';

/** What Article 39 of the Digital Services Act makes libraries publish: measurements, payer, beneficiary and targeting. */

type Measurement = NonNullable<OpenAdInput['impressions']>;
type Targeting = OpenAd['targeting'];
type Gender = NonNullable<Targeting>['genders'][number];

export function readImpressions(value: unknown): Measurement | null {
  return readReach(value)?.reach ?? null;
}

/** A share such as 17.3 or "17.3%" of a total, in whole numbers. */
export function readShare(share: unknown, total: number): number | null {
  const written = (readString(share, 20) ?? 'unknown').replace(/ ?%$/, '');
  const percentage = Number(written.replace(',', '.'));
  return percentage >= 0 && percentage <= 100 ? Math.round((total * percentage) / 100) : null;
}

/** Adds up the known numbers of each country. */
export function sumByCountry(
  rows: Iterable<{ readonly country: unknown; readonly count: unknown }>,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { country, count } of rows) {
    const [code] = readCountries(country);
    const number = readCount(count);
    if (code === undefined || number === null) continue;
    sums[code] = Math.min((sums[code] ?? 0) + number, Number.MAX_SAFE_INTEGER);
  }
  return sums;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A range `{lower_bound, upper_bound?}` of money. Spend in an unknown currency is kept without one. */
export function readSpend(value: unknown, currency: unknown): OpenAdInput['spend'] {
  if (!isObject(value)) return null;
  const lower = readMoney(getPath(value, 'lower_bound'));
  const upper = readMoney(getPath(value, 'upper_bound'));
  if ((lower === null && upper === null) || (lower !== null && upper !== null && lower > upper)) return null;
  const code = readString(currency, 10)?.toUpperCase() ?? '';
  const middle = lower !== null && upper !== null ? (lower + upper) / 2 : (lower ?? upper);
  return { value: middle, lower, upper, kind: 'range', currency: currencies.has(code) ? code : null };
}

function readMoney(value: unknown): number | null {
  const text = readString(value, 40) ?? '';
  const number = /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return number <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** `18-24`, `65+`; ages without an upper bound are open: `18+`. */
export function readAgeRange(from: unknown, to: unknown): string | null {
  const [lower, upper] = [readAge(from), readAge(to)];
  if (lower === null) return upper === null || upper.endsWith('+') ? upper : `0-${upper}`;
  if (upper === null) return lower.endsWith('+') ? lower : `${lower}+`;
  return lower.endsWith('+') ? lower : `${lower}-${upper}`;
}

function readAge(value: unknown): string | null {
  const age = readString(value, 10) ?? '';
  return /^\d{1,3}\+?$/.test(age) ? age : null;
}

/** Named genders; all of them together are no restriction and are left out. */
export function readGenders(values: unknown): Gender[] {
  const genders = readTexts(values, 20).map((name): Gender | null => {
    if (/^(?:f|female|females|women|woman)$/i.test(name)) return 'female';
    if (/^(?:m|male|males|men|man)$/i.test(name)) return 'male';
    return /^(?:other|unknown)$/i.test(name) ? 'unknown' : null;
  });
  return [...new Set(genders)].filter((gender) => gender !== null);
}

let codesByName: ReadonlyMap<string, string> | null = null;

/** The code of a country by its English name or its code. */
export function findCountry(name: unknown): string | null {
  const text = readString(name, 100) ?? '';
  const [code] = readCountries(text);
  if (code !== undefined) return code;
  if (codesByName === null) {
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    codesByName = new Map([
      ...[...countryCodes].map((one) => [(names.of(one) ?? one).toLowerCase(), one] as const),
      ['czech republic', 'CZ'],
      ['turkey', 'TR'],
    ]);
  }
  return codesByName.get(text.toLowerCase()) ?? null;
}

/** Null if nothing of it is known. */
export function toTargeting(parts: {
  readonly ages?: readonly (string | null)[];
  readonly genders?: readonly Gender[];
  readonly countries?: readonly (string | null)[];
  readonly places?: readonly unknown[];
  readonly parameters?: readonly unknown[];
  readonly excluded?: readonly unknown[];
}): Targeting {
  const targeting = {
    ages: readTexts(parts.ages ?? [], 20).slice(0, 50),
    genders: [...(parts.genders ?? [])],
    countries: readCountries(parts.countries ?? []),
    places: readTexts(parts.places ?? [], 300).slice(0, 500),
    parameters: readTexts(parts.parameters ?? [], 300).slice(0, 100),
    excluded: readTexts(parts.excluded ?? [], 300).slice(0, 500),
  };
  return Object.values(targeting).some((list) => list.length > 0) ? targeting : null;
}
