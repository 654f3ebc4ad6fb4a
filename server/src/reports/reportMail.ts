import type { Report } from '@magpie/contract';
import { html, type Html } from '../integrations/html.ts';
import type { Mail } from '../integrations/mail/outbox.sql.ts';
import { describeReport, type ReportItem, type ReportPart, type ReportSection } from './describeReport.ts';
import { reportLink, weekLink } from './reportLink.ts';

interface ReportLinks {
  readonly site: string;
  /** The address of a picture that a mail program can load; null without one. */
  readonly pictureOf: (url: string) => string | null;
}

const itemsPerPart = 6;

export function reportMail(report: Report, { site, pictureOf }: ReportLinks): Omit<Mail, 'to'> {
  const { title, days, by, sections, note } = describeReport(report);
  const page = weekLink(report, site);
  const link = reportLink(report, site);
  const closing = `To change or stop this mail, open ${site}/reports.`;
  const text = [
    `${title}: ${days}`,
    ...(by === null ? [] : [`By ${by}`]),
    `Report with all pictures: ${page}`,
    ...sections.flatMap(({ brand, evidence, parts }) => [
      ...(brand === null || brand === title ? [] : [brand]),
      ...(evidence === null ? [] : [evidence]),
      ...parts.map((part) => partText(part, site)),
    ]),
    ...(note === null ? [] : [note]),
    `Permanent link to this version: ${link}`,
    closing,
  ];
  const body = [
    html`<h1>${title}</h1>
      <p>${days}${by === null ? null : html` · ${by}`}</p>
      <p><a href="${page}">Open the report</a></p>`,
    ...sections.flatMap((section) => sectionHtml(section, title, { site, pictureOf })),
    ...(note === null ? [] : [html`<p>${note}</p>`]),
    html`<p><a href="${link}">Permanent link to this version</a></p>`,
    html`<p><small>${closing}</small></p>`,
  ];
  return {
    subject: `Weekly report: ${title}, ${days}`,
    text: text.join('\n\n'),
    html: ['<!doctype html>', ...body].join('\n'),
  };
}

function partText({ title, summary, items, evidence }: ReportPart, site: string): string {
  const listed = items
    .slice(0, itemsPerPart)
    .map((item) => `- ${oneLine(item.title)} (${item.facts.join(', ')})${linkText(item, site)}`);
  return [`${title}: ${summary}`, ...listed, ...(evidence === null ? [] : [evidence])].join('\n');
}

function linkText({ hash }: ReportItem, site: string): string {
  return hash === null ? '' : `\n  ${site}/ads/${hash}`;
}

/** Line breaks in texts of ads could forge lines. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function sectionHtml({ brand, evidence, parts }: ReportSection, title: string, links: ReportLinks): Html[] {
  return [
    ...(brand === null || brand === title ? [] : [html`<h2>${brand}</h2>`]),
    ...(evidence === null ? [] : [html`<p><small>${evidence}</small></p>`]),
    ...parts.map((part) => partHtml(part, links)),
  ];
}

function partHtml({ title, summary, items, evidence }: ReportPart, { site, pictureOf }: ReportLinks): Html {
  const rows = items.slice(0, itemsPerPart).map((item) => itemHtml(item, site, pictureOf));
  return html`<h3>${title}</h3>
    <p>${summary}</p>
    ${
      rows.length === 0
        ? null
        : html`<table role="presentation" cellpadding="4">
            ${rows}
          </table>`
    }
    ${evidence === null ? null : html`<p><small>${evidence}</small></p>`}`;
}

function itemHtml(
  { hash, title, text, facts, picture }: ReportItem,
  site: string,
  pictureOf: ReportLinks['pictureOf'],
): Html {
  const url = picture === null ? null : pictureOf(picture);
  const name = hash === null ? html`${title}` : html`<a href="${site}/ads/${hash}">${title}</a>`;
  return html`<tr valign="top">
    <td width="96">${url === null ? null : html`<img src="${url}" alt="" width="96" />`}</td>
    <td>
      <b>${name}</b><br />${text === null ? null : html`${text}<br />`}<small>${facts.join(' · ')}</small>
    </td>
  </tr>`;
}
