import { Marked, type Tokens } from 'marked';
import { html, trustedHtml, type Html } from '../integrations/html.ts';

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

/** The anchor of a heading: as on GitHub, except that the name of a procedure is kept. */
export function toAnchor(heading: string): string {
  const plain = heading.replaceAll(/[`*\\]/g, '');
  if (/^\w+\.\w+$/.test(plain)) return plain;
  return plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
