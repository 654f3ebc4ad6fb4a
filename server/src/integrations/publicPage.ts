import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getInitials } from './drawing/lettering.ts';
import { html, trustedHtml, type Html } from './html.ts';
import { fontRules } from './publicFonts.ts';

interface PageContent {
  /** At least the title. */
  readonly head: Html;
  readonly body: Html;
  readonly foot: Html;
}

export interface PublicPageStyle {
  render(content: PageContent): string;
  /** Allows only this style and script, and files of this service or in the page: nothing from other hosts. */
  readonly contentSecurityPolicy: string;
}

const assets = path.resolve(import.meta.dirname, '../../assets/publicPage');

const readAsset = (file: string): string => readFileSync(path.join(assets, file), 'utf8');

interface PageParts {
  readonly stylesheet: string;
  readonly rules?: string;
  /** Optional: the page must be usable without it. */
  readonly script?: string;
}

/** A page for visitors. Style and script are inlined: one request, and no URL whose file could be replaced. */
export function createPageStyle({ stylesheet, rules = '', script }: PageParts): PublicPageStyle {
  const style = [fontRules, readAsset('page.css'), readAsset(stylesheet), rules].join('');
  const code = script === undefined ? null : readAsset(script);
  const styleElement = trustedHtml(`<style>${style}</style>`);
  const scriptElement = code === null ? null : trustedHtml(`<script>${code}</script>`);
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
            ${scriptElement}
          </body>
        </html> `.toString(),
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${hashSource(style)}`,
      ...(code === null ? [] : [`script-src ${hashSource(code)}`]),
      // Logos are part of the page.
      "img-src 'self' data:",
      "media-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
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
