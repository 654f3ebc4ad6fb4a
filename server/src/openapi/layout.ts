import { html, trustedHtml, type Html } from '../integrations/html.ts';
import { type DocsPage, toAnchor } from './pages.ts';
import { Marked, type Tokens } from 'marked';

export const referenceSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Not in a template: the compiler would replace its end tags with calls of a helper. */
const scripts = trustedHtml(
  '<script src="/theme.js"></script><script src="/docs/console.js" type="module"></script>',
);

export function pageHtml(page: DocsPage, pages: readonly DocsPage[]): string {
  const { title, about, part, markdown } = page;
  const address = markdownAddress(page);
  const rendered = render(markdown);
  return frame({
    title,
    head: html`<meta name="description" content="${about}" />
      <link rel="alternate" type="text/markdown" href="${address}" />`,
    contents: contents(pages, page),
    main: html`<main id="content" tabindex="-1" data-part="${part}">
      ${part === 'router' ? withConsoles(rendered) : rendered}
      <footer><a href="${address}">This page as Markdown</a></footer>
    </main>`,
  });
}

export function notFoundHtml(pages: readonly DocsPage[]): string {
  const title = 'Page not found';
  return frame({
    title,
    head: html``,
    contents: contents(pages),
    main: html`<main id="content" tabindex="-1">
      <h1>${title}</h1>
      <p>See the contents for all pages, or begin with <a href="/docs">getting started</a>.</p>
    </main>`,
  });
}

interface Frame {
  readonly title: string;
  readonly head: Html;
  readonly contents: Html;
  readonly main: Html;
}

function frame({ title, head, contents: listed, main }: Frame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Magpie API</title>
        ${head}
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/docs/style.css" />
        ${scripts}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="brand" href="/docs">Magpie <span>API</span></a>
          <a href="/openapi.json">OpenAPI</a>
          <a href="/">Dashboard</a>
          <button type="button" id="menu" aria-expanded="false" aria-controls="contents">Contents</button>
        </header>
        <div class="frame">${listed} ${main}</div>
      </body>
    </html>`.toString();
}

function contents(pages: readonly DocsPage[], shown?: DocsPage): Html {
  return html`<nav id="contents" class="closed" aria-label="Contents">
    <search>
      <input
        id="search"
        type="search"
        placeholder="Search docs"
        aria-label="Search procedures and guides"
        autocomplete="off"
      />
    </search>
    <ul id="found" aria-label="Procedures and guides found" hidden></ul>
    <p id="none" role="status"></p>
    <div id="listing">
      ${listing('Guides', 'guide', shown, pages)} ${listing('Procedures', 'router', shown, pages)}
    </div>
  </nav>`;
}

/** Reserves space under each procedure for its console, to avoid a layout shift. */
function withConsoles(rendered: Html): Html {
  const [opening = '', ...sections] = rendered.toString().split(/(?=<h2 id=)/);
  const withSpace = sections.map(
    (section) =>
      html`${trustedHtml(section)}
        <div class="console-side"></div>`,
  );
  return html`${trustedHtml(opening)}
    <div class="key"></div>
    ${withSpace}`;
}

export function markdownAddress({ address }: DocsPage): string {
  return address === '/docs' ? '/docs/index.md' : `${address}.md`;
}

function listing(
  heading: string,
  part: DocsPage['part'],
  shown: DocsPage | undefined,
  pages: readonly DocsPage[],
): Html {
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

function procedureLinks({ title, markdown }: DocsPage): Html {
  const links = [...markdown.matchAll(/^## (\w+\.\w+)$/gm)].map(
    ([, name = '']) => html`<li><a href="${`#${toAnchor(name)}`}">${name.slice(title.length + 1)}</a></li>`,
  );
  return html`<ul>
    ${links}
  </ul>`;
}

/** Renders Markdown as HTML. Escapes embedded HTML, and drops links that are not http, absolute paths or anchors. */
export function render(markdown: string): Html {
  return trustedHtml(marked.parse(markdown, { async: false }));
}

const marked = new Marked({
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.toString(),
    heading({ tokens, depth, text }) {
      const id = toAnchor(text);
      const words = this.parser.parseInline(tokens);
      return depth === 1
        ? `<h1>${words}</h1>\n`
        : `<h${depth} id="${id}"><a href="#${id}">${words}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const words = trustedHtml(this.parser.parseInline(tokens));
      return /^(?:https?:\/\/|\/(?!\/)|#)/.test(href)
        ? html`<a href="${href}">${words}</a>`.toString()
        : words.toString();
    },
    // Images of the documentation are not served.
    image: ({ text }) => html`${text}`.toString(),
    code: ({ text, lang = '' }) =>
      html`<pre
        tabindex="0"
      ><code class="${`language-${/^\w*/.exec(lang)?.[0]}`}">${text}</code></pre>`.toString(),
    // A wide table scrolls horizontally, also by keyboard.
    table(token) {
      const row = (cells: Tokens.TableCell[], name: 'th' | 'td'): string =>
        `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`;
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
  },
});
