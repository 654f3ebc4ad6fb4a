import { advertiserId } from '@magpie/server/ads/identity';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import type { Postgres } from '@magpie/server/db/postgres/postgres';
import { parseKeyword } from '@magpie/server/alerts/ruleMatch';
import {
  insertRule,
  ruleDefaults,
  setRuleAdvertisers,
  type RuleFields,
} from '@magpie/server/alerts/rules.sql';
import * as sql from './rules.sql.ts';

type RuleSamples = Awaited<ReturnType<typeof readSamples>>;

/** The advertisers, texts and reach that rules watch for. */
export async function readSamples(clickhouse: ClickHouse) {
  const [advertisers, texts, reach] = await Promise.all([
    sql.someAdvertisers(clickhouse, 10_000),
    sql.someTexts(clickhouse, 10_000),
    sql.highReach(clickhouse, 20),
  ]);
  return { advertisers, texts: texts.flatMap((text) => toPhrase(text) ?? []), reach };
}

/** The first words of a text, as a quoted keyword. */
function toPhrase(text: string): string | null {
  const words = text.replaceAll('"', '').split(/\s+/).slice(0, 3).join(' ');
  return words.length <= 90 && parseKeyword(words) !== null ? `"${words}"` : null;
}

/** How many rules, how many of them match the import, and whether some match any advertiser. */
export interface Mix {
  readonly rules: number;
  readonly busy: number;
  readonly anyAdvertiser: boolean;
}

const rulesPerUser = 10;

/** People with ten rules each: five about named companies, two about those followed, two about words, one about reach. */
export async function makeRules(db: Postgres, material: RuleSamples, { rules, busy, anyAdvertiser }: Mix) {
  await sql.deleteRules(db);
  await db.transaction(async (tx) => {
    for (let number = 0; number < rules; number += 1) {
      const userId = `person ${Math.floor(number / rulesPerUser)}`;
      const made = number < busy ? material : unmatchedSamples(number);
      const fields = chooseFields(number, made, anyAdvertiser);
      const { id } = await insertRule(tx, userId, { ...plain, ...fields, name: `Rule ${number}` });
      const named = fields.companyNames ?? [];
      if (named.length > 0) await setRuleAdvertisers(tx, id, named.map(advertiserId));
      if (fields.isForFollowed) await sql.insertFollows(tx, userId, pickValues(made.advertisers, number, 5));
    }
  });
  await sql.vacuumTables(db);
}

const plain: Omit<RuleFields, 'name'> = { ...ruleDefaults, event: 'new_ads' };

/** An advertiser, a text and a reach that no imported ad has. */
function unmatchedSamples(number: number): RuleSamples {
  return { advertisers: [`Nobody ${number}`], texts: [`"unheard of ${number}"`], reach: 1e15 };
}

function chooseFields(number: number, material: RuleSamples, anyAdvertiser: boolean): Partial<RuleFields> {
  const { advertisers, texts, reach } = material;
  const kind = number % rulesPerUser;
  const named = pickValues(advertisers, number, 2);
  if (kind < 5 || (!anyAdvertiser && kind >= 7)) return { companyNames: named };
  if (kind < 7) return { isForFollowed: true };
  if (kind < 9) return { event: 'copy_matches', keywords: pickValues(texts, number, 1) };
  return { event: 'reach_above', threshold: reach };
}

/** `count` consecutive values from a pseudo-random start; wraps around. */
function pickValues<Value>(values: readonly Value[], place: number, count: number): Value[] {
  return [
    ...new Set(Array.from({ length: count }, (_, at) => values[(place * 7919 + at) % values.length])),
  ].filter((value) => value !== undefined);
}
