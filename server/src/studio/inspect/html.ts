import { Parser } from 'htmlparser2';

export interface PageElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (PageElement | string)[];
  readonly parent: PageElement | null;
}

/** Several times what real pages have. Together, the limits bound the work per page. */
const maxTags = 150_000;
const maxElements = 60_000;
const maxAttributes = 60;
/** A closing tag searches all open elements. */
const maxDepth = 256;

/** Inline elements: their boundaries do not separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code data em font i ins kbd label mark q s samp small span strong time u var'.split(
    ' ',
  ),
);
/** Elements without visible text. */
const hiddenElements = new Set('script style template svg select textarea iframe object'.split(' '));

interface Open extends PageElement {
  readonly attributes: Map<string, string>;
  readonly children: (PageElement | string)[];
}

/**
 * The elements of a page in document order; the first contains all others. Parsing stops at elements that are nested too
 * deeply, and at the maximum number of elements.
 */
export function readHtml(markup: string): readonly [PageElement, ...PageElement[]] {
  const root = newElement('#page', null);
  const elements: [Open, ...Open[]] = [root];
  const stack: Open[] = [root];
  let top = root;
  const parser = new Parser({
    onopentagname(name) {
      if (stack.length >= maxDepth || elements.length >= maxElements) return parser.pause();
      const element = newElement(name, top);
      top.children.push(element);
      elements.push(element);
      stack.push(element);
      top = element;
    },
    onattribute(name, value) {
      const { attributes } = top;
      if (attributes.size < maxAttributes && !attributes.has(name)) attributes.set(name, value);
    },
    ontext(text) {
      const last = top.children.length - 1;
      const before = top.children[last];
      if (typeof before === 'string') top.children[last] = before + text;
      else top.children.push(text);
    },
    onclosetag() {
      if (stack.length > 1) stack.pop();
      top = stack.at(-1) ?? root;
    },
  });
  parser.end(withinTagLimit(markup));
  return elements;
}

/** The markup up to the tag limit. */
function withinTagLimit(markup: string): string {
  let end = -1;
  for (let tags = 0; tags < maxTags; tags += 1) {
    end = markup.indexOf('<', end + 1);
    if (end === -1) return markup;
  }
  return markup.slice(0, end);
}

function newElement(name: string, parent: Open | null): Open {
  return { name, attributes: new Map(), children: [], parent };
}

/** Per text; bounds the work on deeply nested elements. */
const maxPieces = 5000;

/** The visible text of an element, up to about `most` characters, not normalized. */
export function textOf(element: PageElement, most = 20_000, joined = inline): string {
  const pieces: string[] = [];
  let length = 0;
  const visit = (node: PageElement | string): void => {
    if (length >= most || pieces.length >= maxPieces) return;
    if (typeof node === 'string') {
      pieces.push(node.slice(0, most));
      length += node.length;
    } else if (!hiddenElements.has(node.name)) {
      const edge = joined.has(node.name) ? '' : ' ';
      pieces.push(edge);
      for (const child of node.children) visit(child);
      pieces.push(edge);
    }
  };
  for (const child of element.children) visit(child);
  return pieces.join('').slice(0, most);
}

/** The same with spaces around elements: `12<sup>99</sup>` is two numbers, not 1299. */
export function spacedText(element: PageElement, most: number): string {
  return textOf(element, most, new Set());
}

/** The raw text of an element, for scripts and styles. */
export function sourceOf(element: PageElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

/** Null if absent or empty. */
export function attribute(element: PageElement, name: string): string | null {
  const value = element.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

/** Converts camelCase to kebab-case. */
export const hyphenated = (names: string): string =>
  names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** Id and classes, which often describe the purpose of an element. */
export function idAndClasses(element: PageElement): string {
  const names = `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
  return names.slice(0, 300);
}
