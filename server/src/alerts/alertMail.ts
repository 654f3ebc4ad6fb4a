import { html } from '../integrations/html.ts';
import type { Mail } from '../integrations/mail/outbox.sql.ts';
import { oneLine, type Notice } from './notices.ts';

/** A notice as one address is told of it. */
export interface ToldNotice extends Notice {
  readonly ruleId: number;
  readonly adCount: number;
  readonly adHashes: readonly string[];
  /** Whose rule it is, where it is not the recipient's own. */
  readonly sender: string | null;
  /** Whether the recipient also has it in the inbox. */
  readonly isInInbox: boolean;
}

/** Longer lists are no help in a mail. */
const adsPerNotice = 20;
const mostNotices = 200;

/** The address of the owner of an instance that nobody has given another. */
export function canBeMailed(address: string): boolean {
  return !address.endsWith('@localhost');
}

/** Everything that an address is told at one time, as one mail. */
export function alertMail(notices: readonly ToldNotice[], site: string): Omit<Mail, 'to'> {
  const told = notices.slice(0, mostNotices);
  const left = notices.length - told.length;
  const rest =
    left === 0 ? [] : [`and ${left.toLocaleString('en-US')} more ${left === 1 ? 'rule' : 'rules'} fired`];
  const after = [rest, ending(notices, site)];
  return {
    subject: subjectOf(notices),
    text: [...told.map(linesOf), ...after]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
    html: htmlOf(told, after),
  };
}

function subjectOf([first, ...others]: readonly ToldNotice[]): string {
  const title = first?.title ?? '';
  if (others.length === 0) return title;
  return `${title}, and ${others.length.toLocaleString('en-US')} more ${others.length === 1 ? 'alert' : 'alerts'}`;
}

function linesOf(notice: ToldNotice): string[] {
  return [notice.title, ...detailsOf(notice), ...adsOf(notice), ...moreAds(notice)];
}

function detailsOf({ body, ruleId, sender }: ToldNotice): string[] {
  const [rule = '', ...companies] = body.split('\n');
  const whose = sender === null ? '' : `, of ${oneLine(sender)}`;
  return [`${rule} (number ${ruleId}${whose})`, ...companies];
}

function adsOf({ adHashes }: ToldNotice): string[] {
  return adHashes.slice(0, adsPerNotice).map((hash) => `Ad ${hash}`);
}

function moreAds({ adCount }: ToldNotice): string[] {
  const more = adCount - adsPerNotice;
  return more > 0 ? [`and ${more.toLocaleString('en-US')} more ${more === 1 ? 'ad' : 'ads'}`] : [];
}

/** Where to go from here, as far as it holds for the recipient. */
function ending(notices: readonly ToldNotice[], site: string): string[] {
  const own = notices.filter(({ sender }) => sender === null);
  const inInbox = notices.filter(({ isInInbox }) => isInInbox);
  const howMuch = inInbox.length === notices.length ? 'All' : 'Some';
  return [
    `Magpie at ${site} shows an ad by ads.getDetails with its hash.`,
    ...(inInbox.length > 0 ? [`${howMuch} of it is also in your inbox: notifications.list.`] : []),
    ...(own.length > 0
      ? ['To change or stop a rule of yours, call notifications.upsertRule with its number as id.']
      : []),
    ...(own.length < notices.length ? ['A rule of somebody else is theirs to change or stop.'] : []),
  ];
}

function htmlOf(notices: readonly ToldNotice[], after: readonly (readonly string[])[]): string {
  const parts = notices.map((notice) => {
    const ads = [...adsOf(notice), ...moreAds(notice)].map((line) => html`<li>${line}</li>`);
    const [rule = '', ...companies] = detailsOf(notice);
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
