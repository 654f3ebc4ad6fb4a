import { performance } from 'node:perf_hooks';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { advertisersOfImport, recordingRange } from '../ads/adChanges.sql.ts';
import { findClaims, type Claim } from '../ads/claims/findClaims.ts';
import { toDate } from '../ads/run.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { readNames, type DatedAd, type MatchedImport } from './bursts.ts';
import { listLatestAds, readAdTexts, type AdTexts } from './claims.sql.ts';
import { isRecent } from './ruleMatch.ts';

/** New claims: those of new ads that no known ad of the advertiser has. */

export interface ClaimingAd extends Omit<AdTexts, 'texts'> {
  readonly claims: readonly Claim[];
}

interface ClaimConditions {
  readonly platforms: readonly string[];
}

export interface AdWithClaims {
  readonly ad: ClaimingAd;
  /** “up to 60% off”, or “up to 60% off, before: up to 40% off”. */
  readonly claims: readonly string[];
}

/**
 * @param ads those that started first come first
 * @param day of the import: an ad that started long before it is not new
 * @returns nothing if no ad was known before, since every claim would be new
 */
export function findNewClaims(
  ads: readonly ClaimingAd[],
  day: string,
  { platforms }: ClaimConditions,
  isNew: (ad: ClaimingAd) => boolean,
): AdWithClaims[] {
  const known = ads.filter((ad) => !isNew(ad));
  if (known.length === 0 || known.length === ads.length) return [];
  const { keys, bySubject } = indexClaims(known);
  return ads.filter(isNew).flatMap((ad) => {
    const isWatched = platforms.length === 0 || platforms.some((each) => ad.platforms.includes(each));
    if (!isWatched || !isRecent(toDate(ad.day), day)) return [];
    const claims = ad.claims.filter(({ key }) => !keys.has(key));
    return claims.length === 0 ? [] : [{ ad, claims: [...new Set(claims.map(describeClaim(bySubject)))] }];
  });
}

/** Of a subject, the claim of the ad that started last. */
function indexClaims(ads: readonly ClaimingAd[]) {
  const keys = new Set<string>();
  const bySubject = new Map<string, Claim>();
  for (const { claims } of ads) {
    for (const claim of claims) {
      keys.add(claim.key);
      if (claim.subject !== null) bySubject.set(claim.subject, claim);
    }
  }
  return { keys, bySubject };
}

function describeClaim(bySubject: ReadonlyMap<string, Claim>): (claim: Claim) => string {
  return ({ text, subject }) => {
    const before = subject === null ? undefined : bySubject.get(subject);
    return before === undefined ? text : `${text}, before: ${before.text}`;
  };
}

export function toClaimingAd({ ad, claims }: AdWithClaims, companyName: string): DatedAd {
  return {
    hash: ad.hash,
    advertiserId: ad.advertiserId,
    companyName,
    landingPage: null,
    reach: null,
    claims: claims.join('\n'),
    happenedAt: ad.seenAt,
  };
}

/** Bounds the time for an advertiser: the ads that were launched last are read. */
const adsPerAdvertiser = 10_000;
/** After so long other requests get a turn. */
const turnMilliseconds = 10;

/** The ads of each advertiser, those that started first come first. */
export async function* readClaimingAds(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
): AsyncIterable<{ readonly name: string; readonly ads: readonly ClaimingAd[] }> {
  for (const id of advertiserIds) {
    const nameOf = await readNames(clickhouse, [id]);
    const hashes = await listLatestAds(clickhouse, id, adsPerAdvertiser);
    const ads = await searchClaims(await readAdTexts(clickhouse, id, hashes));
    if (ads.length > 0) yield { name: nameOf(id), ads: ads.toSorted(byStart) };
  }
}

function byStart(one: ClaimingAd, other: ClaimingAd): number {
  return one.day - other.day || (one.hash < other.hash ? -1 : 1);
}

async function searchClaims(ads: readonly AdTexts[]): Promise<ClaimingAd[]> {
  const found: ClaimingAd[] = [];
  let turnEnd = performance.now() + turnMilliseconds;
  for (const { texts, ...ad } of ads) {
    // Templates of catalogues contain no claims of their own.
    found.push({ ...ad, claims: texts.filter((text) => !text.includes('{{')).flatMap(findClaims) });
    if (performance.now() < turnEnd) continue;
    await yieldToEventLoop();
    turnEnd = performance.now() + turnMilliseconds;
  }
  return found;
}

interface ClaimRule extends ClaimConditions {
  readonly position: number;
  readonly advertiserIds: readonly number[] | null;
}

/** Passes on the ads of an import with new claims, for each rule that watches the advertiser. */
export async function matchClaims(
  { clickhouse, recordings, day }: MatchedImport,
  rules: readonly ClaimRule[],
  add: (position: number, ad: DatedAd) => void,
): Promise<void> {
  if (rules.length === 0) return;
  const { newest } = recordingRange(recordings);
  const recorded = new Set(recordings);
  const rulesOf = new Map<number, ClaimRule[]>();
  for (const rule of rules) {
    for (const id of new Set(rule.advertiserIds)) rulesOf.set(id, [...(rulesOf.get(id) ?? []), rule]);
  }
  const changed = (await advertisersOfImport(clickhouse, recordings)).filter((id) => rulesOf.has(id));
  for await (const { name, ads } of readClaimingAds(clickhouse, changed)) {
    const known = ads.filter(({ addedIn }) => addedIn <= newest);
    for (const rule of rulesOf.get(ads[0]?.advertiserId ?? 0) ?? []) {
      const found = findNewClaims(known, day, rule, ({ addedIn }) => recorded.has(addedIn));
      for (const each of found) add(rule.position, toClaimingAd(each, name));
      await yieldToEventLoop();
    }
  }
}
