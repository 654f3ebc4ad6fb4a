import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseUrl, type Report } from '@magpie/contract';
import { html, trustedHtml, type Html } from '../integrations/html.ts';
import { describeReport, type ReportItem, type ReportPart, type ReportSection } from './describeReport.ts';

/** `pictureOf` returns the address of a picture on this service. */
export function reportHtml(
  report: Report,
  expiresAt: Date,
  pictureOf: (url: string) => string | null,
): string {
  const { title, days, by, sections, note } = describeReport(report);
  const body = html`<header>
      <p class="kind">Weekly report</p>
      <h1 dir="auto">${title}</h1>
      <p class="about">${days}${by === null ? null : html` · <bdi>${by}</bdi>`}</p>
    </header>
    <main>
      ${sections.map((section) => sectionHtml(section, title, pictureOf))}
      ${note === null ? null : html`<p class="evidence">${note}</p>`}
    </main>`;
  const expires = expiresAt.toISOString().slice(0, 10);
  return wholePage(
    `${title}, ${days}`,
    body,
    html`Made with Magpie. This link expires on <time datetime="${expires}">${expires}</time>.`,
  );
}

export function reportNoticeHtml(heading: string, sentence: string): string {
  const main = html`<main class="notice">
    <h1>${heading}</h1>
    <p>${sentence}</p>
  </main>`;
  return wholePage(heading, main, html`Made with Magpie`);
}

function wholePage(title: string, body: Html, foot: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="/favicon.svg" />
        <title>${title} · Magpie</title>
        ${styleElement}
      </head>
      <body>
        ${body}
        <footer><p>${foot}</p></footer>
      </body>
    </html> `.toString();
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

const style = readFileSync(path.resolve(import.meta.dirname, '../../assets/report.css'), 'utf8');

/** Inlined into each page: one request, and no stylesheet URL that could be replaced. */
const styleElement = trustedHtml(`<style>${style}</style>`);

const styleDigest = createHash('sha256').update(style).digest('base64');

/** Allows only this style and pictures of this service: no scripts and no other hosts. */
export const reportSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleDigest}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
