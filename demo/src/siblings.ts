import type { OpenAdInput } from '@magpie/contract';
import type { Advertiser } from './advertisers.ts';
import type { Run } from './audience.ts';
import { writeBody, writeHeadline } from './copy.ts';
import { createRandom, type Random } from './random.ts';
import { dayLength, daysBefore, daysBetween, purposes, type DemoSeed } from './demoSeed.ts';

/**
 * Advertisers test: they launch siblings of an ad within days, equal except for one part. Of every 25 ads, one may have
 * siblings, which are the next ones. Ads that siblings replace are the only ones that differ from those of earlier versions.
 */
const adsPerTest = 25;
/** The place of the first sibling: the first ads of new advertisers, at multiples of fifty, stay. */
const firstPlace = 11;
/** The first ads are one for each of the largest advertisers. */
const firstTested = 50;
const maxSiblings = 3;
const parts = { headline: 4, hook: 3, callToAction: 2, landingPage: 2 };
/** How a test ends: the first ad wins, a sibling wins, no one does, or all run until the first ad ends. */
const outcomes = { original: 4, sibling: 3, none: 2, open: 3 };

export interface Test {
  /** The number of the ad that has siblings. */
  readonly original: number;
  /** 1 for the first sibling. */
  readonly arm: number;
  readonly part: keyof typeof parts;
  readonly outcome: keyof typeof outcomes;
  readonly random: Random;
}

/** The test to which the ad of a number belongs as a sibling, or null. */
export function findTest({ daySeed }: DemoSeed, number: number): Test | null {
  const place = (number % adsPerTest) - firstPlace;
  if (number < firstTested || place < 0 || place >= maxSiblings) return null;
  const original = number - place - 1;
  const shared = createRandom(daySeed, purposes.test, original);
  const siblings = shared.between(1, maxSiblings);
  const arm = place + 1;
  if (arm > siblings) return null;
  const test = { part: shared.weighted(parts), outcome: shared.weighted(outcomes) };
  return { original, arm, ...test, random: createRandom(daySeed, purposes.sibling, number) };
}

/** Only ads with one picture or video, with texts and known dates, are tested. */
export function canBeTested(
  { format, bodies, headlines, ctaText, landingPageUrl }: OpenAdInput,
  run: Run,
): boolean {
  const hasTexts = bodies?.length === 1 && headlines?.length === 1;
  const isDated = run.active || run.end !== null;
  return (
    (format === 'image' || format === 'video') &&
    hasTexts &&
    isDated &&
    ctaText !== null &&
    landingPageUrl !== null
  );
}

/** What is different in a sibling, apart from its run and its numbers; null if it would be equal. */
export function changePart(
  demoSeed: DemoSeed,
  advertiser: Advertiser,
  ad: OpenAdInput,
  { part, random }: Test,
): Partial<OpenAdInput> | null {
  if (part === 'headline')
    return {
      headlines: [otherThan(ad.headlines?.[0], () => writeHeadline(demoSeed, advertiser, newNumber(random)))],
    };
  if (part === 'hook')
    return changeHook(ad.bodies?.[0] ?? '', () => writeBody(demoSeed, advertiser, newNumber(random)));
  if (part === 'landingPage') return changePage(ad, advertiser, random);
  const { market, profile } = advertiser;
  const types = profile.ctas.filter((type) => market.grammar.ctas[type] !== ad.ctaText);
  if (types.length === 0) return null;
  const type = random.pick(types);
  return { ctaType: ad.ctaType === null ? null : type, ctaText: market.grammar.ctas[type] };
}

/** Beyond the numbers of texts that other ads have. */
function newNumber(random: Random): number {
  return 20_000_000 + random.below(1_000_000);
}

const maxTries = 5;

function otherThan(known: string | undefined, write: () => string): string {
  let text = write();
  for (let tries = 1; text === known && tries < maxTries; tries += 1) text = write();
  return text;
}

/** As Magpie reads the hook of a copy: the first sentence of the first line. */
const opening = /^(?:[^\n]{12,199}?(?:[.!?…]+(?=\s|$)|[。！？])|[^\n]{1,200})/u;

function readHook(body: string): string {
  return opening.exec(body)?.[0] ?? '';
}

/** Null for a text that is all hook. */
function changeHook(body: string, write: () => string): Partial<OpenAdInput> | null {
  const known = readHook(body);
  const rest = body.slice(known.length);
  if (rest.trim() === '') return null;
  return { bodies: [otherThan(known, () => readHook(write())) + rest] };
}

function changePage(ad: OpenAdInput, { pages }: Advertiser, random: Random): Partial<OpenAdInput> | null {
  const url = new URL(ad.landingPageUrl ?? '');
  const others = pages.filter((page) => page !== url.pathname);
  if (others.length === 0) return null;
  url.pathname = random.pick(others);
  return { landingPageUrl: url.href };
}

const maxLaunchDays = 4;
const hour = 3_600_000;

/** The run of a sibling: it starts with the original or some days later. */
export function runOfSibling(original: Run, { outcome, arm, random }: Test, now: number): Run {
  const start = Math.min(now, daysBefore(original.start, -random.below(maxLaunchDays)));
  const end = endOfSibling(original, { outcome, arm, random }, { start, now });
  const active = end >= now;
  const lastSeen = active ? Math.max(start, now - random.below(36) * hour) : end + random.below(24) * hour;
  return {
    active,
    start,
    end: active ? null : end,
    firstSeen: Math.min(start + random.below(72) * hour, lastSeen, now),
    lastSeen: Math.min(lastSeen, now),
    days: Math.max(1, daysBetween(start, active ? now : end)),
  };
}

function endOfSibling(
  { active, days, end }: Run,
  { outcome, arm, random }: Pick<Test, 'outcome' | 'arm' | 'random'>,
  { start, now }: { readonly start: number; readonly now: number },
): number {
  const last = active || end === null ? now : end;
  const few = daysBefore(start, -Math.max(1, Math.round(days * (0.12 + 0.25 * random.next()))));
  if (outcome === 'original') return few;
  const isLonger = outcome === 'sibling' && arm === 1 && !active;
  if (isLonger) return daysBefore(start, -(3 * days + random.between(7, 20)));
  return Math.max(start + dayLength, outcome === 'open' ? last : daysBefore(last, random.below(3)));
}
