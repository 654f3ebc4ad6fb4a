/** Where a page is read: what a sign such as `$` or `kr` means depends on it. */
export interface Market {
  /** As the page says of itself, such as `en-CA`. */
  readonly language: string | null;
  readonly host: string;
}

export interface Price {
  readonly amount: number;
  /** Null where it is in doubt. */
  readonly currency: string | null;
  /** As the page says it. */
  readonly said: string | number;
  /** The code or the sign that the page gives. */
  readonly currencySaid: string | null;
}

const mostAmount = 1e12;
/** A longer text says more than a price. */
const longestPrice = 120;

/** The currencies that shops name by their codes; others are found by nobody and mistaken for words. */
const codes = new Set(
  (
    'AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL GHS HKD HRK HUF IDR ILS INR IQD ISK JOD JPY ' +
    'KES KRW KWD KZT LBP LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH ' +
    'USD UYU VND ZAR'
  ).split(' '),
);
/** Their smallest part is a thousandth, so that three digits behind a point are no thousands. */
const thousandths = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

const dollars = {
  US: 'USD',
  AU: 'AUD',
  CA: 'CAD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  TW: 'TWD',
  MX: 'MXN',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
};
const crowns = { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' };
const yens = { JP: 'JPY', CN: 'CNY' };
const rupees = { IN: 'INR', PK: 'PKR', LK: 'LKR' };

/** A sign, and what it means: everywhere, or in each country. The longer ones are first. */
const signs: readonly (readonly [sign: string, currency: string | Readonly<Record<string, string>>])[] = [
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['S$', 'SGD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['р.', 'RUB'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['₸', 'KZT'],
  ['₺', 'TRY'],
  ['TL', 'TRY'],
  ['Rp', 'IDR'],
  ['RM', 'MYR'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₦', 'NGN'],
  ['₱', 'PHP'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['лв', 'BGN'],
  ['円', 'JPY'],
  ['د.إ', 'AED'],
  ['درهم', { AE: 'AED', MA: 'MAD' }],
  ['ر.س', 'SAR'],
  ['ريال', { SA: 'SAR', QA: 'QAR', OM: 'OMR' }],
  ['د.ك', 'KWD'],
  ['ج.م', 'EGP'],
  ['元', { CN: 'CNY', TW: 'TWD' }],
  ['¥', yens],
  ['￥', yens],
  ['Rs.', rupees],
  ['Rs', rupees],
  ['kr.', crowns],
  ['kr', crowns],
  ['$', dollars],
];

const escaped = (text: string): string => text.replaceAll(/[.$]/g, String.raw`\$&`);
/** A sign made of letters is none inside a word; `€HT` is the euro without tax. */
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

/** Domains of countries that are used by everybody. */
const anywhere = new Set(['ai', 'cc', 'co', 'fm', 'gg', 'io', 'ly', 'me', 'sh', 'so', 'to', 'tv', 'ws']);
/** Languages of shops that are of one country as good as always. */
const countryOfLanguage: Readonly<Record<string, string>> = {
  ja: 'JP',
  ko: 'KR',
  sv: 'SE',
  da: 'DK',
  nb: 'NO',
  no: 'NO',
  is: 'IS',
  hi: 'IN',
};

/** By the ending of the domain, else by the language. */
function countryOf({ language, host }: Market): string | null {
  const ending = /\.([a-z]{2})$/.exec(host)?.[1];
  if (ending !== undefined && !anywhere.has(ending)) return ending.toUpperCase();
  const [spoken = '', ...rest] = (language ?? '').split(/[-_]/);
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  return region?.toUpperCase() ?? countryOfLanguage[spoken.toLowerCase()] ?? null;
}

/** The code or sign that stands at a number, and the currency that it means here. `$45.00 CAD` says it by the code. */
function currencyAt(text: string, market: Market): { sign: string; currency: string | null } | null {
  const found = [...text.matchAll(codeAtNumber)].map(([, before, behind]) => before ?? behind ?? '');
  const code = found.find((one) => codes.has(one));
  if (code !== undefined) return { sign: code, currency: code };
  const [, before, behind] = signAtNumber.exec(text) ?? [];
  const sign = before ?? behind ?? '';
  const meant = signs.find(([known]) => known === sign)?.[1];
  if (meant === undefined) return null;
  return { sign, currency: typeof meant === 'string' ? meant : (meant[countryOf(market) ?? ''] ?? null) };
}

/** A code as structured data gives it, in which a few shops write the sign. */
export function currencyNamed(text: string, market: Market): string | null {
  const name = text.trim().toUpperCase();
  return codes.has(name) ? name : (currencyAt(`${text.trim()} 1`, market)?.currency ?? null);
}

/** Digits of all scripts as 0 to 9, signs of Arabic and full-width numbers as the usual ones. */
function plainDigits(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, (digit) => /\d/.exec(digit)?.[0] ?? String(valueOfDigit(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replaceAll(/[\s'’]+/gu, ' ');
}

/** Each script has its ten digits in a row, from the nought. */
function valueOfDigit(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let nought = at;
  while (at - nought < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(nought - 1))) nought -= 1;
  return at - nought;
}

const numbers =
  /\d{1,3}(?:([., ])\d{3})(?:\1\d{3})*(?:[.,]\d{1,3})?(?!\d)|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,6})?/g;

/** A number as people write it; null when it could be two different ones. */
function numberOf(written: string, currency: string | null): number | null {
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
  amount !== null && Number.isFinite(amount) && amount >= 0 && amount <= mostAmount;

/**
 * The price in a short text, such as `From $12` or `1.299,00 € – 1.499,00 €`, of which it is the lower; null when there
 * is no sign of a currency, or when there are several numbers and it does not say which is the price.
 */
export function priceIn(text: string, market: Market): Price | null {
  if (text.length > longestPrice) return null;
  const plain = plainDigits(text).trim();
  if (/\d\s?%/.test(plain)) return null;
  const found = currencyAt(plain, market);
  if (found === null) return null;
  const { sign, currency } = found;
  const written = [...new Set([...plain.matchAll(numbers)].map(([number]) => number))];
  if (written.length > 1 && !(written.length === 2 && isRange(plain, written))) return null;
  // Which sign was written is enough to tell thousands from decimals, whichever of its currencies it means.
  const amounts = written.map((number) => numberOf(number, currency ?? sign));
  if (amounts.length === 0 || !amounts.every(usable)) return null;
  return { amount: Math.min(...amounts), currency, said: text.trim(), currencySaid: sign };
}

function isRange(text: string, [first = '', second = '']: readonly string[]): boolean {
  const between = text.slice(text.indexOf(first) + first.length, text.lastIndexOf(second));
  return /[-–—~～]|\b(?:to|bis|à|a|до|tot|til)\b|إلى|から/u.test(between);
}

/** A price in structured data, where the number stands by itself, with a point before its decimals. */
export function statedPrice(said: unknown, currencySaid: string | null, market: Market): Price | null {
  const currency = currencySaid === null ? null : currencyNamed(currencySaid, market);
  if (typeof said === 'number') return usable(said) ? { amount: said, currency, said, currencySaid } : null;
  if (typeof said !== 'string' || said.length > longestPrice) return null;
  const [only, ...others] = plainDigits(said).matchAll(numbers);
  if (only === undefined || others.length > 0) return priceIn(said, market);
  const alone = plainDigits(said).trim() === only[0];
  if (!alone) return agreed(priceIn(said, market), currency);
  const isInDoubt = /^\d{1,3}\.\d{3}$/.test(only[0]) && !thousandths.has(currency ?? '');
  // `1.299` in structured data is a number with decimals for some shops, and over a thousand for others.
  const amount = numberOf(only[0], isInDoubt ? null : currency);
  return usable(amount) ? { amount, currency, said, currencySaid } : null;
}

/** A price with a sign of its own, where a currency is named beside it. If they differ, nobody knows which is meant. */
function agreed(price: Price | null, named: string | null): Price | null {
  if (price === null || named === null) return price;
  const { currency } = price;
  return currency === null || currency === named ? { ...price, currency: named, currencySaid: named } : null;
}
