import type { PublicBoard, PublicBoardLink, PublicBoardPage } from '@magpie/contract';
import { html, type Html } from '../../integrations/html.ts';
import { createPageStyle, noticeContent, ownerLine } from '../../integrations/publicPage.ts';
import { adCard } from './adCard.ts';
import { previewSize } from './preview.ts';
import { toDegrees, hues, longDate } from './shownAd.ts';

const numbers = new Intl.NumberFormat('en');

const hueRules = Array.from({ length: hues }, (_, hue) => `.hue${hue} { --hue: ${toDegrees(hue)} }`).join(
  '\n',
);
const pageStyle = createPageStyle({ stylesheet: 'board.css', rules: hueRules, script: 'board.js' });
export const boardSecurityPolicy = pageStyle.contentSecurityPolicy;

const foot = html`Collected with Magpie`;

interface Shown {
  readonly cursor: number | null;
  readonly site: string;
  /** A data URI. */
  readonly logo: string | null;
}

export function boardHtml(page: PublicBoardPage, { cursor, site, logo }: Shown): string {
  const { board, ads } = page;
  const head = html`<title>${board.name} · Magpie</title> ${renderHead(board, cursor)}`;
  const body = html`<header class="board">
      ${ownerLine(board.by, logo)} ${parentLink(board.parent)}
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
  return pageStyle.render({ head, body, foot });
}

export function noticeHtml(heading: string, sentence: string): string {
  return pageStyle.render({ ...noticeContent(heading, sentence), foot });
}

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
