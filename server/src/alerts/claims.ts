import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { advertisersOfImport, recordingRange } from '../ads/adChanges.sql.ts';
import { findClaims, type Claim } from '../ads/claims/findClaims.ts';
import { toDate } from '../ads/run.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { readNames, type DatedAd, type MatchedImport } from './bursts.ts';
import { listAdTexts, type ClaimingAd } from './claims.sql.ts';
import { isRecent } from './ruleMatch.ts';

/** New claims: those of new ads that no known ad of the advertiser has. */

interface ClaimConditions {
  readonly platforms: readonly string[];
}

export interface AdWithClaims {
  readonly ad: ClaimingAd;
  /** “up to 60% off”, or “up to 60% off, before: up to 40% off”. */
  readonly claims: readonly string[];
}

/**
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
    const claims = claimsOf(ad).filter(({ key }) => !keys.has(key));
    return claims.length === 0 ? [] : [{ ad, claims: [...new Set(claims.map(describeClaim(bySubject)))] }];
  });
}

function claimsOf({ texts }: ClaimingAd): readonly Claim[] {
  return texts.filter((text) => !text.includes('{{')).flatMap(findClaims);
}

function indexClaims(ads: readonly ClaimingAd[]) {
  const keys = new Set<string>();
  const bySubject = new Map<string, Claim>();
  // The last started ad has the last word on a subject.
  for (const ad of ads.toSorted((one, other) => one.day - other.day || (one.hash < other.hash ? -1 : 1))) {
    for (const claim of claimsOf(ad)) {
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

/** Bounds memory: the texts of so many ads are held. */
const adsPerAdvertiser = 10_000;
const advertisersAtOnce = 5;

export async function* readClaimingAds(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
): AsyncIterable<{ readonly name: string; readonly ads: readonly ClaimingAd[] }> {
  for (let start = 0; start < advertiserIds.length; start += advertisersAtOnce) {
    const ids = advertiserIds.slice(start, start + advertisersAtOnce);
    const nameOf = await readNames(clickhouse, ids);
    const ads = await listAdTexts(clickhouse, ids, adsPerAdvertiser);
    for (const [id, own] of groupBy(ads, ({ advertiserId }) => advertiserId)) {
      yield { name: nameOf(id), ads: own };
      await yieldToEventLoop();
    }
  }
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
  const watched = rules.map((rule) => ({ rule, ids: new Set(rule.advertiserIds) }));
  const changed = (await advertisersOfImport(clickhouse, recordings)).filter((id) =>
    watched.some(({ ids }) => ids.has(id)),
  );
  for await (const { name, ads } of readClaimingAds(clickhouse, changed)) {
    const known = ads.filter(({ addedIn }) => addedIn <= newest);
    for (const { rule, ids } of watched) {
      if (!ids.has(ads[0]?.advertiserId ?? 0)) continue;
      const found = findNewClaims(known, day, rule, ({ addedIn }) => recorded.has(addedIn));
      for (const each of found) add(rule.position, toClaimingAd(each, name));
    }
  }
}
