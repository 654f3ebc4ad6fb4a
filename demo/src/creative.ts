import type { OpenAdInput } from '@magpie/contract';
import type { Advertiser } from './advertisers.ts';
import { writeBody, writeDescription, writeHeadline, pickOffering } from './copy.ts';
import type { Random } from './random.ts';
import type { Family } from './industries.ts';
import { adsSoFar } from './ranks.ts';
import { mediaHost, type DemoSeed } from './demoSeed.ts';
import { demoVideoSeconds } from './videoSeconds.ts';

type Format = NonNullable<OpenAdInput['format']>;
type Media = NonNullable<OpenAdInput['media']>[number];
type Card = NonNullable<OpenAdInput['cards']>[number];

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
  readonly demoSeed: DemoSeed;
  readonly advertiser: Advertiser;
  readonly family: Family;
  readonly number: number;
  readonly random: Random;
}

export function generateCreative(brief: Brief) {
  const { random, family, advertiser } = brief;
  const format = random.weighted(formats[family]);
  return {
    format: random.chance(0.97) ? format : null,
    texts: writeTexts(brief, format),
    cta: pickCta(brief),
    landing: pickLandingPage(brief),
    media: format === 'other' || hasCards(format) ? [] : [generateMedia(advertiser, random, format)],
    cards: hasCards(format) ? generateCards(brief, format) : [],
  };
}

function hasCards(format: Format): boolean {
  return format === 'carousel' || format === 'dco' || format === 'dpa';
}

/**
 * One of the advertiser's texts so far. There is a new one for about every second ad, and early ones are used more often,
 * which gives about forty distinct texts per hundred ads.
 */
function textNumber({ advertiser, number, random }: Brief): number {
  const written = Math.ceil(0.62 * adsSoFar(advertiser.rank, number));
  return Math.floor(written * random.next() ** 1.3);
}

function writeTexts(brief: Brief, format: Format) {
  const { demoSeed, advertiser, random, family } = brief;
  const body = textNumber(brief);
  const headline = Math.floor(textNumber(brief) / 2);
  if (format === 'dpa') return catalogTexts(random);
  if (!random.chance(textShare[family])) return { bodies: [], headlines: [], description: null };
  const versions = format === 'dco' ? random.between(2, 4) : 1;
  const numbers = Array.from({ length: versions }, (_, version) => version);
  return {
    bodies: numbers.map((version) => writeBody(demoSeed, advertiser, body + version)),
    headlines: random.chance(0.8)
      ? numbers.map((version) => writeHeadline(demoSeed, advertiser, headline + version))
      : [],
    description: random.chance(0.4) ? writeDescription(advertiser, random) : null,
  };
}

/** Templates of catalogue ads; the visible texts are on their cards. */
function catalogTexts(random: Random) {
  return {
    bodies: [random.pick(['{{product.name}}', '{{product.brand}}', '{{product.description}}'])],
    headlines: ['{{product.name}}'],
    description: random.chance(0.5) ? '{{product.price}}' : null,
  };
}

function pickCta({ advertiser, random, family }: Brief) {
  if (family === 'google' || random.chance(0.08)) return { type: null, text: null };
  const type = random.pick(advertiser.profile.ctas);
  return { type: family === 'meta' ? type : null, text: advertiser.market.grammar.ctas[type] };
}

/** If only the domain is known, `url` is null. */
function pickLandingPage(brief: Brief) {
  const { advertiser, random } = brief;
  if (random.chance(0.92)) return { url: pageUrl(brief), domain: null };
  return { url: null, domain: random.chance(0.5) ? toDomain(advertiser) : null };
}

function toDomain({ slug }: Advertiser): string {
  return `${slug}.example`;
}

function pageUrl({ advertiser, random, family }: Brief): string {
  const page = `https://www.${toDomain(advertiser)}${random.pick(advertiser.pages)}`;
  if (!random.chance(0.45)) return page;
  const source = family === 'meta' ? 'facebook' : family;
  return `${page}?utm_source=${source}&utm_medium=paid&utm_campaign=${random.pick(campaigns)}`;
}

/** The URL contains the input of `images.ts` and `videos.ts`. */
function generateMedia({ industry, slug }: Advertiser, random: Random, format: Format): Media {
  const path = `/media/${industry}/${slug}/${random.below(500)}`;
  const address = `${mediaHost}${path}`;
  if (format !== 'video') {
    const height = random.pick(heights);
    return { type: 'image', url: `${address}-1080x${height}.jpg`, width: 1080, height };
  }
  const isTimed = random.chance(0.8);
  // Earlier versions drew the duration; without this number, all that follows would be different ads.
  if (isTimed) random.next();
  return {
    type: 'video',
    url: `${address}-1080x1920.mp4`,
    thumbnailUrl: `${address}-1080x1920-poster.jpg`,
    width: 1080,
    height: 1920,
    durationSeconds: isTimed ? demoVideoSeconds(`${path}-1080x1920.mp4`) : null,
  };
}

function generateCards(brief: Brief, format: Format): Card[] {
  const { demoSeed, advertiser, random } = brief;
  const first = textNumber(brief);
  return Array.from({ length: random.between(3, 6) }, (_, index): Card => {
    const { product, feature, price } = pickOffering(advertiser, random, index);
    const ownBody = format === 'dpa' || (format === 'dco' && random.chance(0.5));
    return {
      headline: product,
      body: ownBody ? writeBody(demoSeed, advertiser, first + index) : null,
      description: random.chance(0.6) ? price : feature,
      landingPageUrl: pageUrl(brief),
      media: [generateMedia(advertiser, random, random.chance(0.1) ? 'video' : 'image')],
    };
  });
}
