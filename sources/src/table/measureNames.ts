import { currencyIn } from './tableMoney.ts';

/** Parts of the names of measurements: `spend_min_usd` is the lower bound of `spend` in dollars. */

const lower =
  'min minimum minimal minimale minimales minimaler minimo minima minimaal minimalny minimalna minimalne lower low lowest lowerbound from von desde vanaf od mindest asgari';
const upper =
  'max maximum maximal maximale maximales maximaler maximo maxima massimo massima maximaal maksymalny maksymalna maksymalne upper high highest upperbound to bis hasta tot do azami';
const sides: ReadonlyMap<string, 'Min' | 'Max'> = new Map([
  ...lower.split(' ').map((word) => [word, 'Min'] as const),
  ...upper.split(' ').map((word) => [word, 'Max'] as const),
]);
const unspacedSides: readonly (readonly [RegExp, 'Min' | 'Max'])[] = [
  [/^(?:최소|하한|最小|最低|下限)|(?:최소|하한|最小|最低|下限)$/u, 'Min'],
  [/^(?:최대|상한|最大|最高|上限)|(?:최대|상한|最大|最高|上限)$/u, 'Max'],
];
const noise: ReadonlySet<string> = new Set(['bound', 'limit', 'value', 'range', 'estimate', 'estimated']);

interface BoundName {
  readonly side: 'Min' | 'Max';
  readonly rest: readonly string[];
}

/** The words of a name without that of a bound, at its end or beginning; `null` without one. */
export function splitBound(words: readonly string[]): BoundName | null {
  const telling = words.filter((word) => !noise.has(word));
  const ends = [telling.length - 1, 0];
  for (const at of ends) {
    const side = sides.get(telling[at] ?? '');
    if (side !== undefined) return { side, rest: telling.filter((_, index) => index !== at) };
  }
  const joined = telling.join('');
  for (const [pattern, side] of unspacedSides) {
    const rest = joined.replace(pattern, '');
    if (rest !== joined) return { side, rest: [rest] };
  }
  return null;
}

/** Lower case only for codes that are no words: `all`, `try` and `top` are codes too. */
const lowerCodes =
  'usd|eur|gbp|inr|brl|cad|aud|nzd|jpy|cny|krw|mxn|pln|chf|sek|nok|dkk|czk|huf|ron|bgn|rub|uah|ils|aed|sar|zar|sgd|hkd|twd|thb|idr|vnd|php|ars|clp|cop';
const codeInName = new RegExp(
  String.raw`^(?<name>.*[\p{L}\p{N}])(?:[^\p{L}]+|(?<=\p{Ll}))\(?(?<code>[A-Z]{3}|${lowerCodes})\)?\s*$`,
  'u',
);
const signInName = /^(?<name>.*[\p{L}\p{N}])[^\p{L}\p{N}]*?(?<code>[A-Z]{0,2}\$|\p{Sc})\)?\s*$/u;

/** `Spend (USD)` is `Spend` in USD; the code of `Spend ($)` is unknown. `null` without a currency. */
export function splitCurrency(name: string): { readonly name: string; readonly code: string | null } | null {
  const found = (codeInName.exec(name) ?? signInName.exec(name))?.groups;
  if (found?.['name'] === undefined) return null;
  const code = currencyIn(found['code']);
  const isSign = /[\p{Sc}]$/u.test(found['code'] ?? '');
  return code === null && !isSign ? null : { name: found['name'], code };
}
