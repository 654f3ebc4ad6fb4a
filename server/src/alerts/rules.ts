import type { contract, ParsedInputOf, Rule } from '@magpie/contract';
import { MagpieError, notFoundError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Aliases } from '../ads/aliases.ts';
import { advertisersById } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { invalidField } from '../rpc/invalidField.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { Call, Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { canBeMailed } from '../integrations/mail/outbox.sql.ts';
import { findUserEmail, findAllowedRecipients } from './alerts.sql.ts';
import { deleteSomeNotifications } from './inbox.sql.ts';
import { parseKeyword } from './ruleMatch.ts';
import * as sql from './rules.sql.ts';
import { deleteUserWebhooks } from './webhooks/webhooks.sql.ts';
import { assertPublicUrl, auditWebhook, ensureWebhooks, type WebhooksParts } from './webhooks/webhooks.ts';

export interface RulesParts extends WebhooksParts {
  readonly clickhouse: ClickHouse;
  readonly aliases: Aliases;
}

type Router = typeof contract.notifications;
type RuleInput = ParsedInputOf<Router['upsertRule']>;

const maxRules = 1000;
/** A rule without companies and keywords fires once per ad of an import, so these have a lower limit. */
const maxWideRules = 20;

export function rulesHandlers(
  parts: RulesParts,
): Pick<ProcedureHandlers<Router>, 'listRules' | 'upsertRule' | 'deleteRule'> {
  return {
    listRules: async ({ caller, db }) => (await sql.listRules(db, caller.userId)).map(presentRule),

    upsertRule: {
      prepare: async ({ input }) => {
        for (const [at, { type, target }] of (input.channels ?? []).entries()) {
          if (type === 'webhook') assertPublicUrl(`channels.${at}.target`, target, parts.fetchAllow);
        }
        const { names, ids } = await resolveBrands(parts, input.companyNames);
        const fields = toRuleFields(input, names);
        return async (call) => presentRule(await saveRule(call, input.id, fields, ids));
      },
    },

    deleteRule: async ({ input: { id }, caller, db }) => {
      assertOwnRule(await sql.lockRule(db, id), id, caller);
      await deleteRule(db, id);
      return { success: true };
    },
  };
}

function presentRule({ userId: _userId, isForFollowed, ...row }: sql.RuleRow): Rule {
  return { ...withIsoTimes(row), companyNames: isForFollowed ? 'FOLLOWED' : row.companyNames };
}

/** The ids of brands and their names as stored; unknown ones as given. */
async function resolveBrands(
  { clickhouse, aliases }: Pick<RulesParts, 'clickhouse' | 'aliases'>,
  given: RuleInput['companyNames'],
) {
  if (given === undefined || given === 'FOLLOWED' || given.length === 0) return { names: [], ids: [] };
  const byId = new Map<number, string>();
  for (const [at, id] of (await aliases.resolveNames(given)).entries()) {
    byId.set(id, byId.get(id) ?? given[at] ?? '');
  }
  const known = await advertisersById(clickhouse, [...byId.keys()]);
  for (const { advertiser_id: id, name } of known) byId.set(id, name);
  return { names: [...byId.values()], ids: [...byId.keys()] };
}

export function toRuleFields(input: RuleInput, companyNames: string[]): Partial<sql.RuleFields> {
  const fields = {
    name: input.name,
    enabled: input.enabled,
    event: input.event,
    platforms: input.platforms && [...new Set(input.platforms)],
    keywords: input.keywords && [...new Set(input.keywords)],
    threshold: input.threshold,
    timesUsual: input.timesUsual,
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

type RuleCall = Pick<Call<unknown>, 'caller' | 'address' | 'db'>;

async function saveRule(
  call: RuleCall,
  id: number | undefined,
  fields: Partial<sql.RuleFields>,
  advertiserIds: readonly number[],
) {
  const { caller, db: tx } = call;
  const before = id === undefined ? null : assertOwnRule(await sql.lockRule(tx, id), id, caller);
  const rule = mergeRule(before, fields);
  if (fields.channels !== undefined) await prepareChannels(call, fields.channels);
  if (isWide(rule) && (before === null || !isWide(before))) await assertWideRuleQuota(tx, caller.userId);
  const saved = await (before === null ? createRule(tx, caller.userId, rule) : changeRule(tx, before, rule));
  if (fields.companyNames !== undefined) {
    await sql.setRuleAdvertisers(tx, saved.id, advertiserIds);
  }
  return saved;
}

export function mergeRule(before: sql.RuleRow | null, fields: Partial<sql.RuleFields>): sql.RuleFields {
  // The contract requires a name and an event for new rules.
  const rule = { ...sql.ruleDefaults, ...before, ...fields } as sql.RuleFields;
  assertCanFire(rule);
  return rule;
}

function isWide({ event, isForFollowed, companyNames, keywords }: sql.RuleFields): boolean {
  return !isForFollowed && companyNames.length === 0 && keywords.length === 0 && event !== 'reach_above';
}

async function assertWideRuleQuota(tx: Postgres, userId: string): Promise<void> {
  await sql.lockRuleCreation(tx, userId);
  if ((await sql.countWideRules(tx, userId)) < maxWideRules) return;
  throw new MagpieError(
    'CONFLICT',
    `You have reached the limit of ${maxWideRules} rules without brands and keywords; add a brand or a keyword, or delete a rule.`,
  );
}

async function createRule(tx: Postgres, userId: string, rule: sql.RuleFields): Promise<sql.RuleRow> {
  await sql.lockRuleCreation(tx, userId);
  if ((await sql.countRules(tx, userId)) >= maxRules) {
    throw new MagpieError('CONFLICT', `You have reached the limit of ${maxRules} rules; delete one first.`);
  }
  return sql.insertRule(tx, userId, rule);
}

async function changeRule(tx: Postgres, before: sql.RuleRow, rule: sql.RuleFields): Promise<sql.RuleRow> {
  // After pausing a rule or changing its event, its pending firings are no longer relevant.
  const isObsolete = rule.event !== before.event || (before.enabled && !rule.enabled);
  if (isObsolete) await sql.discardPendingFirings(tx, before.id);
  return sql.updateRule(tx, before.id, rule);
}

async function prepareChannels(call: RuleCall, channels: Rule['channels']): Promise<void> {
  await assertChannelsAllowed(call.db, call.caller, channels);
  const urls = channels.flatMap(({ type, target }) => (type === 'webhook' && target !== null ? target : []));
  for (const row of await ensureWebhooks(call.db, call.caller.userId, urls)) {
    await auditWebhook(call, 'webhook.created', row);
  }
}

export function assertOwnRule(rule: sql.RuleRow | undefined, id: number, caller: Caller): sql.RuleRow {
  if (rule === undefined) throw notFoundError('rule', id);
  if (rule.userId === caller.userId) return rule;
  throw new MagpieError('FORBIDDEN', `Rule ${id} belongs to somebody else.`);
}

/** Rejects a rule that can never fire, or that fires on everything by mistake. */
function assertCanFire(rule: sql.RuleFields): void {
  const { event, keywords, threshold } = rule;
  for (const [at, keyword] of keywords.entries()) {
    if (parseKeyword(keyword) === null)
      throw invalidField(`keywords.${at}`, 'must contain a letter, a digit or an emoji');
  }
  if (event === 'copy_matches' && keywords.length === 0)
    throw invalidField('keywords', 'must contain at least one keyword for this event');
  // Each import would read all texts of the brands in it.
  if (event === 'claim' && !rule.isForFollowed && rule.companyNames.length === 0)
    throw invalidField('companyNames', 'must name brands or be FOLLOWED for this event');
  if ((event === 'momentum' || event === 'claim') && keywords.length > 0)
    throw invalidField('keywords', 'must be empty for this event');
  if ((event === 'reach_above' || event === 'momentum') && threshold === null)
    throw invalidField('threshold', 'must be a number for this event');
}

async function assertChannelsAllowed(db: Postgres, { userId }: Caller, channels: Rule['channels']) {
  if (channels.length === 0)
    throw invalidField(
      'channels',
      'must contain at least one channel; to pause a rule, set enabled to false',
    );
  if (!channels.some(({ type }) => type === 'email')) return;
  const own = await findUserEmail(db, userId);
  const addresses = channels.map(({ type, target }) => (type === 'email' ? (target ?? own) : null));
  const wanted = addresses.flatMap((address) => (address === null ? [] : { userId, address }));
  const allowed = new Set((await findAllowedRecipients(db, wanted)).map(({ address }) => address));
  for (const [at, address] of addresses.entries()) {
    if (address !== null) assertRecipientAllowed(`channels.${at}.target`, address, allowed);
  }
}

function assertRecipientAllowed(path: string, address: string, allowed: ReadonlySet<string>): void {
  if (!canBeMailed(address)) {
    throw invalidField(path, `must be a deliverable address; got ${sanitizeForMessage(address, 80)}`);
  }
  if (!allowed.has(address)) {
    throw invalidField(path, 'must be your own address or the address of a member of one of your teams');
  }
}

/** Keeps each statement below the statement timeout. */
const firingsAtOnce = 10_000;
/** Each row may contain ten thousand hashes. */
const notificationsAtOnce = 500;

async function deleteRule(tx: Postgres, ruleId: number): Promise<void> {
  while ((await sql.deleteSomeFirings(tx, ruleId, firingsAtOnce)) > 0);
  await sql.deleteRule(tx, ruleId);
}

export async function deleteUserAlerts(tx: Postgres, userId: string): Promise<void> {
  for (const { id } of await sql.lockUserRules(tx, userId)) await deleteRule(tx, id);
  while ((await deleteSomeNotifications(tx, userId, notificationsAtOnce)) === notificationsAtOnce);
  await deleteUserWebhooks(tx, userId);
}

const firstRule: sql.RuleFields = {
  ...sql.ruleDefaults,
  name: 'New ads from brands I follow',
  event: 'new_ads',
  isForFollowed: true,
};

/** Creates a rule on a user's first follow. It is not created again after the user deletes it. */
export async function createFirstFollowRule(tx: Postgres, userId: string): Promise<void> {
  if (await sql.markFirstFollow(tx, userId)) await sql.insertRule(tx, userId, firstRule);
}
