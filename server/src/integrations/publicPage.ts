import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getInitials } from './drawing/lettering.ts';
import { html, trustedHtml, type Html } from './html.ts';

interface PageContent {
  /** At least the title. */
  readonly head: Html;
  readonly body: Html;
  readonly foot: Html;
}

export interface PublicPageStyle {
  render(content: PageContent): string;
  /** Allows only this style, pictures and videos of this service or in the page: no scripts and no other hosts. */
  readonly contentSecurityPolicy: string;
}

const assets = path.resolve(import.meta.dirname, '../../assets');

/** A page for visitors. The style is inlined: one request, and no stylesheet URL that could be replaced. */
export function createPageStyle(stylesheet: string, rules = ''): PublicPageStyle {
  const sheets = ['publicPage.css', stylesheet].map((file) => readFileSync(path.join(assets, file), 'utf8'));
  const style = `${sheets.join('')}${rules}`;
  const styleElement = trustedHtml(`<style>${style}</style>`);
  const digest = createHash('sha256').update(style).digest('base64');
  return {
    render: ({ head, body, foot }) =>
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="referrer" content="no-referrer" />
            <link rel="icon" href="/favicon.svg" />
            ${head} ${styleElement}
          </head>
          <body>
            ${body}
            <footer class="foot"><p>${foot}</p></footer>
          </body>
        </html> `.toString(),
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src 'sha256-${digest}'`,
      // Logos are part of the page.
      "img-src 'self' data:",
      "media-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** Who shares the page: a team or a person, with its logo, a data URI, or its initials. */
export function ownerLine(name: string | null, logo: string | null): Html | null {
  if (name === null && logo === null) return null;
  const initials = name === null ? null : html`<span aria-hidden="true">${getInitials(name)}</span>`;
  const mark = logo === null ? initials : html`<img src="${logo}" alt="" />`;
  return html`<p class="owner">${mark}${name === null ? null : html`<bdi>${name}</bdi>`}</p>`;
}

/** For a link that leads nowhere. */
export function noticeContent(heading: string, sentence: string): Pick<PageContent, 'head' | 'body'> {
  return {
    head: html`<title>${heading} · Magpie</title> <meta name="robots" content="noindex" />`,
    body: html`<main class="notice">
      <h1>${heading}</h1>
      <p>${sentence}</p>
    </main>`,
  };
}
