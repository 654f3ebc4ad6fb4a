import type { Advertiser } from './advertisers.ts';
import { Dice } from './dice.ts';
import { capital, fillIn, grouped, type Filling, type Sentences } from './grammar.ts';
import { purposes, type World } from './world.ts';

/** Texts of demo ads. Deterministic: the same advertiser and number always give the same text. */

/** A kind of sentence, or the features as a list. */
type Part = keyof Sentences | 'points';

/** Paragraphs of sentences, from one line to a long text. */
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

export function bodyOf(world: World, advertiser: Advertiser, number: number): string {
  const dice = diceFor(world, purposes.body, advertiser, number);
  const { grammar } = advertiser.market;
  const filling = fillingFor(dice, advertiser);
  const paragraphs = dice
    .pick(layouts)
    .map((parts) =>
      parts.map((part) => written(part, dice, advertiser, filling)).filter((text) => text !== ''),
    )
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(grammar.gap));
  const text = paragraphs.join(dice.chance(0.7) ? '\n\n' : '\n');
  return dice.chance(0.3) ? decorated(text, dice) : text;
}

export function headlineOf(world: World, advertiser: Advertiser, number: number): string {
  const dice = diceFor(world, purposes.headline, advertiser, number);
  return fillIn(dice.pick(advertiser.market.grammar.headlines), fillingFor(dice, advertiser));
}

export function descriptionOf(advertiser: Advertiser, dice: Dice): string {
  return fillIn(dice.pick(advertiser.market.grammar.descriptions), fillingFor(dice, advertiser));
}

export interface Offering {
  readonly product: string;
  readonly feature: string;
  readonly price: string;
}

/** A product for a carousel card; consecutive cards show different ones. */
export function offeringOf(advertiser: Advertiser, dice: Dice, index: number): Offering {
  const { products } = advertiser.market.grammar.words[advertiser.industry];
  const { feature, price } = fillingFor(dice, advertiser);
  return { product: capital(products[index % products.length] ?? ''), feature, price };
}

/** Mixes the rank into the seed, so that advertisers have different texts. */
function diceFor(world: World, purpose: number, { rank }: Advertiser, number: number): Dice {
  return new Dice(world.seed ^ Math.imul(rank, 0x9e37_79b1), purpose, number);
}

function fillingFor(dice: Dice, { name, market, profile, industry, priceLevel }: Advertiser): Filling {
  const { grammar } = market;
  const words = grammar.words[industry];
  const percent = dice.pick(discounts);
  return {
    brand: name,
    product: dice.pick(words.products),
    pain: dice.pick(words.pains),
    gain: dice.pick(words.gains),
    feature: dice.pick(words.features),
    audience: dice.pick(words.audiences),
    percent,
    code: dice.pick(codeWords) + percent,
    count: grouped(dice.pick(counts), grammar.thousandsMark),
    rating: dice.pick(ratings).toFixed(1).replace('.', grammar.decimalMark),
    days: dice.pick(periods),
    hours: dice.pick(hours),
    price: market.price(Math.max(2, profile.price * priceLevel * (0.7 + 0.6 * dice.roll()))),
  };
}

function written(part: Part, dice: Dice, advertiser: Advertiser, filling: Filling): string {
  const { grammar } = advertiser.market;
  if (part === 'points') return points(dice, grammar.words[advertiser.industry].features);
  // A free app has no money-back guarantee.
  if (part === 'guarantees' && advertiser.profile.trade === 'app') return '';
  return fillIn(dice.pick(sentencesFor(part, advertiser)), filling);
}

function sentencesFor(
  kind: keyof Sentences,
  { market: { grammar }, profile }: Advertiser,
): readonly string[] {
  return kind === 'offers' || kind === 'closings' ? grammar[kind][profile.trade] : grammar[kind];
}

/** All features, one per line, starting with a random one. */
function points(dice: Dice, features: readonly string[]): string {
  const bullet = dice.pick(bullets);
  const first = dice.below(features.length);
  return [...features.slice(first), ...features.slice(0, first)]
    .map((feature) => `${bullet} ${capital(feature)}`)
    .join('\n');
}

function decorated(text: string, dice: Dice): string {
  return dice.chance(0.5) ? `${dice.pick(emoji)} ${text}` : `${text} ${dice.pick(emoji)}`;
}
