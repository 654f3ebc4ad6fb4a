import { html } from '../integrations/html.ts';
import type { Mail } from '../integrations/mail/outbox.sql.ts';
import { toSafeLine, type Notice } from './notices.ts';

export interface MailedNotice extends Notice {
  readonly ruleId: number;
  readonly adCount: number;
  readonly adHashes: readonly string[];
  /** The owner of the rule; null if it is the recipient. */
  readonly sender: string | null;
  readonly isInInbox: boolean;
}

const adsPerNotice = 20;
const maxNotices = 200;

export function alertMail(notices: readonly MailedNotice[], site: string): Omit<Mail, 'to'> {
  const listed = notices.slice(0, maxNotices);
  const left = notices.length - listed.length;
  const rest =
    left === 0 ? [] : [`and ${left.toLocaleString('en-US')} more ${left === 1 ? 'rule' : 'rules'} fired`];
  const texts = listed.map((each) => [
    each.title,
    ...listDetails(each),
    ...listAdLines(each),
    ...moreAds(each),
  ]);
  const after = [rest, closingLines(notices, site)];
  return {
    subject: mailSubject(notices),
    text: [...texts, ...after]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
    html: mailHtml(listed, after),
  };
}

function mailSubject([first, ...others]: readonly MailedNotice[]): string {
  const title = first?.title ?? '';
  if (others.length === 0) return title;
  return `${title}, and ${others.length.toLocaleString('en-US')} more ${others.length === 1 ? 'alert' : 'alerts'}`;
}

function listDetails({ body, ruleId, sender }: MailedNotice): string[] {
  const [rule = '', ...companies] = body.split('\n');
  const whose = sender === null ? '' : `, by ${toSafeLine(sender)}`;
  return [`${rule} (number ${ruleId}${whose})`, ...companies];
}

function listAdLines({ adHashes }: MailedNotice): string[] {
  return adHashes.slice(0, adsPerNotice).map((hash) => `Ad ${hash}`);
}

function moreAds({ adCount }: MailedNotice): string[] {
  const more = adCount - adsPerNotice;
  return more > 0 ? [`and ${more.toLocaleString('en-US')} more ${more === 1 ? 'ad' : 'ads'}`] : [];
}

function closingLines(notices: readonly MailedNotice[], site: string): string[] {
  const own = notices.filter(({ sender }) => sender === null);
  const inInbox = notices.filter(({ isInInbox }) => isInInbox);
  const howMuch = inInbox.length === notices.length ? 'All' : 'Some';
  return [
    `To see an ad, call ads.getDetails with its hash on ${site}.`,
    ...(inInbox.length > 0 ? [`${howMuch} of these alerts are also in your inbox: notifications.list.`] : []),
    ...(own.length > 0
      ? ['To change or pause one of your rules, call notifications.upsertRule with its number as id.']
      : []),
    ...(own.length < notices.length ? ['Only the owner of a rule can change or pause it.'] : []),
  ];
}

function mailHtml(notices: readonly MailedNotice[], after: readonly (readonly string[])[]): string {
  const parts = notices.map((notice) => {
    const ads = [...listAdLines(notice), ...moreAds(notice)].map((line) => html`<li>${line}</li>`);
    const [rule = '', ...companies] = listDetails(notice);
    return html`<h2>${notice.title}</h2>
      <p>${rule}${companies.map((company) => html`<br />${company}`)}</p>
      <ul>
        ${ads}
      </ul>`;
  });
  return ['<!doctype html>', ...parts, ...after.flatMap((lines) => paragraph(lines))].join('\n');
}

function paragraph([first, ...others]: readonly string[]) {
  return first === undefined ? [] : [html`<p>${first}${others.map((line) => html`<br />${line}`)}</p>`];
}
