/** A number in a folded sentence, with the sign, currency and multiplier that belong to it. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly isPercent: boolean;
  /** ISO 4217, or `$` where the text says no more. */
  readonly currency: string | null;
  /** `-20 %` */
  readonly hasMinus: boolean;
  /** `10,000+` */
  readonly hasPlus: boolean;
  /** Whether it has decimals or a word such as million. */
  readonly isDecimal: boolean;
  readonly isMultiplied: boolean;
  /** `20-50 %`: the value is the highest. */
  readonly isRange: boolean;
}

const grouped = String.raw`\d{1,3}(?<separator>[., '])\d{3}(?:\k<separator>\d{3})*(?!\d)(?:[.,]\d{1,2}(?!\d))?`;
const plain = String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`;
const prefix = String.raw`(?:us|ca|au|nz|mx|c|a|r)?\$|€|£|¥|chf|eur|usd|gbp`;
const suffix = String.raw`€(?:\d{2}(?!\d)|(?!\d))|[$£¥](?!\d)|(?:euros?|eur|chf|franken|francs|dollars?|dolares|dollari|dolar|usd|gbp|reais|brl)(?![a-z])`;
const percent = String.raw`%|percent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento`;
const multiplier = String.raw`(?:k|mio\.?|mrd\.?|million(?:en|s|es)?|milion[ei]|millones|millon|milhoes|milhao|mila|mille|mil|tausend|tsd\.?|thousand|billions?|milliards?|milliarden|miliard[ei]|bilhoes)(?![a-z])`;

const quantityPattern = new RegExp(
  String.raw`(?<minus>(?<![\d\p{L}%€$])-)?(?:(?<![\p{L}])(?<prefix>${prefix}) ?)?(?<!\d[.,:/]|[\p{L}\d_#@])(?<number>${grouped}|${plain})(?<dash>,-{1,2})?(?: ?(?<multiplier>${multiplier}))?(?: ?(?:(?<percent>${percent})|(?<suffix>${suffix})))?(?<plus> ?\+)?`,
  'gu',
);

/** A date, a time, a telephone number or a code: `12/05`, `9:30`, `555-1234`, `3D`. */
const partOfMore = /^(?:[:/]\d|[.,]\d|-\d)/;

const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  '¥': 'JPY',
  chf: 'CHF',
  franken: 'CHF',
  francs: 'CHF',
  us$: 'USD',
  usd: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  mx$: 'MXN',
  r$: 'BRL',
  reais: 'BRL',
  brl: 'BRL',
};

const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|mil|mila|mille|tausend|tsd\.?|thousand)$/, 1e3],
  [/^(?:mrd\.?|billions?|milliards?|milliarden|miliard[ei]|bilhoes)$/, 1e9],
];

function multiplierOf(word: string | undefined): number {
  if (word === undefined) return 1;
  return multipliers.find(([pattern]) => pattern.test(word))?.[1] ?? 1e6;
}

/** Three digits after a point, a comma, a space or an apostrophe are thousands; one or two are decimals. */
export function parseNumber(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text);
  const whole = text.slice(0, decimals?.index ?? text.length).replaceAll(/\D/g, '');
  return Number(`${whole}.${decimals?.[1] ?? '0'}`);
}

const rangeStart = /(?<![\d.,])(\d{1,3}) ?(?:%|€|\$)? ?(?:-|to|bis|a) ?$/;

export function findQuantities(folded: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of folded.matchAll(quantityPattern)) {
    const end = match.index + match[0].length;
    const after = folded.slice(end, end + 3);
    const groups = match.groups ?? {};
    const isRating = groups['percent'] === undefined && /^\/(?:5|10)(?!\d)/.test(after);
    if (partOfMore.test(after) && !isRating) continue;
    found.push(describeQuantity(folded, match.index, end, groups));
  }
  return found.filter((quantity, at) => !isStartOfRange(quantity, found[at + 1]));
}

function describeQuantity(
  folded: string,
  start: number,
  end: number,
  groups: Readonly<Record<string, string | undefined>>,
): Quantity {
  const number = groups['number'] ?? '';
  const currency = groups['prefix'] ?? groups['suffix'];
  const cents = /^€(\d{2})$/.exec(currency ?? '')?.[1];
  const before = folded.slice(Math.max(0, start - 12), start);
  return {
    start,
    end,
    value: roundValue(parseNumber(number) * multiplierOf(groups['multiplier'])) + Number(cents ?? 0) / 100,
    isPercent: groups['percent'] !== undefined,
    currency: currency === undefined ? null : (currencies[cents === undefined ? currency : '€'] ?? '$'),
    hasMinus: groups['minus'] !== undefined,
    hasPlus: groups['plus'] !== undefined,
    isDecimal: /[.,]\d{1,2}$/.test(number),
    isMultiplied: groups['multiplier'] !== undefined,
    isRange: rangeStart.test(before) || (groups['minus'] === undefined && /\d ?%? ?-$/.test(before)),
  };
}

/** 2.3 million is 2,300,000, not 2,299,999.9999999995. */
function roundValue(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Only the end of a range counts. */
function isStartOfRange(quantity: Quantity, next: Quantity | undefined): boolean {
  return next !== undefined && next.isRange && next.start - quantity.end <= 5;
}
