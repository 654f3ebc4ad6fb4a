import type { OpenAdInput } from '@magpie/contract';
import { readString } from '../mapping/fields.ts';
import { boundsIn, isKnownAmount, plainMeasure } from './tableMeasures.ts';

type Spend = NonNullable<OpenAdInput['spend']>;
type Amount = Pick<Spend, 'value' | 'lower' | 'upper' | 'kind'>;

/** Signs of one currency; `$`, `¥` and `kr` have several. */
const signs: ReadonlyMap<string, string> = new Map(
  `€ EUR, £ GBP, ₹ INR, ₩ KRW, ₺ TRY, ₽ RUB, ₴ UAH, ₪ ILS, ₫ VND, ฿ THB, ₱ PHP, ₦ NGN, zł PLN, Kč CZK,
   US$ USD, R$ BRL, CA$ CAD, AU$ AUD, A$ AUD, NZ$ NZD, HK$ HKD, NT$ TWD, MX$ MXN`
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, -4), entry.slice(-3)]),
);
const currencyMarks = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])|zł|Kč|[A-Z]{0,2}\$|\p{Sc}/gu;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The code of a currency by its code, sign or English name: `EUR`, `€`, `US Dollar`. */
export function currencyIn(cell: unknown): string | null {
  const text = readString(cell, 40) ?? '';
  const code = signs.get(text) ?? text.toUpperCase();
  return currencies.has(code) ? code : (currencyNamed(text) ?? null);
}

let codesByName: ReadonlyMap<string, string> | null = null;

function currencyNamed(name: string): string | undefined {
  if (!/^\p{L}+(?: \p{L}+)*$/u.test(name)) return undefined;
  if (codesByName === null) {
    const names = new Intl.DisplayNames(['en'], { type: 'currency' });
    codesByName = new Map([...currencies].map((code) => [(names.of(code) ?? code).toLowerCase(), code]));
  }
  return codesByName.get(name.toLowerCase()) ?? codesByName.get(name.toLowerCase().replace(/s$/, ''));
}

/**
 * `12.5`, `1,234`, `€100 - €199`, `<100 USD`, `{"lower_bound": "100"}`; the currency of the cell is preferred to that of
 * the row.
 */
export function spendIn(cell: unknown, currency: unknown = null): Spend | null {
  const bounds = boundsIn(cell);
  if (bounds !== null) return spendBetween(bounds.lower_bound, bounds.upper_bound, currency);
  const text = readString(cell, 100) ?? '';
  const marks = new Set(text.match(currencyMarks));
  const plain = plainMeasure(text.replaceAll(currencyMarks, '').replaceAll(/[\s\u00a0\u202f]+/g, ' '));
  const amount = typeof cell === 'number' ? reported(cell) : amountIn(plain);
  if (amount === null) return null;
  const [mark] = marks;
  // Two currencies in one cell do not say which one the amount is in.
  return { ...amount, currency: marks.size > 1 ? null : currencyOf(mark, currency) };
}

/** `$` and `¥` leave the choice between several currencies to the row. */
function currencyOf(mark: string | undefined, ofRow: unknown): string | null {
  const code = currencyIn(ofRow);
  if (mark === undefined || code === null) return mark === undefined ? code : currencyIn(mark);
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  const isSharedSign =
    ['$', '¥'].includes(mark) && new Intl.NumberFormat('en', style).format(0).includes(mark);
  return isSharedSign ? code : currencyIn(mark);
}

/** Two cells with the bounds. */
export function spendBetween(lower: unknown, upper: unknown, currency: unknown): Spend | null {
  const [from, to] = [spendIn(lower), spendIn(upper)];
  const amount = range(from?.value ?? null, to?.value ?? null);
  return amount === null
    ? null
    : { ...amount, currency: from?.currency ?? to?.currency ?? currencyIn(currency) };
}

export function isKnownSpend(spend: Spend): boolean {
  const { value = null, lower = null, upper = null } = spend;
  return isKnownAmount({ value, lower, upper });
}

function amountIn(text: string): Amount | null {
  const exact = moneyIn(text);
  if (exact !== null) return reported(exact);
  const under = /^(?:≤|<=?)(.+)$/.exec(text)?.[1];
  if (under !== undefined) return rangeOf('0', under);
  const over = /^(?:≥|>=?)(.+)$/.exec(text)?.[1] ?? /^(.+)\+$/.exec(text)?.[1];
  if (over !== undefined) return rangeOf(over, null);
  const [lower = '', upper, ...more] = text.split(/[-–—]/);
  return upper === undefined || more.length > 0 ? null : rangeOf(lower, upper);
}

function rangeOf(lower: string, upper: string | null): Amount | null {
  const [from, to] = [moneyIn(lower), upper === null ? null : moneyIn(upper)];
  return from === null || (upper !== null && to === null) ? null : range(from, to);
}

function reported(value: number): Amount | null {
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER
    ? { value, lower: null, upper: null, kind: 'reported' }
    : null;
}

function range(lower: number | null, upper: number | null): Amount | null {
  if ((lower === null && upper === null) || (lower !== null && upper !== null && lower > upper)) return null;
  const value = lower !== null && upper !== null ? (lower + upper) / 2 : (lower ?? upper);
  return { value, lower, upper, kind: 'range' };
}

const factors: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** `12.5`, `12,50`, `1,234.50`, `1.234,50`, `1 234`, `1,00,000`, `5K`. */
function moneyIn(text: string): number | null {
  const [, digits = '', scale = ''] = /^([\d.,'’ ]+?) ?([kmb])?$/i.exec(text.trim()) ?? [];
  const plain = decimal(digits, scale !== '');
  if (plain === null) return null;
  const amount = plain * (factors[scale.toLowerCase()] ?? 1);
  return amount <= Number.MAX_SAFE_INTEGER ? amount : null;
}

/** With a scale, three digits after a mark are decimals: `1.234K`. */
function decimal(digits: string, isScaled: boolean): number | null {
  if (isScaled && /^\d{1,9}[.,]\d{1,6}$/.test(digits)) return Number(digits.replace(',', '.'));
  const [, mark] = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/.exec(digits) ?? [];
  const isIndian = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/.test(digits);
  if (mark !== undefined || isIndian) {
    return Number(digits.replaceAll(mark ?? ',', '').replace(',', '.'));
  }
  return /^\d{1,15}(?:[.,]\d{1,2}|\.\d{4,6})?$/.test(digits) ? Number(digits.replace(',', '.')) : null;
}
