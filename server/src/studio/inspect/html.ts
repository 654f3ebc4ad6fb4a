import { Parser } from 'htmlparser2';

export interface PageElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (PageElement | string)[];
  readonly parent: PageElement | null;
}

/** Several times what any page has that people read. Together they bound the work that a page can make. */
const mostTags = 150_000;
const mostElements = 60_000;
const mostAttributes = 60;
/** A closing tag looks through all that is open. */
const deepest = 256;

/** Where one word ends and another begins, whatever white space is written between them. */
const inline = new Set(
  'a abbr b bdi bdo cite code data em font i ins kbd label mark q s samp small span strong time u var'.split(
    ' ',
  ),
);
/** What nobody reads. */
const unread = new Set(['script', 'style', 'template', 'svg', 'select', 'textarea', 'iframe', 'object']);

interface Open extends PageElement {
  readonly attributes: Map<string, string>;
  readonly children: (PageElement | string)[];
}

/**
 * The elements of a page in the order they stand in it; the first holds all others. What lies behind an element
 * that is nested too deeply, or behind too many, is left out.
 */
export function readHtml(markup: string): readonly [PageElement, ...PageElement[]] {
  const root = opened('#page', null);
  const elements: [Open, ...Open[]] = [root];
  const stack: Open[] = [root];
  let top = root;
  const parser = new Parser({
    onopentagname(name) {
      if (stack.length >= deepest || elements.length >= mostElements) return parser.pause();
      const element = opened(name, top);
      top.children.push(element);
      elements.push(element);
      stack.push(element);
      top = element;
    },
    onattribute(name, value) {
      const { attributes } = top;
      if (attributes.size < mostAttributes && !attributes.has(name)) attributes.set(name, value);
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
  parser.end(beginningOf(markup));
  return elements;
}

/** As far as there are not more tags than are looked at. */
function beginningOf(markup: string): string {
  let end = -1;
  for (let tags = 0; tags < mostTags; tags += 1) {
    end = markup.indexOf('<', end + 1);
    if (end === -1) return markup;
  }
  return markup.slice(0, end);
}

function opened(name: string, parent: Open | null): Open {
  return { name, attributes: new Map(), children: [], parent };
}

/** Looked at for one text: what is nested many times over would otherwise be read as often. */
const mostPieces = 5000;

/** What a reader sees in an element, up to about so many characters, not yet tidied. */
export function textOf(element: PageElement, most = 20_000, joined = inline): string {
  const pieces: string[] = [];
  let length = 0;
  const visit = (node: PageElement | string): void => {
    if (length >= most || pieces.length >= mostPieces) return;
    if (typeof node === 'string') {
      pieces.push(node.slice(0, most));
      length += node.length;
    } else if (!unread.has(node.name)) {
      const edge = joined.has(node.name) ? '' : ' ';
      pieces.push(edge);
      for (const child of node.children) visit(child);
      pieces.push(edge);
    }
  };
  for (const child of element.children) visit(child);
  return pieces.join('').slice(0, most);
}

/** The same with a space around each element: `12<sup>99</sup>` are two numbers and not 1299. */
export function spacedText(element: PageElement, most: number): string {
  return textOf(element, most, new Set());
}

/** What stands in an element as it is, which is what a script or a style is made of. */
export function sourceOf(element: PageElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

/** The value of an attribute; null where it is absent or empty. */
export function attribute(element: PageElement, name: string): string | null {
  const value = element.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

/** Names in lower case with a hyphen at each word. */
export const hyphenated = (names: string): string =>
  names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** Identifier and classes, in which people say what an element is for. */
export function namesOf(element: PageElement): string {
  const names = `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
  return names.slice(0, 300);
}
