import type { OpenAdInput } from '@magpie/contract';
import { readReach, readString } from '../mapping/fields.ts';
import { readSpend } from '../mapping/transparency.ts';

type Spend = NonNullable<OpenAdInput['spend']>;

/** Signs of one currency; `$` and `¥` have several. */
const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
]);
const currencyMarks = /\b[A-Z]{3}\b|zł|[A-Z]{0,2}\$|\p{Sc}/gu;

/** `12.5`, `1,234`, `€100 - €199`, `<100 USD`; the currency of the cell is preferred to that of the row. */
export function spendIn(cell: unknown, currency: unknown = null): Spend | null {
  const text = readString(cell, 100) ?? '';
  const mark = text.match(currencyMarks)?.[0] ?? '';
  const plain = text.replaceAll(currencyMarks, '').replaceAll(/\s+/g, ' ').trim();
  const exact = /^\d{1,15}[.,]\d{1,2}$/.test(plain) ? Number(plain.replace(',', '.')) : null;
  const amount = exact === null ? readReach(plain)?.reach : { value: exact, kind: 'reported' as const };
  if (amount === undefined) return null;
  return {
    lower: null,
    upper: null,
    ...amount,
    currency: codeOf(signs.get(mark) ?? mark) ?? codeOf(currency),
  };
}

/** Two cells with the bounds. */
export function spendBetween(lower: unknown, upper: unknown, currency: unknown): Spend | null {
  const [from, to] = [spendIn(lower), spendIn(upper)];
  const bounds = { lower_bound: from?.value, upper_bound: to?.value };
  return readSpend(bounds, from?.currency ?? to?.currency ?? currency) ?? null;
}

/** The code, if it is one. */
function codeOf(currency: unknown): string | null {
  return readSpend({ lower_bound: 0 }, currency)?.currency ?? null;
}
