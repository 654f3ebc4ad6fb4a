import type { OpenAdInput } from '@magpie/contract';
import type { Advertiser } from './advertisers.ts';
import { bodyOf, descriptionOf, headlineOf, offeringOf } from './copy.ts';
import type { Dice } from './dice.ts';
import type { Family } from './industries.ts';
import { adsSoFar } from './ranks.ts';
import { mediaHost, type World } from './world.ts';

/** Format, texts, media and landing page of demo ads. */

type Format = NonNullable<OpenAdInput['format']>;
type Media = NonNullable<OpenAdInput['media']>[number];
type Card = NonNullable<OpenAdInput['cards']>[number];

interface Texts {
  readonly bodies: string[];
  readonly headlines: string[];
  readonly description: string | null;
}

interface Creative {
  readonly format: Format | null;
  readonly texts: Texts;
  readonly cta: { readonly type: string | null; readonly text: string | null };
  /** If only the domain is known, `url` is null. */
  readonly landing: { readonly url: string | null; readonly domain: string | null };
  readonly media: Media[];
  readonly cards: Card[];
}

const formats: Readonly<Record<Family, Readonly<Record<Format, number>>>> = {
  meta: { image: 34, video: 34, carousel: 14, dco: 10, dpa: 6, other: 2 },
  tiktok: { image: 5, video: 92, carousel: 3, dco: 0, dpa: 0, other: 0 },
  linkedin: { image: 50, video: 25, carousel: 15, dco: 0, dpa: 0, other: 10 },
  google: { image: 0, video: 100, carousel: 0, dco: 0, dpa: 0, other: 0 },
};
/** Share of ads whose text the library shows. */
const textShare: Readonly<Record<Family, number>> = { meta: 0.96, tiktok: 0.9, linkedin: 0.9, google: 0.65 };

/** For a width of 1080 pixels. */
const heights = [1080, 1350, 566];
const campaigns = ['always-on', 'prospecting', 'retargeting', 'seasonal', 'launch', 'creators'];

export interface Brief {
  readonly world: World;
  readonly advertiser: Advertiser;
  readonly family: Family;
  /** Index of the ad in the set. */
  readonly number: number;
  readonly dice: Dice;
}

export function creativeOf(brief: Brief): Creative {
  const { dice, family, advertiser } = brief;
  const format = dice.weighted(formats[family]);
  return {
    format: dice.chance(0.97) ? format : null,
    texts: textsOf(brief, format),
    cta: ctaOf(brief),
    landing: landingOf(brief),
    media: format === 'other' || hasCards(format) ? [] : [mediaOf(advertiser, dice, format)],
    cards: hasCards(format) ? cardsOf(brief, format) : [],
  };
}

function hasCards(format: Format): boolean {
  return format === 'carousel' || format === 'dco' || format === 'dpa';
}

/**
 * One of the advertiser's texts so far. There is a new one for about every second ad, and early ones are used more often,
 * which gives about forty distinct texts per hundred ads.
 */
function textNumber({ advertiser, number, dice }: Brief): number {
  const written = Math.ceil(0.62 * adsSoFar(advertiser.rank, number));
  return Math.floor(written * dice.roll() ** 1.3);
}

function textsOf(brief: Brief, format: Format): Texts {
  const { world, advertiser, dice, family } = brief;
  const body = textNumber(brief);
  const headline = Math.floor(textNumber(brief) / 2);
  if (format === 'dpa') return catalogTexts(dice);
  if (!dice.chance(textShare[family])) return { bodies: [], headlines: [], description: null };
  const versions = format === 'dco' ? dice.between(2, 4) : 1;
  const numbers = Array.from({ length: versions }, (_, version) => version);
  return {
    bodies: numbers.map((version) => bodyOf(world, advertiser, body + version)),
    headlines: dice.chance(0.8)
      ? numbers.map((version) => headlineOf(world, advertiser, headline + version))
      : [],
    description: dice.chance(0.4) ? descriptionOf(advertiser, dice) : null,
  };
}

/** Templates of catalogue ads; the visible texts are on their cards. */
function catalogTexts(dice: Dice): Texts {
  return {
    bodies: [dice.pick(['{{product.name}}', '{{product.brand}}', '{{product.description}}'])],
    headlines: ['{{product.name}}'],
    description: dice.chance(0.5) ? '{{product.price}}' : null,
  };
}

function ctaOf({ advertiser, dice, family }: Brief): Creative['cta'] {
  if (family === 'google' || dice.chance(0.08)) return { type: null, text: null };
  const type = dice.pick(advertiser.profile.ctas);
  return { type: family === 'meta' ? type : null, text: advertiser.market.grammar.ctas[type] };
}

function landingOf(brief: Brief): Creative['landing'] {
  const { advertiser, dice } = brief;
  if (dice.chance(0.92)) return { url: pageUrl(brief), domain: null };
  return { url: null, domain: dice.chance(0.5) ? domainOf(advertiser) : null };
}

function domainOf({ slug }: Advertiser): string {
  return `${slug}.example`;
}

function pageUrl({ advertiser, dice, family }: Brief): string {
  const page = `https://www.${domainOf(advertiser)}${dice.pick(advertiser.pages)}`;
  if (!dice.chance(0.45)) return page;
  const source = family === 'meta' ? 'facebook' : family;
  return `${page}?utm_source=${source}&utm_medium=paid&utm_campaign=${dice.pick(campaigns)}`;
}

/** The URL contains the input of `pictures.ts`. */
function mediaOf({ industry, slug }: Advertiser, dice: Dice, format: Format): Media {
  const address = `${mediaHost}/media/${industry}/${slug}/${dice.below(500)}`;
  if (format !== 'video') {
    const height = dice.pick(heights);
    return { type: 'image', url: `${address}-1080x${height}.jpg`, width: 1080, height };
  }
  return {
    type: 'video',
    url: `${address}-1080x1920.mp4`,
    thumbnailUrl: `${address}-1080x1920-poster.jpg`,
    width: 1080,
    height: 1920,
    durationSeconds: dice.chance(0.8) ? dice.between(6, 75) : null,
  };
}

function cardsOf(brief: Brief, format: Format): Card[] {
  const { world, advertiser, dice } = brief;
  const first = textNumber(brief);
  return Array.from({ length: dice.between(3, 6) }, (_, index): Card => {
    const { product, feature, price } = offeringOf(advertiser, dice, index);
    const ownBody = format === 'dpa' || (format === 'dco' && dice.chance(0.5));
    return {
      headline: product,
      body: ownBody ? bodyOf(world, advertiser, first + index) : null,
      description: dice.chance(0.6) ? price : feature,
      landingPageUrl: pageUrl(brief),
      media: [mediaOf(advertiser, dice, dice.chance(0.1) ? 'video' : 'image')],
    };
  });
}
