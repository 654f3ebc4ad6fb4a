import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { generateAdvertiser, type Advertiser } from './advertisers.ts';
import { generateAudience, pickCountries, generateRun, type Run } from './audience.ts';
import { generateCreative } from './creative.ts';
import { canBeTested, changePart, findTest, runOfSibling, type Test } from './siblings.ts';
import { createRandom, type Random } from './random.ts';
import { capitalize } from './grammar.ts';
import type { Family } from './industries.ts';
import { latinName, nameCount } from './names.ts';
import { pickRank } from './ranks.ts';
import { isoDay, purposes, createDemoSeed, type DemoSeed } from './demoSeed.ts';

const maxAds = 10_000_000;
/** The largest advertisers are needed often; others are cheaper to recompute than to cache. */
const cachedAdvertisers = 4096;

interface DemoOptions {
  readonly ads: number;
  /** Other seeds make other advertisers and ads; default `magpie`. */
  readonly seed?: string;
  /** The day on which the ads are seen, such as 2026-01-31; nothing is later than its start (UTC). */
  readonly today: string;
}

/**
 * Invented ads, one at a time. Ad n depends only on the seed, the day and n: every run gives the same ads, and a larger
 * set starts with the smaller one.
 */
export function* demoAds({ ads, seed = 'magpie', today }: DemoOptions): Generator<OpenAdInput> {
  if (!Number.isInteger(ads) || ads < 0 || ads > maxAds) {
    throw new RangeError(`ads must be a whole number from 0 to ${maxAds}, got ${ads}`);
  }
  const demoSeed = createDemoSeed(seed, today);
  const findAdvertiser = cacheAdvertisers(demoSeed);
  for (let number = 0; number < ads; number += 1) yield demoAd(demoSeed, findAdvertiser, number);
}

function cacheAdvertisers(demoSeed: DemoSeed): (rank: number) => Advertiser {
  const cache: Advertiser[] = [];
  return (rank) => {
    if (rank >= cachedAdvertisers) return generateAdvertiser(demoSeed, rank);
    return (cache[rank] ??= generateAdvertiser(demoSeed, rank));
  };
}

type FindAdvertiser = (rank: number) => Advertiser;

function demoAd(demoSeed: DemoSeed, findAdvertiser: FindAdvertiser, number: number): OpenAdInput {
  const test = findTest(demoSeed, number);
  const sibling =
    test && siblingAd(demoSeed, generateAd(demoSeed, findAdvertiser, test.original), test, number);
  return sibling ?? generateAd(demoSeed, findAdvertiser, number).ad;
}

interface Generated {
  readonly ad: OpenAdInput;
  readonly advertiser: Advertiser;
  readonly family: Family;
  readonly countries: readonly string[];
  readonly run: Run;
}

/** Null if the original is no ad that is tested. */
function siblingAd(
  demoSeed: DemoSeed,
  { ad, advertiser, family, countries, run: originalRun }: Generated,
  test: Test,
  number: number,
): OpenAdInput | null {
  if (!canBeTested(ad, originalRun)) return null;
  const changed = changePart(demoSeed, advertiser, ad, test);
  if (changed === null) return null;
  const run = runOfSibling(originalRun, test, demoSeed.now);
  const advertiserId = ad.advertiser.externalId ?? null;
  const { random } = test;
  return {
    ...ad,
    ...changed,
    ...platformTable.identifyAd(family, buildId(demoSeed, family, number), { advertiserId }),
    ...toDates(run),
    ...generateAudience({ advertiser, family, countries, run, random }),
  };
}

function toDates({ active, start, end, firstSeen, lastSeen }: Run) {
  const lastSeenAt = new Date(lastSeen).toISOString();
  return {
    status: active ? ('active' as const) : ('inactive' as const),
    startDate: isoDay(start),
    endDate: end === null ? null : isoDay(end),
    firstSeenAt: new Date(firstSeen).toISOString(),
    lastSeenAt,
    capturedAt: lastSeenAt,
  };
}

function generateAd(demoSeed: DemoSeed, findAdvertiser: FindAdvertiser, number: number): Generated {
  const random = createRandom(demoSeed.daySeed, purposes.ad, number);
  const advertiser = findAdvertiser(pickRank(number, random));
  const family = random.weighted(advertiser.families);
  const run = generateRun(random, demoSeed.now);
  const countries = pickCountries(advertiser, random);
  const creative = generateCreative({ demoSeed, advertiser, family, number, random });
  const audience = generateAudience({ advertiser, family, countries, run, random });
  const page = buildPage(advertiser, family);
  const advertiserId = page.externalId ?? null;
  const identity = platformTable.identifyAd(family, buildId(demoSeed, family, number), { advertiserId });
  const dates = toDates(run);
  const platforms = pickPlatforms(random, family);
  const partnerName = random.chance(partnered[family]) ? personName(random) : null;
  // Field by field, because spreading objects is four times slower.
  const ad: OpenAdInput = {
    key: identity.key,
    externalId: identity.externalId,
    sourceUrl: identity.sourceUrl,
    platforms,
    placements: family === 'meta' ? pickPlacements(random, platforms) : [],
    advertiser: page,
    format: creative.format,
    status: dates.status,
    headlines: creative.texts.headlines,
    bodies: creative.texts.bodies,
    description: creative.texts.description,
    ctaType: creative.cta.type,
    ctaText: creative.cta.text,
    landingPageUrl: creative.landing.url,
    landingPageDomain: creative.landing.domain,
    language: random.chance(0.7) ? advertiser.market.language : null,
    countries: random.chance(0.95) ? countries : [],
    isPartnership: family === 'google' ? null : partnerName !== null,
    partnerName,
    media: creative.media,
    cards: creative.cards,
    startDate: dates.startDate,
    endDate: dates.endDate,
    firstSeenAt: dates.firstSeenAt,
    lastSeenAt: dates.lastSeenAt,
    capturedAt: dates.capturedAt,
    reach: audience.reach,
    reachText: audience.reachText,
    demographics: audience.demographics,
    engagement: audience.engagement,
    snapshots: audience.snapshots,
    sources: ['demo'],
  };
  return { ad, advertiser, family, countries, run };
}

/**
 * Twenty digits starting with 90 exceed 64 bits, so no library uses such an id. The last eight are a permutation of the
 * ad's number.
 */
function buildId({ digits }: DemoSeed, family: Family, number: number): string {
  const mixed = String((number * 73_856_093 + 41_234_567) % 100_000_000).padStart(8, '0');
  return `${family === 'google' ? 'CR' : ''}90${digits}${mixed}`;
}

function pageId({ rank }: Advertiser): string {
  return `90${String(rank).padStart(18, '0')}`;
}

/** The advertiser as the library shows it; two of the four show only a name and id. */
function buildPage(advertiser: Advertiser, family: Family): OpenAdInput['advertiser'] {
  const page = pageId(advertiser);
  return {
    name: advertiser.name,
    externalId: family === 'google' ? `AR${page}` : page,
    pageUrl: family === 'meta' ? `https://www.facebook.com/${page}` : null,
    logoUrl: family === 'meta' || family === 'tiktok' ? advertiser.logoUrl : null,
    categories: family === 'meta' ? [...advertiser.categories] : [],
  };
}

function pickPlatforms(random: Random, family: Family): NonNullable<OpenAdInput['platforms']> {
  if (family === 'google') return ['youtube'];
  if (family !== 'meta') return [family];
  const share = random.next();
  if (share < 0.12) return ['facebook'];
  return share < 0.3 ? ['instagram'] : ['facebook', 'instagram'];
}

/** Meta placements that are no separate platforms in Magpie. */
function pickPlacements(random: Random, platforms: readonly string[]): string[] {
  return random.chance(0.4) ? [...platforms, 'messenger', 'audience_network'] : [...platforms];
}

/** Share of partnership ads, where the library discloses them. */
const partnered: Readonly<Record<Family, number>> = { meta: 0.06, tiktok: 0.06, linkedin: 0.06, google: 0 };
const firstNames = ['Mia', 'Noah', 'Lena', 'Hugo', 'Sofia', 'Kenji', 'Jisoo', 'Ana', 'Theo', 'Amara'];

function personName(random: Random): string {
  return `${random.pick(firstNames)} ${capitalize(latinName(random.below(nameCount)))}`;
}
