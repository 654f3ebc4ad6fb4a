import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { happeningsBetween, type AdChange } from '../ads/adChanges.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handler } from '../rpc/procedure.ts';
import { createConcurrencyLimit } from '../integrations/concurrencyLimit.ts';
import { followedAdvertisers } from './alerts.sql.ts';
import { noticeOf, type FiredAd } from './notices.ts';
import { nextDigest } from './periods.ts';
import { conditionsOf, firedAd, fires, kindsFor } from './ruleMatch.ts';
import { findRule, type RuleFields } from './rules.sql.ts';
import { completed, givenFields, ownRule } from './rules.ts';

type TestRule = typeof contract.notifications.testRule;

export interface BackTestParts {
  readonly clickhouse: ClickHouse;
  readonly now: () => Date;
}

/** `notifications.testRule`: as if the rule had been there since the first of the days, and each day imported on its own. */
export function testRuleHandler({ clickhouse, now }: BackTestParts): Handler<TestRule> {
  const takeTurn = createConcurrencyLimit({ atOnce: 2, queue: { mostWaiting: 20, busy } });
  return async ({ input, caller, db }) => {
    const rule = await ruleMeant(db, caller, input);
    const [from, to] = [dayOf(now(), input.days - 1), dayOf(now(), 0)];
    const advertiserIds = await advertisersMeant(db, caller.userId, rule);
    const found = await takeTurn(() => firingDays(clickhouse, rule, { from, to, advertiserIds }));
    const firings = Array.from(found, ([date, ads]) => firingOn(date, rule, ads)).toSorted((one, other) =>
      one.date < other.date ? 1 : -1,
    );
    return { from, to, total: firings.reduce((sum, { adCount }) => sum + adCount, 0), firings };
  };
}

/** Each reads a year of history, if it is asked to, and others want to read meanwhile. */
function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Many rules are being tried at the moment; try again when that has ended.',
    { retryAfter: 10 },
  );
}

function dayOf(now: Date, daysBefore: number): string {
  return new Date(now.getTime() - daysBefore * 86_400_000).toISOString().slice(0, 10);
}

/** A new rule need not have a name to be tried. */
const untitled = 'untitled';

async function ruleMeant(db: Postgres, caller: Caller, input: ParsedInputOf<TestRule>): Promise<RuleFields> {
  const { id, companyNames } = input;
  const before = id === undefined ? null : ownRule(await findRule(db, id), id, caller);
  const given = givenFields(input, Array.isArray(companyNames) ? companyNames : []);
  return completed(before, before === null ? { name: untitled, ...given } : given);
}

/** Null where any advertiser is. */
async function advertisersMeant(
  db: Postgres,
  userId: string,
  { isForFollowed, companyNames }: RuleFields,
): Promise<number[] | null> {
  if (isForFollowed) return followedAdvertisers(db, userId);
  return companyNames.length === 0 ? null : companyNames.map(advertiserId);
}

/** More than this would keep others waiting: a question of minutes is none for a request. */
const mostHappenings = 100_000;

interface Span {
  readonly from: string;
  readonly to: string;
  readonly advertiserIds: readonly number[] | null;
}

/** The ads on which it fires, each once, by the day on which that would be told. */
async function firingDays(
  clickhouse: ClickHouse,
  rule: RuleFields,
  span: Span,
): Promise<Map<string, FiredAd[]>> {
  const conditions = conditionsOf(rule);
  const seen = new Set<string>();
  const days = new Map<string, FiredAd[]>();
  let looked = 0;
  for await (const page of happeningsBetween(clickhouse, { ...span, kinds: kindsFor(rule.event) })) {
    looked += page.length;
    if (looked > mostHappenings) throw tooMuch();
    for (const happening of page) {
      const { hash, at } = happening;
      if (seen.has(hash) || !fires(conditions, happening, at.slice(0, 10))) continue;
      seen.add(hash);
      const day = toldOn(rule, happening);
      const ads = days.get(day) ?? [];
      days.set(day, ads);
      ads.push(firedAd(rule, happening));
    }
  }
  return days;
}

function tooMuch(): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `In these days more than ${mostHappenings.toLocaleString('en-US')} things happened to ads that the rule is about; name companies, or ask for fewer days.`,
  );
}

function toldOn({ frequency }: RuleFields, { at }: AdChange): string {
  return frequency === 'instant' ? at.slice(0, 10) : dayOf(nextDigest(frequency, new Date(at)), 0);
}

const mostHashes = 1000;

function firingOn(
  date: string,
  rule: RuleFields,
  ads: readonly FiredAd[],
): OutputOf<TestRule>['firings'][number] {
  const { companyName, title, body } = noticeOf(rule, ads);
  const adHashes = ads.slice(0, mostHashes).map(({ hash }) => hash);
  return { date, companyName, title, body, adCount: ads.length, adHashes };
}
