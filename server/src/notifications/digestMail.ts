import { html } from '../kernel/html.ts';
import type { Mail } from '../kernel/mail/outbox.sql.ts';
import { oneLine, type Notice } from './notices.ts';

/** A notice as one address is told of it. */
export interface ToldNotice extends Notice {
  readonly ruleId: number;
  readonly adHashes: readonly string[];
  /** Whose rule it is, where it is not the recipient's own. */
  readonly sender: string | null;
}

/** Longer lists are read in the inbox. */
const linksPerNotice = 20;
const mostNotices = 200;

/** The address of the owner of an instance that nobody has given another. */
export function canBeMailed(address: string): boolean {
  return !address.endsWith('@localhost');
}

/** Everything that an address is told at one time, as one mail. */
export function alertMail(notices: readonly ToldNotice[], site: string): Omit<Mail, 'to'> {
  const told = notices.slice(0, mostNotices);
  const left = notices.length - told.length;
  const rest = left === 0 ? [] : [`and ${left.toLocaleString('en-US')} more of your rules fired`];
  const paragraphs = [...told.map((notice) => linesOf(notice, site)), rest, [...ending(site)]];
  return {
    subject: subjectOf(notices),
    text: paragraphs
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
    html: htmlOf(told, rest, site),
  };
}

function subjectOf([first, ...others]: readonly ToldNotice[]): string {
  const title = first?.title ?? '';
  if (others.length === 0) return title;
  return `${title}, and ${others.length.toLocaleString('en-US')} more ${others.length === 1 ? 'alert' : 'alerts'}`;
}

function linesOf(notice: ToldNotice, site: string): string[] {
  return [notice.title, ...detailsOf(notice), ...linksOf(notice, site), ...moreAds(notice)];
}

function detailsOf({ body, ruleId, sender }: ToldNotice): string[] {
  const [rule = '', ...companies] = body.split('\n');
  const whose = sender === null ? '' : `, of ${oneLine(sender)}`;
  return [`${rule} (number ${ruleId}${whose})`, ...companies];
}

function linksOf({ adHashes }: ToldNotice, site: string): string[] {
  return adHashes.slice(0, linksPerNotice).map((hash) => `${site}/ads/${hash}`);
}

function moreAds({ adHashes }: ToldNotice): string[] {
  const more = adHashes.length - linksPerNotice;
  return more > 0 ? [`and ${more.toLocaleString('en-US')} more ${more === 1 ? 'ad' : 'ads'}`] : [];
}

function ending(site: string): string[] {
  return [
    `All of it is in your inbox: ${site}/alerts`,
    'To change or stop a rule, open that page, or call notifications.upsertRule with its number as id.',
  ];
}

function htmlOf(notices: readonly ToldNotice[], rest: readonly string[], site: string): string {
  const parts = notices.map((notice) => {
    const links = linksOf(notice, site).map((link) => html`<li><a href="${link}">${link}</a></li>`);
    const more = moreAds(notice).map((line) => html`<li>${line}</li>`);
    const [rule = '', ...companies] = detailsOf(notice);
    return html`<h2>${notice.title}</h2>
      <p>${rule}${companies.map((company) => html`<br />${company}`)}</p>
      <ul>
        ${links}${more}
      </ul>`;
  });
  const [where = '', how = ''] = ending(site);
  return [
    '<!doctype html>',
    ...parts,
    ...rest.map((line) => html`<p>${line}</p>`),
    html`<p>${where}<br />${how}</p>`,
  ].join('\n');
}
