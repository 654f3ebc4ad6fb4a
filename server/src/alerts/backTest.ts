import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { adChangesBetween } from '../ads/adChanges.ts';
import type { DateRangeChangesQuery } from '../ads/adChanges.sql.ts';
import { describeCounted } from '../ads/coverage.ts';
import { countLibrariesOfAds } from '../ads/coverage.sql.ts';
import type { Aliases } from '../ads/aliases.ts';
import { toDate, toDay } from '../ads/run.ts';
import { followedIds } from '../ads/search/search.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handler } from '../rpc/procedure.ts';
import { createConcurrencyLimit } from '../integrations/concurrencyLimit.ts';
import { findNewBurst, firstBaseDay, readLaunches, readNames, toBurstAd } from './bursts.ts';
import { findNewClaims, readClaimingAds, toClaimingAd } from './claims.ts';
import { composeNotice, type FiredAd } from './notices.ts';
import { nextDigest } from './notify.ts';
import { toConditions, firedAd, fires, kindsFor } from './ruleMatch.ts';
import { findRule, type RuleFields } from './rules.sql.ts';
import { mergeRule, toRuleFields, assertOwnRule } from './rules.ts';

type TestRule = typeof contract.notifications.testRule;

export interface BackTestParts {
  readonly clickhouse: ClickHouse;
  readonly aliases: Aliases;
  readonly now: () => Date;
}

/** `notifications.testRule`: simulates the rule over past days as if each day had been imported separately. */
export function testRuleHandler({ clickhouse, aliases, now }: BackTestParts): Handler<TestRule> {
  const limit = createConcurrencyLimit({ maxConcurrent: 2, queue: { maxQueued: 20, busy } });
  return async ({ input, caller, db }) => {
    const rule = await resolveRule(db, caller, input);
    const [from, to] = [dayBefore(now(), input.days - 1), dayBefore(now(), 0)];
    const found = await limit(async () => {
      const advertiserIds = await resolveAdvertisers({ aliases, db }, caller.userId, rule);
      const span = { from, to, advertiserIds };
      if (rule.event === 'momentum') return burstDays(clickhouse, rule, span);
      if (rule.event === 'claim') return claimDays(clickhouse, rule, span);
      return firingDays(clickhouse, rule, span);
    });
    const firings = Array.from(found, ([date, ads]) => presentFiring(date, rule, ads)).toSorted(
      (one, other) => (one.date < other.date ? 1 : -1),
    );
    const hashes = [...found.values()].flatMap((ads) => ads.map(({ hash }) => hash));
    const libraries = await countLibrariesOfAds(clickhouse, hashes);
    const evidence = describeCounted(hashes.length, libraries);
    return { from, to, total: hashes.length, evidence, firings };
  };
}

/** A test may read a year of history, so concurrent tests are limited. */
function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many rules are being tested right now; try again in a few seconds.',
    { retryAfter: 10 },
  );
}

function dayBefore(now: Date, daysBefore: number): string {
  return new Date(now.getTime() - daysBefore * 86_400_000).toISOString().slice(0, 10);
}

async function resolveRule(db: Postgres, caller: Caller, input: ParsedInputOf<TestRule>) {
  const { id, companyNames } = input;
  const before = id === undefined ? null : assertOwnRule(await findRule(db, id), id, caller);
  const given = toRuleFields(input, Array.isArray(companyNames) ? companyNames : []);
  return mergeRule(before, before === null ? { name: 'untitled', ...given } : given);
}

async function resolveAdvertisers(
  { aliases, db }: { readonly aliases: Aliases; readonly db: Postgres },
  userId: string,
  { isForFollowed, companyNames }: RuleFields,
) {
  if (isForFollowed) return aliases.resolveIds(await followedIds(db, userId));
  return companyNames.length === 0 ? null : aliases.resolveNames(companyNames);
}

/** Bounds the duration of a request. */
const maxChanges = 100_000;

type Span = Omit<DateRangeChangesQuery, 'kinds'>;

async function firingDays(clickhouse: ClickHouse, rule: RuleFields, span: Span) {
  const conditions = toConditions(rule);
  const { days, add } = collectDays(rule);
  let scanned = 0;
  for await (const page of adChangesBetween(clickhouse, { ...span, kinds: kindsFor(rule.event) })) {
    scanned += page.length;
    assertFewChanges(scanned);
    for (const change of page) {
      if (fires(conditions, change, change.at.slice(0, 10))) add(change.at, firedAd(rule, change));
    }
  }
  return days;
}

function assertFewChanges(count: number): void {
  if (count <= maxChanges) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `The rule covers more than ${maxChanges.toLocaleString('en-US')} ad changes in this period; name brands or reduce days.`,
  );
}

/** By the day on which the notification is sent. Each ad fires once. */
function collectDays({ frequency }: RuleFields) {
  const seen = new Set<string>();
  const days = new Map<string, FiredAd[]>();
  const add = (at: string, ad: FiredAd): void => {
    if (seen.has(ad.hash)) return;
    seen.add(ad.hash);
    const sentAt = frequency === 'instant' ? new Date(at) : nextDigest(frequency, new Date(at));
    const day = dayBefore(sentAt, 0);
    const ads = days.get(day) ?? [];
    days.set(day, ads);
    ads.push(ad);
  };
  return { days, add };
}

/** On each day on which an ad was first seen, the ads seen until then count. */
async function burstDays(clickhouse: ClickHouse, rule: RuleFields, { from, to, advertiserIds }: Span) {
  const base = toDate(firstBaseDay(toDay(from)));
  const launches = await readLaunches(clickhouse, { advertiserIds, from: base, to, limit: maxChanges + 1 });
  assertFewChanges([...launches.values()].reduce((sum, { ads }) => sum + ads.length, 0));
  const nameOf = await readNames(clickhouse, [...launches.keys()]);
  const { days, add } = collectDays(rule);
  for (const [id, { since, ads }] of launches) {
    // The last time of each day, in order.
    const times = ads.map(({ seenAt }) => seenAt).toSorted();
    for (const [day, seenAt] of new Map(times.map((time) => [time.slice(0, 10), time]))) {
      if (day < from || day > to) continue;
      const seen = { since, ads: ads.filter((ad) => ad.seenAt.slice(0, 10) <= day) };
      const burst = findNewBurst(seen, toDay(day), rule, (ad) => ad.seenAt.startsWith(day));
      for (const ad of burst) add(seenAt, toBurstAd(ad, nameOf(id)));
    }
  }
  return days;
}

/** On each day on which an ad was first seen, its claims are compared with those of ads that were seen before. */
async function claimDays(clickhouse: ClickHouse, rule: RuleFields, { from, to, advertiserIds }: Span) {
  const { days, add } = collectDays(rule);
  let read = 0;
  for await (const { name, ads } of readClaimingAds(clickhouse, advertiserIds ?? [])) {
    read += ads.length;
    assertFewChanges(read);
    for (const day of [...new Set(ads.map(({ seenAt }) => seenAt.slice(0, 10)))].toSorted()) {
      if (day < from || day > to) continue;
      const seen = ads.filter(({ seenAt }) => seenAt.slice(0, 10) <= day);
      for (const each of findNewClaims(seen, day, rule, ({ seenAt }) => seenAt.startsWith(day))) {
        add(each.ad.seenAt, toClaimingAd(each, name));
      }
      await yieldToEventLoop();
    }
  }
  return days;
}

const maxHashes = 1000;

function presentFiring(
  date: string,
  rule: RuleFields,
  ads: readonly FiredAd[],
): OutputOf<TestRule>['firings'][number] {
  const { companyName, title, body } = composeNotice(rule, ads);
  const adHashes = ads.slice(0, maxHashes).map(({ hash }) => hash);
  return { date, companyName, title, body, adCount: ads.length, adHashes };
}
