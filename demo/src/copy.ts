import type { Advertiser } from './advertisers.ts';
import { createRandom, type Random } from './random.ts';
import { capitalize, fillIn, groupDigits, type Filling } from './grammar.ts';
import { purposes, type DemoSeed } from './demoSeed.ts';

type SentenceKind =
  | 'hooks'
  | 'pitches'
  | 'proofs'
  | 'quotes'
  | 'news'
  | 'urgencies'
  | 'guarantees'
  | 'offers'
  | 'closings';
type Part = SentenceKind | 'points';

const layouts: readonly (readonly (readonly Part[])[])[] = [
  [['hooks', 'pitches']],
  [['hooks', 'pitches', 'offers']],
  [['hooks'], ['pitches', 'proofs'], ['closings']],
  [['offers', 'urgencies', 'closings']],
  [['news', 'offers', 'urgencies']],
  [['quotes'], ['pitches', 'closings']],
  [['news', 'pitches'], ['closings']],
  [['hooks'], ['points'], ['offers', 'closings']],
  [['pitches'], ['points'], ['proofs', 'closings']],
  [['pitches', 'guarantees', 'closings']],
  [['proofs', 'offers', 'closings']],
  [
    ['hooks', 'proofs'],
    ['guarantees', 'closings'],
  ],
  [['hooks'], ['pitches', 'proofs'], ['quotes'], ['offers', 'urgencies'], ['guarantees', 'closings']],
];

const emoji = ['✨', '🔥', '💚', '🎉', '😍', '👀', '🚀', '💪', '🙌', '⏰'];
const bullets = ['✔️', '✅', '👉', '•'];
const discounts = ['10', '15', '20', '25', '30', '35', '40', '50', '60'];
const codeWords = ['WELCOME', 'HELLO', 'SAVE', 'EXTRA', 'VIP', 'NOW', 'FRIEND'];
const counts = [
  1200, 2500, 3800, 5000, 7400, 10_000, 12_500, 20_000, 35_000, 50_000, 80_000, 120_000, 250_000,
];
const ratings = [4.5, 4.6, 4.7, 4.8, 4.9];
const periods = ['7', '14', '21', '30', '45', '60', '90', '100'];
const hours = ['6', '12', '24', '48', '72'];

export function writeBody(demoSeed: DemoSeed, advertiser: Advertiser, number: number): string {
  const random = randomFor(demoSeed, purposes.body, advertiser, number);
  const { grammar } = advertiser.market;
  const filling = fillingFor(random, advertiser);
  const paragraphs = random
    .pick(layouts)
    .map((parts) =>
      parts.map((part) => writePart(part, random, advertiser, filling)).filter((text) => text !== ''),
    )
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(grammar.gap));
  const text = paragraphs.join(random.chance(0.7) ? '\n\n' : '\n');
  return random.chance(0.3) ? addEmoji(text, random) : text;
}

export function writeHeadline(demoSeed: DemoSeed, advertiser: Advertiser, number: number): string {
  const random = randomFor(demoSeed, purposes.headline, advertiser, number);
  return fillIn(random.pick(advertiser.market.grammar.headlines), fillingFor(random, advertiser));
}

export function writeDescription(advertiser: Advertiser, random: Random): string {
  return fillIn(random.pick(advertiser.market.grammar.descriptions), fillingFor(random, advertiser));
}

export interface Offering {
  readonly product: string;
  readonly feature: string;
  readonly price: string;
}

/** A product for a carousel card; consecutive cards show different ones. */
export function pickOffering(advertiser: Advertiser, random: Random, index: number): Offering {
  const { products } = advertiser.market.grammar.words[advertiser.industry];
  const { feature, price } = fillingFor(random, advertiser);
  return { product: capitalize(products[index % products.length] ?? ''), feature, price };
}

/** Mixes the rank into the seed, so that advertisers have different texts. */
function randomFor(demoSeed: DemoSeed, purpose: number, { rank }: Advertiser, number: number): Random {
  return createRandom(demoSeed.seed ^ Math.imul(rank, 0x9e37_79b1), purpose, number);
}

function fillingFor(random: Random, { name, market, profile, industry, priceLevel }: Advertiser): Filling {
  const { grammar } = market;
  const words = grammar.words[industry];
  const percent = random.pick(discounts);
  return {
    brand: name,
    product: random.pick(words.products),
    pain: random.pick(words.pains),
    gain: random.pick(words.gains),
    feature: random.pick(words.features),
    audience: random.pick(words.audiences),
    percent,
    code: random.pick(codeWords) + percent,
    count: groupDigits(random.pick(counts), grammar.thousandsMark),
    rating: random.pick(ratings).toFixed(1).replace('.', grammar.decimalMark),
    days: random.pick(periods),
    hours: random.pick(hours),
    price: market.price(Math.max(2, profile.price * priceLevel * (0.7 + 0.6 * random.next()))),
  };
}

function writePart(part: Part, random: Random, advertiser: Advertiser, filling: Filling): string {
  const { grammar } = advertiser.market;
  if (part === 'points') return points(random, grammar.words[advertiser.industry].features);
  // A free app has no money-back guarantee.
  if (part === 'guarantees' && advertiser.profile.trade === 'app') return '';
  return fillIn(random.pick(sentencesFor(part, advertiser)), filling);
}

function sentencesFor(kind: SentenceKind, { market: { grammar }, profile }: Advertiser): readonly string[] {
  return kind === 'offers' || kind === 'closings' ? grammar[kind][profile.trade] : grammar[kind];
}

function points(random: Random, features: readonly string[]): string {
  const bullet = random.pick(bullets);
  const first = random.below(features.length);
  return [...features.slice(first), ...features.slice(0, first)]
    .map((feature) => `${bullet} ${capitalize(feature)}`)
    .join('\n');
}

function addEmoji(text: string, random: Random): string {
  return random.chance(0.5) ? `${random.pick(emoji)} ${text}` : `${text} ${random.pick(emoji)}`;
}
