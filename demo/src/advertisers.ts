import { createRandom, type Random } from './random.ts';
import { capitalize } from './grammar.ts';
import { industries, industryNames, type Family, type Industry, type IndustryProfile } from './industries.ts';
import { marketDeck, type Market } from './markets.ts';
import { latinName, nameCount, styledName } from './names.ts';
import { mediaHost, purposes, type DemoSeed } from './demoSeed.ts';

export interface Advertiser {
  /** 0 is the largest. */
  readonly rank: number;
  readonly name: string;
  /** The name in ASCII, as in its domain. */
  readonly slug: string;
  readonly market: Market;
  readonly industry: Industry;
  readonly profile: IndustryProfile;
  readonly families: Readonly<Record<Family, number>>;
  readonly categories: readonly string[];
  /** Average reach of one of its ads per day. */
  readonly dailyReach: number;
  /** Factor on the usual price of its industry. */
  readonly priceLevel: number;
  readonly pages: readonly string[];
  readonly logoUrl: string | null;
}

/** Every 23rd advertiser is a second page of the previous one, named after its domain. */
const twinEvery = 23;

export function generateAdvertiser(demoSeed: DemoSeed, rank: number): Advertiser {
  if (rank % twinEvery !== twinEvery - 1) return originalAdvertiser(demoSeed, rank);
  const original = originalAdvertiser(demoSeed, rank - 1);
  return { ...original, rank, name: `${capitalize(original.slug)}.com` };
}

function originalAdvertiser(demoSeed: DemoSeed, rank: number): Advertiser {
  const random = createRandom(demoSeed.seed, purposes.advertiser, rank);
  const market = drawFromDeck(demoSeed, marketDeck, rank);
  const industry = drawFromDeck(demoSeed, industryNames, rank);
  const profile: IndustryProfile = industries[industry];
  const number = nameNumber(demoSeed, rank);
  return {
    rank,
    name: generateName(random, number, market, profile),
    slug: latinName(number),
    market,
    industry,
    profile,
    families: ownFamilies(random, profile),
    categories: random.chance(0.85) ? profile.categories.slice(0, random.between(1, 2)) : [],
    dailyReach: 260 * Math.exp(0.8 * random.normal()) * (1 + 30 / (rank + 10)),
    priceLevel: 0.6 + 1.4 * random.next() ** 2,
    pages: profile.pages.slice(0, random.between(2, 6)),
    logoUrl: random.chance(0.8) ? `${mediaHost}/logos/${latinName(number)}.png` : null,
  };
}

function drawFromDeck<Card>(demoSeed: DemoSeed, deck: readonly Card[], rank: number): Card {
  const round = Math.floor(rank / deck.length);
  const random = createRandom(demoSeed.seed, purposes.deck, round * 64 + deck.length);
  // A stride coprime to 16 and 24 reaches every card once.
  const stride = random.pick([5, 7, 11, 13]);
  const card = deck[(random.below(deck.length) + (rank % deck.length) * stride) % deck.length];
  if (card === undefined) throw new RangeError('The deck is empty.');
  return card;
}

/** The stride is coprime to the count, so names are unique. */
function nameNumber(demoSeed: DemoSeed, rank: number): number {
  return (demoSeed.seed + rank * 100_003) % nameCount;
}

function generateName(random: Random, number: number, market: Market, profile: IndustryProfile): string {
  const style = random.chance(0.65) ? market.names : 'plain';
  const name = styledName(number, style);
  const alone = style === 'katakana' || style === 'hangul' || random.chance(0.45);
  return alone ? name : `${name} ${random.pick(profile.nameWords)}`;
}

/** Varies the industry's average, so that advertisers prefer different libraries. */
function ownFamilies(random: Random, { families }: IndustryProfile): Record<Family, number> {
  const lean = (): number => 0.2 + 1.6 * random.next();
  return {
    meta: families.meta * lean(),
    tiktok: families.tiktok * lean(),
    google: families.google * lean(),
    linkedin: families.linkedin * lean(),
  };
}
