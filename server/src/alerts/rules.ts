import type { contract, ParsedInputOf, Rule } from '@magpie/contract';
import { advertisersById } from '../ads/ads.sql.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { assertChannelsAllowed } from './channels.ts';
import { deleteRule } from './deleteAlerts.ts';
import { parseKeyword } from './keywords.ts';
import { invalidField } from './invalidField.ts';
import { type AddAuditEntry, createWebhookAudit } from './webhooks/auditWebhook.ts';
import { ensureWebhooks, assertPublicUrl } from './webhooks/registerWebhook.ts';
import type { WebhookRow } from './webhooks/webhooks.sql.ts';
import * as sql from './rules.sql.ts';
import type { RuleFields, RuleRow } from './rules.sql.ts';

export interface RulesParts {
  readonly clickhouse: ClickHouse;
  /** `host:port` of webhooks that may be private, in the format of `Config.fetchAllow`. */
  readonly fetchAllow: readonly string[];
  readonly addAuditEntry: AddAuditEntry;
}

type Router = typeof contract.notifications;
type RuleInput = ParsedInputOf<Router['upsertRule']>;

const maxRules = 1000;
/** A rule without companies and keywords fires once per ad of an import, so these have a lower limit. */
const maxWideRules = 20;

export function rulesHandlers({
  clickhouse,
  fetchAllow,
  addAuditEntry,
}: RulesParts): Pick<Handlers<Router>, 'listRules' | 'upsertRule' | 'deleteRule'> {
  const audit = createWebhookAudit(addAuditEntry);
  return {
    listRules: async ({ caller, db }) => (await sql.listRules(db, caller.userId)).map(presentRule),

    upsertRule: {
      prepare: async ({ input }) => {
        for (const [at, { type, target }] of (input.channels ?? []).entries()) {
          if (type === 'webhook') assertPublicUrl(`channels.${at}.target`, target, fetchAllow);
        }
        const fields = toRuleFields(input, await canonicalNames(clickhouse, input.companyNames));
        return async ({ caller, address, db }) => {
          const onRegistered = (row: WebhookRow): Promise<void> =>
            audit(db, { caller, address }, 'webhook.created', row);
          return presentRule(await saveRule(db, caller, { id: input.id, fields, onRegistered }));
        };
      },
    },

    deleteRule: async ({ input: { id }, caller, db }) => {
      assertOwnRule(await sql.lockRule(db, id), id, caller);
      await deleteRule(db, id);
      return { success: true };
    },
  };
}

function presentRule(row: RuleRow): Rule {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    event: row.event,
    companyNames: row.isForFollowed ? 'FOLLOWED' : row.companyNames,
    platforms: row.platforms,
    keywords: row.keywords,
    threshold: row.threshold,
    frequency: row.frequency,
    channels: row.channels,
    lastFiredAt: row.lastFiredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Replaces company names by the spelling in the index, without duplicates. */
async function canonicalNames(clickhouse: ClickHouse, names: RuleInput['companyNames']): Promise<string[]> {
  if (names === undefined || names === 'FOLLOWED' || names.length === 0) return [];
  const byId = new Map<number, string>();
  for (const name of names) byId.set(advertiserId(name), byId.get(advertiserId(name)) ?? name);
  const known = await advertisersById(clickhouse, [...byId.keys()]);
  for (const { advertiser_id: id, name } of known) byId.set(id, name);
  return [...byId.values()];
}

/** Converts the given fields to the stored form and omits the others. */
export function toRuleFields(input: RuleInput, companyNames: string[]): Partial<RuleFields> {
  const fields = {
    name: input.name,
    enabled: input.enabled,
    event: input.event,
    platforms: input.platforms && [...new Set(input.platforms)],
    keywords: input.keywords && [...new Set(input.keywords)],
    threshold: input.threshold,
    frequency: input.frequency,
    channels: input.channels && uniqueChannels(input.channels),
    ...(input.companyNames !== undefined && {
      isForFollowed: input.companyNames === 'FOLLOWED',
      companyNames,
    }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function uniqueChannels(channels: Rule['channels']): Rule['channels'] {
  return [...new Map(channels.map((channel) => [JSON.stringify(channel), channel])).values()];
}

interface SaveParams {
  readonly id: number | undefined;
  readonly fields: Partial<RuleFields>;
  /** Called for each webhook that the rule registers. */
  readonly onRegistered: (row: WebhookRow) => Promise<void>;
}

async function saveRule(
  tx: Postgres,
  caller: Caller,
  { id, fields, onRegistered }: SaveParams,
): Promise<RuleRow> {
  const before = id === undefined ? null : assertOwnRule(await sql.lockRule(tx, id), id, caller);
  const rule = mergeRule(before, fields);
  if (fields.channels !== undefined) {
    for (const row of await prepareChannels(tx, caller, fields.channels)) await onRegistered(row);
  }
  if (isWide(rule) && (before === null || !isWide(before))) await assertWideRuleQuota(tx, caller.userId);
  const saved = await (before === null ? createRule(tx, caller.userId, rule) : changeRule(tx, before, rule));
  if (fields.companyNames !== undefined) {
    await sql.setRuleAdvertisers(tx, saved.id, fields.companyNames.map(advertiserId));
  }
  return saved;
}

/** Applies the input to the existing rule, or to the defaults of a new one. */
export function mergeRule(before: RuleRow | null, fields: Partial<RuleFields>): RuleFields {
  // The contract requires a name and an event for new rules.
  const rule = { ...sql.ruleDefaults, ...before, ...fields } as RuleFields;
  assertCanFire(rule);
  return rule;
}

function isWide({ event, isForFollowed, companyNames, keywords }: RuleFields): boolean {
  return !isForFollowed && companyNames.length === 0 && keywords.length === 0 && event !== 'reach_above';
}

async function assertWideRuleQuota(tx: Postgres, userId: string): Promise<void> {
  await sql.lockRuleCreation(tx, userId);
  if ((await sql.countWideRules(tx, userId)) < maxWideRules) return;
  throw new MagpieError(
    'CONFLICT',
    `You have reached the limit of ${maxWideRules} rules without companies and keywords; add a company or a keyword, or delete a rule.`,
  );
}

async function createRule(tx: Postgres, userId: string, rule: RuleFields): Promise<RuleRow> {
  await sql.lockRuleCreation(tx, userId);
  if ((await sql.countRules(tx, userId)) >= maxRules) {
    throw new MagpieError('CONFLICT', `You have reached the limit of ${maxRules} rules; delete one first.`);
  }
  return sql.insertRule(tx, userId, rule);
}

async function changeRule(tx: Postgres, before: RuleRow, rule: RuleFields): Promise<RuleRow> {
  // After pausing a rule or changing its event, its pending firings are no longer relevant.
  const isObsolete = rule.event !== before.event || (before.enabled && !rule.enabled);
  if (isObsolete) await sql.discardPendingFirings(tx, before.id);
  return sql.updateRule(tx, before.id, rule);
}

/** Checks the channels and returns the webhooks that were registered for them. */
async function prepareChannels(
  tx: Postgres,
  caller: Caller,
  channels: Rule['channels'],
): Promise<WebhookRow[]> {
  await assertChannelsAllowed(tx, caller, channels);
  const urls = channels.flatMap(({ type, target }) => (type === 'webhook' && target !== null ? target : []));
  return ensureWebhooks(tx, caller.userId, urls);
}

export function assertOwnRule(rule: RuleRow | undefined, id: number, caller: Caller): RuleRow {
  if (rule === undefined) throw notFoundError('rule', id);
  if (rule.userId === caller.userId) return rule;
  throw new MagpieError('FORBIDDEN', `Rule ${id} belongs to somebody else.`);
}

/** Rejects a rule that can never fire, or that fires on everything by mistake. */
function assertCanFire({ event, keywords, threshold }: RuleFields): void {
  for (const [at, keyword] of keywords.entries()) {
    if (parseKeyword(keyword) === null)
      throw invalidField(`keywords.${at}`, 'must contain a letter, a digit or an emoji');
  }
  if (event === 'copy_matches' && keywords.length === 0)
    throw invalidField('keywords', 'must contain at least one keyword if the event is copy_matches');
  if (event === 'reach_above' && threshold === null)
    throw invalidField('threshold', 'must be a number if the event is reach_above');
}
