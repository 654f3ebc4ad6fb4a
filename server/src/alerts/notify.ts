import type { Notification } from '@magpie/contract';
import { postMails, type Mail } from '../integrations/mail/outbox.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { queueDeliveries } from './webhooks/deliveries.sql.ts';
import { alertMail, canBeMailed, type ToldNotice } from './alertMail.ts';
import { inboxChanged } from './inbox.sql.ts';
import { inParts } from './inParts.ts';
import { noticeOf, type Notice } from './notices.ts';
import type { FiringRow, NewNotification, RuleToNotify } from './notify.sql.ts';
import * as sql from './notify.sql.ts';

export interface NotifyParts {
  /** The address of this service, for links. */
  readonly site: string;
  readonly now: Date;
}

/** One rule's news: what is told, and of which ads. */
interface News {
  readonly rule: RuleToNotify;
  readonly notice: Notice;
  readonly adCount: number;
  /** The first of them, where there are very many. */
  readonly adHashes: readonly string[];
  readonly notificationId: number;
}

/** Who wants to see more of them searches the index. */
const mostHashes = 10_000;

/** Rules of which what was found before a time is told; null: everything. */
export interface DueRules {
  readonly ruleIds: readonly number[];
  readonly before: Date | null;
}

/** Tells what these rules found and have not told yet. How many notifications that makes. */
export async function notifyRules(tx: Postgres, due: readonly DueRules[], telling: NotifyParts): Promise<number> {
  const rules = await sql.holdRules(
    tx,
    due.flatMap(({ ruleIds }) => ruleIds),
  );
  const firings: FiringRow[] = [];
  for (const { ruleIds, before } of due) {
    for (const firing of await sql.claimPendingImports(tx, ruleIds, before)) firings.push(firing);
  }
  return notifyMatches(tx, rules, firings, telling);
}

/** Tells what rules that are held found, and is noted as told: one notification for each, at most one mail for each address. */
export async function notifyMatches(
  tx: Postgres,
  rules: readonly RuleToNotify[],
  firings: readonly FiringRow[],
  { site, now }: NotifyParts,
): Promise<number> {
  if (firings.length === 0) return 0;
  const news = await writeDown(tx, rules, firings, now);
  await sql.noteFired(
    tx,
    news.map(({ rule }) => rule.id),
    now,
  );
  await mailNews(tx, news, site);
  await queueDeliveries(
    tx,
    news.flatMap((each) => messagesOf(each, now)),
  );
  const inboxes = news.filter(({ rule }) => hasInbox(rule)).map(({ rule }) => rule.userId);
  await inboxChanged(tx, [...new Set(inboxes)]);
  return news.length;
}

async function writeDown(
  tx: Postgres,
  rules: readonly RuleToNotify[],
  firings: readonly FiringRow[],
  now: Date,
): Promise<News[]> {
  const byRule = groupedBy(firings, ({ ruleId }) => ruleId);
  const told = rules.flatMap((rule) => {
    const ads = byRule.get(rule.id);
    if (ads === undefined) return [];
    const adHashes = ads.slice(0, mostHashes).map(({ hash }) => hash);
    return { rule, notice: noticeOf(rule, ads), adCount: ads.length, adHashes };
  });
  const ids = new Map<number, number>();
  for (const part of inParts(told, charactersOf)) {
    const inserted = await sql.insertNotifications(tx, part.map(newNotification), now);
    for (const [ruleId, id] of inserted) ids.set(ruleId, id);
  }
  return told.map((each) => {
    const notificationId = ids.get(each.rule.id);
    if (notificationId === undefined)
      throw new Error(`the notification of rule ${each.rule.id} is not there`);
    return Object.assign(each, { notificationId });
  });
}

/** The rest is at most a hundred names of companies, or pages. */
function charactersOf({ adHashes }: Omit<News, 'notificationId'>): number {
  return 16_000 + adHashes.length * 33;
}

function newNotification({ rule, notice, adHashes }: Omit<News, 'notificationId'>): NewNotification {
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

/** One mail for each address, whoever's rules it is told of. A team mate who has left is told nothing more. */
async function mailNews(tx: Postgres, news: readonly News[], site: string): Promise<void> {
  const wanted = news.flatMap((each) =>
    mailTargets(each.rule).map((address) => ({ userId: each.rule.userId, address, news: each })),
  );
  if (wanted.length === 0) return;
  const allowed = await sql.allowedRecipients(tx, wanted);
  const isAllowed = new Set(allowed.map(({ userId, address }) => `${userId} ${address}`));
  const sent = wanted.filter(({ userId, address }) => isAllowed.has(`${userId} ${address}`));
  const byAddress = groupedBy(sent, ({ address }) => address);
  const mails = mailsOf(byAddress, site);
  for (const part of inParts(mails, ({ text, html = '' }) => text.length + html.length)) {
    await postMails(tx, part);
  }
}

function* mailsOf(
  byAddress: ReadonlyMap<string, readonly { readonly news: News }[]>,
  site: string,
): Generator<Mail> {
  for (const [to, told] of byAddress) {
    const notices = told.map(({ news }) => toldTo(to, news));
    yield { to, ...alertMail(notices, site) };
  }
}

function mailTargets({ channels, ownerEmail }: RuleToNotify): string[] {
  const targets = channels.flatMap(({ type, target }) =>
    type === 'email' ? (target ?? ownerEmail).toLowerCase() : [],
  );
  return [...new Set(targets)].filter(canBeMailed);
}

function toldTo(address: string, { rule, notice, adCount, adHashes }: News): ToldNotice {
  const isOwn = rule.ownerEmail.toLowerCase() === address;
  const sender = isOwn ? null : rule.ownerEmail;
  return { ruleId: rule.id, ...notice, adCount, adHashes, sender, isInInbox: isOwn && hasInbox(rule) };
}

function messagesOf({ rule, notice, adHashes, notificationId }: News, now: Date) {
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

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
