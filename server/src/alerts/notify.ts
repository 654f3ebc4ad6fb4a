import type { Notification } from '@magpie/contract';
import { queueMails, type Mail } from '../integrations/mail/outbox.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { queueDeliveries } from './webhooks/deliveries.sql.ts';
import { alertMail, canBeMailed, type MailedNotice } from './alertMail.ts';
import { notifyInboxChanged } from './inbox.sql.ts';
import { inParts } from './inChunks.ts';
import { composeNotice, type Notice } from './notices.ts';
import type { FiringRow, NewNotification, RuleToNotify } from './notify.sql.ts';
import * as sql from './notify.sql.ts';

export interface NotifyParts {
  /** The address of this service, for links. */
  readonly site: string;
  readonly now: Date;
}

/** The notification of one rule, with the ads that it is about. */
interface RuleNotification {
  readonly rule: RuleToNotify;
  readonly notice: Notice;
  readonly adCount: number;
  /** At most `maxHashes`. */
  readonly adHashes: readonly string[];
  readonly notificationId: number;
}

const maxHashes = 10_000;

/** Rules to send notifications for, limited to firings before a time; null: all firings. */
export interface DueRules {
  readonly ruleIds: readonly number[];
  readonly before: Date | null;
}

/** Sends the pending firings of these rules and returns the number of notifications. */
export async function notifyRules(
  tx: Postgres,
  due: readonly DueRules[],
  params: NotifyParts,
): Promise<number> {
  const rules = await sql.lockRules(
    tx,
    due.flatMap(({ ruleIds }) => ruleIds),
  );
  const firings: FiringRow[] = [];
  for (const { ruleIds, before } of due) {
    for (const firing of await sql.claimPendingFirings(tx, ruleIds, before)) firings.push(firing);
  }
  return notifyMatches(tx, rules, firings, params);
}

/** Sends firings of locked rules that are marked as sent: one notification per rule, at most one mail per address. */
export async function notifyMatches(
  tx: Postgres,
  rules: readonly RuleToNotify[],
  firings: readonly FiringRow[],
  { site, now }: NotifyParts,
): Promise<number> {
  if (firings.length === 0) return 0;
  const notifications = await storeNotifications(tx, rules, firings, now);
  await sql.updateLastFired(
    tx,
    notifications.map(({ rule }) => rule.id),
    now,
  );
  await mailNotifications(tx, notifications, site);
  await queueDeliveries(
    tx,
    notifications.flatMap((each) => webhookMessages(each, now)),
  );
  const inboxes = notifications.filter(({ rule }) => hasInbox(rule)).map(({ rule }) => rule.userId);
  await notifyInboxChanged(tx, [...new Set(inboxes)]);
  return notifications.length;
}

async function storeNotifications(
  tx: Postgres,
  rules: readonly RuleToNotify[],
  firings: readonly FiringRow[],
  now: Date,
): Promise<RuleNotification[]> {
  const byRule = groupBy(firings, ({ ruleId }) => ruleId);
  const pending = rules.flatMap((rule) => {
    const ads = byRule.get(rule.id);
    if (ads === undefined) return [];
    const adHashes = ads.slice(0, maxHashes).map(({ hash }) => hash);
    return { rule, notice: composeNotice(rule, ads), adCount: ads.length, adHashes };
  });
  const ids = new Map<number, number>();
  for (const part of inParts(pending, estimatedSize)) {
    const inserted = await sql.insertNotifications(tx, part.map(newNotification), now);
    for (const [ruleId, id] of inserted) ids.set(ruleId, id);
  }
  return pending.map((each) => {
    const notificationId = ids.get(each.rule.id);
    if (notificationId === undefined)
      throw new Error(`no notification was inserted for rule ${each.rule.id}`);
    return Object.assign(each, { notificationId });
  });
}

/** An upper bound: the hashes, plus at most a hundred company names or pages. */
function estimatedSize({ adHashes }: Omit<RuleNotification, 'notificationId'>): number {
  return 16_000 + adHashes.length * 33;
}

function newNotification({
  rule,
  notice,
  adHashes,
}: Omit<RuleNotification, 'notificationId'>): NewNotification {
  return {
    ...notice,
    ruleId: rule.id,
    userId: rule.userId,
    type: rule.event,
    adHashes,
    inInbox: hasInbox(rule),
  };
}

function hasInbox({ channels }: RuleToNotify): boolean {
  return channels.some(({ type }) => type === 'inbox');
}

/** Queues one mail per address, across all rules. Former team members no longer receive mail. */
async function mailNotifications(
  tx: Postgres,
  notifications: readonly RuleNotification[],
  site: string,
): Promise<void> {
  const wanted = notifications.flatMap((each) =>
    mailTargets(each.rule).map((address) => ({ userId: each.rule.userId, address, notification: each })),
  );
  if (wanted.length === 0) return;
  const allowed = await sql.allowedRecipients(tx, wanted);
  const isAllowed = new Set(allowed.map(({ userId, address }) => `${userId} ${address}`));
  const sent = wanted.filter(({ userId, address }) => isAllowed.has(`${userId} ${address}`));
  const byAddress = groupBy(sent, ({ address }) => address);
  const mails = composeMails(byAddress, site);
  for (const part of inParts(mails, ({ text, html = '' }) => text.length + html.length)) {
    await queueMails(tx, part);
  }
}

function* composeMails(
  byAddress: ReadonlyMap<string, readonly { readonly notification: RuleNotification }[]>,
  site: string,
): Generator<Mail> {
  for (const [to, pending] of byAddress) {
    const notices = pending.map(({ notification }) => mailedNotice(to, notification));
    yield { to, ...alertMail(notices, site) };
  }
}

function mailTargets({ channels, ownerEmail }: RuleToNotify): string[] {
  const targets = channels.flatMap(({ type, target }) =>
    type === 'email' ? (target ?? ownerEmail).toLowerCase() : [],
  );
  return [...new Set(targets)].filter(canBeMailed);
}

function mailedNotice(address: string, { rule, notice, adCount, adHashes }: RuleNotification): MailedNotice {
  const isOwn = rule.ownerEmail.toLowerCase() === address;
  const sender = isOwn ? null : rule.ownerEmail;
  return { ruleId: rule.id, ...notice, adCount, adHashes, sender, isInInbox: isOwn && hasInbox(rule) };
}

function webhookMessages({ rule, notice, adHashes, notificationId }: RuleNotification, now: Date) {
  const urls = rule.channels.flatMap(({ type, target }) =>
    type === 'webhook' && target !== null ? target : [],
  );
  if (urls.length === 0) return [];
  const data: Notification = {
    id: notificationId,
    ruleId: rule.id,
    type: rule.event,
    companyName: notice.companyName,
    title: notice.title,
    body: notice.body,
    adHashes: [...adHashes],
    data: notice.data,
    createdAt: now.toISOString(),
    readAt: null,
  };
  const type = `notification.${rule.event}`;
  const payload = { type, timestamp: now.toISOString(), data };
  return [...new Set(urls)].map((url) => ({ userId: rule.userId, url, notificationId, type, payload }));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
