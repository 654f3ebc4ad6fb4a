import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PublicBoard, PublicBoardLink, PublicBoardPage } from '@magpie/contract';
import { html, trustedHtml, type Html } from '../../integrations/html.ts';
import { adCard } from './adCard.ts';
import { previewSize } from './preview.ts';
import { toDegrees, hues, longDate } from './shownAd.ts';

const numbers = new Intl.NumberFormat('en');

export function boardHtml(page: PublicBoardPage, cursor: number | null, site: string): string {
  const { board, ads } = page;
  const head = html`<title>${board.name} · Magpie</title> ${renderHead(board, cursor)}`;
  const body = html`<header class="board">
      ${parentLink(board.parent)}
      <h1 dir="auto">${board.name}</h1>
      ${board.description === null ? null : html`<p class="description" dir="auto">${board.description}</p>`}
      <p class="count">
        ${adCountLabel(board.adCount)} · Updated
        <time datetime="${board.updatedAt}">${longDate(board.updatedAt)}</time>
      </p>
      ${childLinks(board.boards)}
    </header>
    <main>
      ${
        ads.length === 0
          ? html`<p class="empty">
              ${cursor === null ? 'Nothing has been saved to this board yet.' : 'There are no more ads on this board.'}
            </p>`
          : html`<ul class="wall">
              ${ads.map((ad) => adCard(ad, site))}
            </ul>`
      }
      ${pageLinks(board, page.nextCursor, cursor)}
    </main>`;
  return wholePage(head, body);
}

export function noticeHtml(heading: string, sentence: string): string {
  const head = html`<title>${heading} · Magpie</title> <meta name="robots" content="noindex" />`;
  return wholePage(
    head,
    html`<main class="notice">
      <h1>${heading}</h1>
      <p>${sentence}</p>
    </main>`,
  );
}

function wholePage(head: Html, body: Html): string {
  return html`<!doctype html>
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
        <footer class="foot"><p>Collected with Magpie</p></footer>
      </body>
    </html> `.toString();
}

const hueRules = Array.from({ length: hues }, (_, hue) => `.hue${hue} { --hue: ${toDegrees(hue)} }`).join(
  '\n',
);

const style = `${readFileSync(path.resolve(import.meta.dirname, '../../../assets/publicBoard.css'), 'utf8')}${hueRules}`;

/** Inlined into each page: one request, and no stylesheet URL that could be replaced. */
const styleElement = trustedHtml(`<style>${style}</style>`);

const styleDigest = createHash('sha256').update(style).digest('base64');

/** Allows only this style, pictures and videos of this service: no scripts and no other hosts. */
export const boardSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleDigest}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function renderHead(board: PublicBoard, cursor: number | null): Html {
  const url = cursor === null ? board.url : `${board.url}?cursor=${cursor}`;
  const description = summarize(board);
  const picture = `${board.url}.png`;
  const alt = `${board.name}, ${adCountLabel(board.adCount)}`;
  return html`<meta name="description" content="${description}" />
    <link rel="canonical" href="${url}" />
    <link rel="alternate" type="application/json" href="${board.url}.json" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Magpie" />
    <meta property="og:title" content="${board.name}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${previewSize.width}" />
    <meta property="og:image:height" content="${previewSize.height}" />
    <meta property="og:image:alt" content="${alt}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${board.name}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${picture}" />
    <meta name="twitter:image:alt" content="${alt}" />`;
}

const maxSummaryLength = 200;

function summarize({ description, adCount }: PublicBoard): string {
  const text = description?.replaceAll(/\s+/gu, ' ') ?? '';
  if (text === '') return `A board of ${adCountLabel(adCount)}.`;
  const letters = Array.from(text);
  return letters.length <= maxSummaryLength ? text : `${letters.slice(0, maxSummaryLength - 1).join('')}…`;
}

export function adCountLabel(ads: number): string {
  return `${numbers.format(ads)} ${ads === 1 ? 'ad' : 'ads'}`;
}

/** Relative to `/b/`, so that it works under any base URL. */
function getHref({ slug, id }: PublicBoardLink): string {
  return slug ?? String(id);
}

function parentLink(parent: PublicBoardLink | null): Html | null {
  if (parent === null) return null;
  return html`<nav aria-label="Board above">
    <a href="${getHref(parent)}" dir="auto">← ${parent.name}</a>
  </nav>`;
}

function childLinks(boards: readonly PublicBoardLink[]): Html | null {
  if (boards.length === 0) return null;
  const links = boards.map(
    (board) =>
      html`<li>
        <a href="${getHref(board)}"><bdi>${board.name}</bdi> <span>${numbers.format(board.adCount)}</span></a>
      </li>`,
  );
  return html`<nav aria-label="Boards below">
    <ul class="boards">
      ${links}
    </ul>
  </nav>`;
}

function pageLinks(board: PublicBoard, nextCursor: number | null, cursor: number | null): Html | null {
  if (cursor === null && nextCursor === null) return null;
  const first = cursor === null ? null : html`<a href="${getHref(board)}">First page</a>`;
  const next =
    nextCursor === null
      ? null
      : html`<a href="${getHref(board)}?cursor=${nextCursor}" rel="next">Next page</a>`;
  return html`<nav class="pages" aria-label="Pages">${first}${next}</nav>`;
}
