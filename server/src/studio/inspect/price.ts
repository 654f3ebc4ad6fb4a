import currencies from './currencies.json' with { type: 'json' };

/** The market of a page, which decides what `$` or `kr` means. */
export interface PageMarket {
  /** The `lang` of the page, such as `en-CA`. */
  readonly language: string | null;
  readonly host: string;
}

export interface Price {
  readonly amount: number;
  readonly currency: string | null;
  readonly said: string | number;
  readonly currencySaid: string | null;
}

const maxAmount = 1e12;
/** Longer texts are not just a price. */
const maxPriceLength = 120;

/** Codes that shops use; rarer ones would be confused with words. */
const codes = new Set(currencies.codes);
/** Currencies with three decimals: three digits after a point are not thousands. */
const thousandths = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
/** Signs with their currency, or currencies by country. Longer signs come first. */
const signs = Object.entries<string | Readonly<Record<string, string>>>(currencies.signs);
const countryOfLanguage: Readonly<Record<string, string>> = currencies.countryOfLanguage;

const escaped = (text: string): string => text.replaceAll(/[.$]/g, String.raw`\$&`);
/** Signs made of letters must not be inside a word; `€HT` is a price before tax. */
const anySign = signs
  .map(([sign]) =>
    /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(sign)
      ? String.raw`(?<!\p{L})${escaped(sign)}(?!\p{L})`
      : escaped(sign),
  )
  .join('|');
const codeAtNumber =
  /(?<!\p{L})([A-Z]{3})\s?:?\s?(?:\p{Sc}\s?)?\d|\d[.,]?[-–—]{0,2}\s?(?:\p{Sc}\s?)?([A-Z]{3})(?!\p{L})/gu;
const signAtNumber = new RegExp(String.raw`(${anySign})\s?[-:]?\s?\d|\d[.,]?[-–—]{0,2}\s?(${anySign})`, 'u');

/** Country domains in general use. */
const genericDomains = new Set('ai cc co fm gg io ly me sh so to tv ws'.split(' '));

function guessCountry({ language, host }: PageMarket): string | null {
  const ending = /\.([a-z]{2})$/.exec(host)?.[1];
  if (ending !== undefined && !genericDomains.has(ending)) return ending.toUpperCase();
  const [spoken = '', ...rest] = (language ?? '').split(/[-_]/);
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  return region?.toUpperCase() ?? countryOfLanguage[spoken.toLowerCase()] ?? null;
}

/** The code or sign next to a number, and its currency in this market. A code wins over a sign: `$45.00 CAD`. */
function findCurrency(text: string, market: PageMarket): { sign: string; currency: string | null } | null {
  const found = [...text.matchAll(codeAtNumber)].map(([, before, behind]) => before ?? behind ?? '');
  const code = found.find((one) => codes.has(one));
  if (code !== undefined) return { sign: code, currency: code };
  const [, before, behind] = signAtNumber.exec(text) ?? [];
  const sign = before ?? behind ?? '';
  const meant = signs.find(([known]) => known === sign)?.[1];
  if (meant === undefined) return null;
  return { sign, currency: typeof meant === 'string' ? meant : (meant[guessCountry(market) ?? ''] ?? null) };
}

/** A currency code from structured data; some shops put a sign there. */
export function parseCurrency(text: string, market: PageMarket): string | null {
  const name = text.trim().toUpperCase();
  return codes.has(name) ? name : (findCurrency(`${text.trim()} 1`, market)?.currency ?? null);
}

function plainDigits(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, (digit) => /\d/.exec(digit)?.[0] ?? String(parseDigit(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replaceAll(/[\s'’]+/gu, ' ');
}

/** In every script, the ten digits are consecutive. */
function parseDigit(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let nought = at;
  while (at - nought < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(nought - 1))) nought -= 1;
  return at - nought;
}

const numbers =
  /\d{1,3}(?:([., ])\d{3})(?:\1\d{3})*(?:[.,]\d{1,3})?(?!\d)|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,6})?/g;

function parseNumber(written: string, currency: string | null): number | null {
  const compact = written.replaceAll(' ', '');
  const points = compact.split('.').length - 1;
  const commas = compact.split(',').length - 1;
  if (points + commas === 0) return Number(compact);
  if (points > 0 && commas > 0) {
    const [decimal, thousands] = compact.lastIndexOf('.') > compact.lastIndexOf(',') ? '.,' : ',.';
    return Number(compact.replaceAll(thousands ?? '', '').replace(decimal ?? '', '.'));
  }
  if (points + commas > 1) return Number(compact.replaceAll(/[.,]/g, ''));
  const [whole = '', part = ''] = compact.split(/[.,]/);
  if (part.length !== 3 || whole === '0' || whole.length > 3 || compact.length < written.length) {
    return Number(`${whole}.${part}`);
  }
  if (currency === null) return null;
  if (!thousandths.has(currency)) return Number(whole + part);
  return points === 1 ? Number(`${whole}.${part}`) : null;
}

const usable = (amount: number | null): amount is number =>
  amount !== null && Number.isFinite(amount) && amount >= 0 && amount <= maxAmount;

/**
 * The price in a short text such as `From $12`; of a range such as `1.299,00 € – 1.499,00 €`, the lower one. Null without
 * a currency, or if several numbers are ambiguous.
 */
export function parsePrice(text: string, market: PageMarket): Price | null {
  if (text.length > maxPriceLength) return null;
  const plain = plainDigits(text).trim();
  if (/\d\s?%/.test(plain)) return null;
  const found = findCurrency(plain, market);
  if (found === null) return null;
  const { sign, currency } = found;
  const written = [...new Set([...plain.matchAll(numbers)].map(([number]) => number))];
  if (written.length > 1 && !(written.length === 2 && isRange(plain, written))) return null;
  // The sign is enough to distinguish thousands from decimals, even if its currency is ambiguous.
  const amounts = written.map((number) => parseNumber(number, currency ?? sign));
  if (amounts.length === 0 || !amounts.every(usable)) return null;
  return { amount: Math.min(...amounts), currency, said: text.trim(), currencySaid: sign };
}

function isRange(text: string, [first = '', second = '']: readonly string[]): boolean {
  const between = text.slice(text.indexOf(first) + first.length, text.lastIndexOf(second));
  return /[-–—~～]|\b(?:to|bis|à|a|до|tot|til)\b|إلى|から/u.test(between);
}

/** A price in structured data: usually a bare number with a decimal point. */
export function parseStatedPrice(
  said: unknown,
  currencySaid: string | null,
  market: PageMarket,
): Price | null {
  const currency = currencySaid === null ? null : parseCurrency(currencySaid, market);
  if (typeof said === 'number') return usable(said) ? { amount: said, currency, said, currencySaid } : null;
  if (typeof said !== 'string' || said.length > maxPriceLength) return null;
  const [only, ...others] = plainDigits(said).matchAll(numbers);
  if (only === undefined || others.length > 0) return parsePrice(said, market);
  const alone = plainDigits(said).trim() === only[0];
  if (!alone) return reconcileCurrency(parsePrice(said, market), currency);
  const isInDoubt = /^\d{1,3}\.\d{3}$/.test(only[0]) && !thousandths.has(currency ?? '');
  // `1.299` means decimals for some shops and thousands for others.
  const amount = parseNumber(only[0], isInDoubt ? null : currency);
  return usable(amount) ? { amount, currency, said, currencySaid } : null;
}

/** Combines a price that has its own sign with a separate currency; null if they differ. */
function reconcileCurrency(price: Price | null, named: string | null): Price | null {
  if (price === null || named === null) return price;
  const { currency } = price;
  return currency === null || currency === named ? { ...price, currency: named, currencySaid: named } : null;
}
