import type { Notification } from '@magpie/contract';
import { groupBy, splitBySize } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { canBeMailed, queueMails, type Mail } from '../integrations/mail/outbox.sql.ts';
import { alertMail, type MailedNotice } from './alertMail.ts';
import * as sql from './alerts.sql.ts';
import { notifyInboxChanged } from './inbox.sql.ts';
import { composeNotice } from './notices.ts';
import { queueDeliveries } from './webhooks/deliveries.sql.ts';

export interface NotifyParts {
  readonly site: string;
  readonly now: Date;
}

interface RuleNotification extends sql.NewNotification {
  readonly rule: sql.RuleToNotify;
  readonly adCount: number;
  readonly notificationId: number;
}

const maxHashes = 10_000;

interface DueRules {
  readonly ruleIds: readonly number[];
  readonly before: Date | null;
}

export async function notifyRules(
  tx: Postgres,
  due: readonly DueRules[],
  params: NotifyParts,
): Promise<number> {
  const allIds = due.flatMap(({ ruleIds }) => ruleIds);
  const rules = await sql.lockRules(tx, allIds);
  const firings: sql.FiringRow[] = [];
  for (const { ruleIds, before } of due) {
    for (const firing of await sql.claimPendingFirings(tx, ruleIds, before)) firings.push(firing);
  }
  return notifyMatches(tx, rules, firings, params);
}

/** Sends firings of locked rules that are marked as sent: one notification per rule, at most one mail per address. */
export async function notifyMatches(
  tx: Postgres,
  rules: readonly sql.RuleToNotify[],
  firings: readonly sql.FiringRow[],
  { site, now }: NotifyParts,
): Promise<number> {
  if (firings.length === 0) return 0;
  const notifications = await storeNotifications(tx, rules, firings, now);
  const ruleIds = notifications.map(({ ruleId }) => ruleId);
  await sql.updateLastNotified(tx, ruleIds, now);
  await mailNotifications(tx, notifications, site);
  const messages = notifications.flatMap((each) => webhookMessages(each, now));
  await queueDeliveries(tx, messages);
  const inboxes = notifications.filter(({ inInbox }) => inInbox).map(({ userId }) => userId);
  await notifyInboxChanged(tx, [...new Set(inboxes)]);
  return notifications.length;
}

async function storeNotifications(
  tx: Postgres,
  rules: readonly sql.RuleToNotify[],
  firings: readonly sql.FiringRow[],
  now: Date,
): Promise<RuleNotification[]> {
  const byRule = groupBy(firings, ({ ruleId }) => ruleId);
  const pending = rules.flatMap((rule) => {
    const ads = byRule.get(rule.id);
    if (ads === undefined) return [];
    return {
      ...composeNotice(rule, ads),
      rule,
      ruleId: rule.id,
      userId: rule.userId,
      type: rule.event,
      adCount: ads.length,
      adHashes: ads.slice(0, maxHashes).map(({ hash }) => hash),
      inInbox: rule.channels.some(({ type }) => type === 'inbox'),
    };
  });
  const ids = new Map<number, number>();
  // An upper bound: the hashes, plus at most a hundred company names or pages.
  for (const part of splitBySize(pending, ({ adHashes }) => 16_000 + adHashes.length * 33)) {
    for (const [ruleId, id] of await sql.insertNotifications(tx, part, now)) ids.set(ruleId, id);
  }
  return pending.map((each) => {
    const notificationId = ids.get(each.rule.id);
    if (notificationId === undefined)
      throw new Error(`no notification was inserted for rule ${each.rule.id}`);
    return Object.assign(each, { notificationId });
  });
}

/** Queues one mail per address, across all rules. Former team members no longer receive mail. */
async function mailNotifications(tx: Postgres, notifications: readonly RuleNotification[], site: string) {
  const wanted = notifications.flatMap((each) =>
    mailTargets(each.rule).map((address) => ({ userId: each.rule.userId, address, notification: each })),
  );
  if (wanted.length === 0) return;
  const allowed = await sql.findAllowedRecipients(tx, wanted);
  const isAllowed = new Set(allowed.map(({ userId, address }) => `${userId} ${address}`));
  const sent = wanted.filter(({ userId, address }) => isAllowed.has(`${userId} ${address}`));
  const byAddress = groupBy(sent, ({ address }) => address);
  const mails = composeMails(byAddress, site);
  for (const part of splitBySize(mails, ({ text, html = '' }) => text.length + html.length)) {
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

function mailTargets({ channels, ownerEmail }: sql.RuleToNotify): string[] {
  const targets = channels.flatMap(({ type, target }) =>
    type === 'email' ? (target ?? ownerEmail).toLowerCase() : [],
  );
  return [...new Set(targets)].filter(canBeMailed);
}

function mailedNotice(address: string, notification: RuleNotification): MailedNotice {
  const { ownerEmail } = notification.rule;
  const isOwn = ownerEmail.toLowerCase() === address;
  return {
    ...notification,
    sender: isOwn ? null : ownerEmail,
    isInInbox: isOwn && notification.inInbox,
  };
}

function webhookMessages(notification: RuleNotification, now: Date) {
  const { rule, notificationId, ruleId, userId, companyName, title, body } = notification;
  const urls = rule.channels.flatMap(({ type, target }) =>
    type === 'webhook' && target !== null ? target : [],
  );
  const data: Notification = {
    id: notificationId,
    ruleId,
    type: rule.event,
    companyName,
    title,
    body,
    adHashes: [...notification.adHashes],
    data: notification.data,
    createdAt: now.toISOString(),
    readAt: null,
  };
  const type = `notification.${rule.event}`;
  const payload = { type, timestamp: now.toISOString(), data };
  return [...new Set(urls)].map((url) => ({ userId, url, notificationId, type, payload }));
}

interface DigestParts extends NotifyParts {
  readonly db: Postgres;
}

/** In one batch, so that an address gets one mail. Also sends what is pending for rules changed to instant. */
export function sendDueDigests({ db, site, now }: DigestParts): Promise<number> {
  const daily = lastDigest('daily', now);
  const weekly = lastDigest('weekly', now);
  return db.transaction(async (tx) => {
    if (!(await sql.tryLockDigests(tx))) return 0;
    const rules = await sql.findDueRules(tx, daily, weekly);
    const ofFrequency = (frequency: string, before: Date | null): DueRules => ({
      ruleIds: rules.filter((rule) => rule.frequency === frequency).map(({ id }) => id),
      before,
    });
    const due = [ofFrequency('daily', daily), ofFrequency('weekly', weekly), ofFrequency('instant', null)];
    return notifyRules(tx, due, { site, now });
  });
}

type DigestFrequency = 'daily' | 'weekly';

const digestHour = 7;
const monday = 1;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The most recent due time at or before now: 07:00 UTC, weekly on Mondays. */
export function lastDigest(frequency: DigestFrequency, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), digestHour);
  const daily = new Date(today > now.getTime() ? today - dayMilliseconds : today);
  if (frequency === 'daily') return daily;
  const daysSinceMonday = (daily.getUTCDay() - monday + 7) % 7;
  return new Date(daily.getTime() - daysSinceMonday * dayMilliseconds);
}

export function nextDigest(frequency: DigestFrequency, after: Date): Date {
  const days = frequency === 'daily' ? 1 : 7;
  return new Date(lastDigest(frequency, after).getTime() + days * dayMilliseconds);
}
