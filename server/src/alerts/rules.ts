import type { contract, ParsedInputOf, Rule } from '@magpie/contract';
import { advertisersById } from '../ads/ads.sql.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { refuseChannels } from './channels.ts';
import { deleteRule } from './deleteAlerts.ts';
import { keywordOf } from './keywords.ts';
import { mistaken } from './mistaken.ts';
import { type NoteAct, notingWebhooks } from './webhooks/noteWebhook.ts';
import { ensureWebhooks, refuseInside } from './webhooks/registerWebhook.ts';
import type { WebhookRow } from './webhooks/webhooks.sql.ts';
import * as sql from './rules.sql.ts';
import type { RuleFields, RuleRow } from './rules.sql.ts';

/** What rules are kept with. */
export interface RulesParts {
  readonly clickhouse: ClickHouse;
  /** `host:port` of webhooks that need not be public, as `Config.fetchAllow` spells them. */
  readonly fetchAllow: readonly string[];
  readonly noteAct: NoteAct;
}

type Router = typeof contract.notifications;
type Given = ParsedInputOf<Router['upsertRule']>;

/** More than anybody reads about. */
const mostRules = 1000;
/** Of those that fire on whatever happens to any ad: each has as many firings as the import has ads. */
const mostWideRules = 20;

export function rulesHandlers({
  clickhouse,
  fetchAllow,
  noteAct,
}: RulesParts): Pick<Handlers<Router>, 'listRules' | 'upsertRule' | 'deleteRule'> {
  const note = notingWebhooks(noteAct);
  return {
    listRules: async ({ caller, db }) => (await sql.rulesOf(db, caller.userId)).map(presentRule),

    upsertRule: {
      askFirst: async ({ input }) => {
        for (const [at, { type, target }] of (input.channels ?? []).entries()) {
          if (type === 'webhook') refuseInside(`channels.${at}.target`, target, fetchAllow);
        }
        const given = givenFields(input, await spelled(clickhouse, input.companyNames));
        return async ({ caller, address, db }) => {
          const registered = (row: WebhookRow): Promise<void> =>
            note(db, { caller, address }, 'webhook.created', row);
          return presentRule(await saveRule(db, caller, { id: input.id, given, registered }));
        };
      },
    },

    deleteRule: async ({ input: { id }, caller, db }) => {
      ownRule(await sql.holdRule(db, id), id, caller);
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

/** The companies as the index writes them where it knows them, each once. */
async function spelled(clickhouse: ClickHouse, names: Given['companyNames']): Promise<string[]> {
  if (names === undefined || names === 'FOLLOWED' || names.length === 0) return [];
  const written = new Map<number, string>();
  for (const name of names) written.set(advertiserId(name), written.get(advertiserId(name)) ?? name);
  const known = await advertisersById(clickhouse, [...written.keys()]);
  for (const { advertiser_id: id, name } of known) written.set(id, name);
  return [...written.values()];
}

/** What was given, in the form in which it is kept; nothing of what was not. */
export function givenFields(input: Given, companyNames: string[]): Partial<RuleFields> {
  const fields = {
    name: input.name,
    enabled: input.enabled,
    event: input.event,
    platforms: input.platforms && [...new Set(input.platforms)],
    keywords: input.keywords && [...new Set(input.keywords)],
    threshold: input.threshold,
    frequency: input.frequency,
    channels: input.channels && differentChannels(input.channels),
    ...(input.companyNames !== undefined && {
      isForFollowed: input.companyNames === 'FOLLOWED',
      companyNames,
    }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function differentChannels(channels: Rule['channels']): Rule['channels'] {
  return [...new Map(channels.map((channel) => [JSON.stringify(channel), channel])).values()];
}

interface Saving {
  readonly id: number | undefined;
  readonly given: Partial<RuleFields>;
  /** Told of each webhook that the rule registers. */
  readonly registered: (row: WebhookRow) => Promise<void>;
}

async function saveRule(tx: Postgres, caller: Caller, { id, given, registered }: Saving): Promise<RuleRow> {
  const before = id === undefined ? null : ownRule(await sql.holdRule(tx, id), id, caller);
  const rule = completed(before, given);
  if (given.channels !== undefined) {
    for (const row of await prepareChannels(tx, caller, given.channels)) await registered(row);
  }
  if (isWide(rule) && (before === null || !isWide(before))) await refuseTooManyWide(tx, caller.userId);
  const saved = await (before === null ? createRule(tx, caller.userId, rule) : changeRule(tx, before, rule));
  if (given.companyNames !== undefined) {
    await sql.setRuleAdvertisers(tx, saved.id, given.companyNames.map(advertiserId));
  }
  return saved;
}

/** A rule with what was given in place of what it had, or of what a new one has. */
export function completed(before: RuleRow | null, given: Partial<RuleFields>): RuleFields {
  // The contract asks for a name and an event where there is no rule to take them from.
  const rule = { ...sql.ruleDefaults, ...before, ...given } as RuleFields;
  refuseUseless(rule);
  return rule;
}

function isWide({ event, isForFollowed, companyNames, keywords }: RuleFields): boolean {
  return !isForFollowed && companyNames.length === 0 && keywords.length === 0 && event !== 'reach_above';
}

async function refuseTooManyWide(tx: Postgres, userId: string): Promise<void> {
  await sql.lockRulesOf(tx, userId);
  if ((await sql.countWideRules(tx, userId)) < mostWideRules) return;
  throw new MagpieError(
    'CONFLICT',
    `A person can have ${mostWideRules} rules that name no company and no keyword, and you have as many; name a company or a keyword, or delete one first.`,
  );
}

async function createRule(tx: Postgres, userId: string, rule: RuleFields): Promise<RuleRow> {
  await sql.lockRulesOf(tx, userId);
  if ((await sql.countRules(tx, userId)) >= mostRules) {
    throw new MagpieError(
      'CONFLICT',
      `A person can have ${mostRules} rules, and you have as many; delete one first.`,
    );
  }
  return sql.insertRule(tx, userId, rule);
}

async function changeRule(tx: Postgres, before: RuleRow, rule: RuleFields): Promise<RuleRow> {
  // Who stops a rule, or has it look for something else, does not want to read what it found just before.
  const isOver = rule.event !== before.event || (before.enabled && !rule.enabled);
  if (isOver) await sql.dropUntold(tx, before.id);
  return sql.updateRule(tx, before.id, rule);
}

/** Refuses channels that cannot be; the webhooks that were registered for them. */
async function prepareChannels(
  tx: Postgres,
  caller: Caller,
  channels: Rule['channels'],
): Promise<WebhookRow[]> {
  await refuseChannels(tx, caller, channels);
  const urls = channels.flatMap(({ type, target }) => (type === 'webhook' && target !== null ? target : []));
  return ensureWebhooks(tx, caller.userId, urls);
}

export function ownRule(rule: RuleRow | undefined, id: number, caller: Caller): RuleRow {
  if (rule === undefined) throw new MagpieError('NOT_FOUND', `There is no rule ${id}.`);
  if (rule.userId === caller.userId) return rule;
  throw new MagpieError('FORBIDDEN', `Rule ${id} belongs to somebody else.`);
}

/** Refuses a rule that could never fire, or that would fire on everything without meaning to. */
function refuseUseless({ event, keywords, threshold }: RuleFields): void {
  for (const [at, keyword] of keywords.entries()) {
    if (keywordOf(keyword) === null)
      throw mistaken(`keywords.${at}`, 'must have a letter, a digit or a picture to look for');
  }
  if (event === 'copy_matches' && keywords.length === 0)
    throw mistaken('keywords', 'must have at least one keyword, since the event is copy_matches');
  if (event === 'reach_above' && threshold === null)
    throw mistaken('threshold', 'must be a number, since the event is reach_above');
}
