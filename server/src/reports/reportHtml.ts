import { parseUrl, type Report } from '@magpie/contract';
import { html, type Html } from '../integrations/html.ts';
import { createPageStyle, noticeContent, ownerLine } from '../integrations/publicPage.ts';
import { describeReport, type ReportItem, type ReportPart, type ReportSection } from './describeReport.ts';

const page = createPageStyle({ stylesheet: 'report.css' });
export const reportSecurityPolicy = page.contentSecurityPolicy;

interface ShownReport {
  readonly expiresAt: Date;
  /** A data URI. */
  readonly logo: string | null;
  /** Returns the address of a picture on this service. */
  readonly pictureOf: PictureOf;
}

export function reportHtml(report: Report, { expiresAt, logo, pictureOf }: ShownReport): string {
  const { title, days, by, sections, note } = describeReport(report);
  const body = html`<header>
      ${ownerLine(by, logo)}
      <p class="kind">Weekly report</p>
      <h1 dir="auto">${title}</h1>
      <p class="about">${days}</p>
    </header>
    <main>
      ${sections.map((section) => sectionHtml(section, title, pictureOf))}
      ${note === null ? null : html`<p class="evidence">${note}</p>`}
    </main>`;
  const expires = expiresAt.toISOString().slice(0, 10);
  return page.render({
    head: html`<title>${`${title}, ${days} · Magpie`}</title>
      <meta name="robots" content="noindex, nofollow" />`,
    body,
    foot: html`Made with Magpie. This link expires on <time datetime="${expires}">${expires}</time>.`,
  });
}

export function reportNoticeHtml(heading: string, sentence: string): string {
  return page.render({ ...noticeContent(heading, sentence), foot: html`Made with Magpie` });
}

type PictureOf = (url: string) => string | null;

function sectionHtml({ brand, evidence, parts }: ReportSection, title: string, pictureOf: PictureOf): Html {
  return html`<section class="brand">
    ${brand === null || brand === title ? null : html`<h2 dir="auto">${brand}</h2>`}
    ${evidence === null ? null : html`<p class="evidence">${evidence}</p>`}
    ${parts.map((part) => partHtml(part, pictureOf))}
  </section>`;
}

function partHtml({ title, summary, items, evidence }: ReportPart, pictureOf: PictureOf): Html {
  const list = html`<ul class="wall">
    ${items.map((item) => itemHtml(item, pictureOf))}
  </ul>`;
  return html`<section class="part">
    <h3>${title}</h3>
    <p class="summary">${summary}</p>
    ${items.length === 0 ? null : list}
    ${evidence === null ? null : html`<p class="evidence">${evidence}</p>`}
  </section>`;
}

function itemHtml({ title, text, facts, picture, source }: ReportItem, pictureOf: PictureOf): Html {
  const url = picture === null ? null : pictureOf(picture);
  const link = safeLink(source);
  const heading = html`<h4 dir="auto">${title}</h4>`;
  return html`<li>
    <article>
      ${url === null ? null : html`<img src="${url}" alt="" loading="lazy" decoding="async" />`}
      <div class="text">
        ${heading} ${text === null ? null : html`<p class="copy" dir="auto">${text}</p>`}
        <p class="facts">${facts.join(' · ')}</p>
        ${
          link === null
            ? null
            : html`<p class="facts"><a href="${link}" rel="noopener nofollow ugc">Original ad</a></p>`
        }
      </div>
    </article>
  </li> `;
}

function safeLink(link: string | null): string | null {
  const url = link === null ? null : parseUrl(link);
  if (url === null) return null;
  const { protocol, username, password, href } = url;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && username === '' && password === '' ? href : null;
}
