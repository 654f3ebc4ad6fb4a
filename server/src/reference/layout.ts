import { html, ownHtml, type Html } from '../kernel/html.ts';
import type { Page } from './pages.ts';
import { anchorOf, render } from './render.ts';

/** What a browser may do on these pages: nothing but ask this host. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A page for people, with the list of all beside it. */
export function pageHtml(page: Page, pages: readonly Page[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Magpie API</title>
        <meta name="description" content="${page.about}" />
        <link rel="icon" href="/favicon.svg" />
        <link rel="alternate" type="text/markdown" href="${markdownAddress(page)}" />
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/theme.js"></script>
        <script src="/docs/console.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="brand" href="/docs">Magpie <span>API</span></a>
          <a href="/openapi.json">OpenAPI</a>
          <a href="/">Dashboard</a>
          <button type="button" id="menu" aria-expanded="false" aria-controls="contents">Contents</button>
        </header>
        <div class="frame">
          <nav id="contents" class="closed" aria-label="Contents">
            <search>
              <input
                id="search"
                type="search"
                placeholder="Search procedures"
                aria-label="Search procedures"
                autocomplete="off"
              />
            </search>
            <ul id="found" aria-label="Procedures found" hidden></ul>
            <p id="none" role="status"></p>
            <div id="listing">
              ${listing('Guides', 'guide', page, pages)} ${listing('Procedures', 'router', page, pages)}
            </div>
          </nav>
          <main id="content" tabindex="-1" data-part="${page.part}">
            ${page.part === 'router' ? withConsoles(render(page.markdown)) : render(page.markdown)}
            <footer><a href="${markdownAddress(page)}">This page as Markdown</a></footer>
          </main>
        </div>
      </body>
    </html>`.toString();
}

/** Leaves room under each procedure for its console, so that nothing moves when that comes. */
function withConsoles(rendered: Html): Html {
  const [opening = '', ...sections] = rendered.toString().split(/(?=<h2 id=)/);
  const withRoom = sections.map(
    (section) =>
      html`${ownHtml(section)}
        <div class="room"></div>`,
  );
  return html`${ownHtml(opening)}
    <div class="key"></div>
    ${withRoom}`;
}

export function markdownAddress({ address }: Page): string {
  return address === '/docs' ? '/docs/index.md' : `${address}.md`;
}

function listing(heading: string, part: Page['part'], shown: Page, pages: readonly Page[]): Html {
  const links = pages
    .filter((page) => page.part === part)
    .map((page) =>
      page === shown
        ? html`<li>
            <a href="${page.address}" aria-current="page">${page.title}</a>
            ${part === 'router' ? procedureLinks(page) : null}
          </li>`
        : html`<li><a href="${page.address}">${page.title}</a></li>`,
    );
  return html`<h2>${heading}</h2>
    <ul>
      ${links}
    </ul>`;
}

function procedureLinks({ title, markdown }: Page): Html {
  const names = [...markdown.matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name);
  return html`<ul>
    ${names.map((name) => html`<li><a href="${`#${anchorOf(name)}`}">${name.slice(title.length + 1)}</a></li>`)}
  </ul>`;
}
