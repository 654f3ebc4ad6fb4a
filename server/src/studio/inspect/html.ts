import { parseUrl } from '@magpie/contract';
import { Parser } from 'htmlparser2';
import { cleanLine, truncateText } from '../text.ts';

export interface PageElement {
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
export function readElementText(element: PageElement, most = 20_000, joined = inline): string {
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
  return readElementText(element, most, new Set());
}

export function getSource(element: PageElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

export function attribute(element: PageElement, name: string): string | null {
  const value = element.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

export const hyphenate = (names: string): string =>
  names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

export function idAndClasses(element: PageElement): string {
  const names = `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
  return names.slice(0, 300);
}

export function withAncestors(elements: Iterable<PageElement>): ReadonlySet<PageElement> {
  const all = new Set<PageElement>();
  for (const element of elements)
    for (let one: PageElement | null = element; one !== null && !all.has(one); one = one.parent) all.add(one);
  return all;
}

const markup = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Plain text on one line: no tags, entities or control characters, single spaces. */
export function plainText(text: string, most: number): string {
  let plain = text.slice(0, 20 * most);
  // Twice, because some shops escape twice.
  for (let times = 0; times < 2 && markup.test(plain); times += 1)
    plain = readElementText(readHtml(plain)[0]);
  return truncateText(cleanLine(plain.slice(0, 8 * most)), most);
}

/** Resolves a URL in a page; null if a product could not have it. */
export function absoluteUrl(text: string, base: string): string | null {
  const said = text.trim();
  const isPlain = said.length <= 4096 && !/[\p{Cc}\p{Cf}\ufffd]/u.test(said);
  const url = isPlain ? parseUrl(said, new URL(base)) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return null;
  }
  url.hash = '';
  // The URL parser leaves backslashes in a query, where other parsers reject them.
  const address = url.href.replaceAll('\\', '%5C');
  return address.length <= 2048 ? address : null;
}

/** Browsers search this many bytes for a charset declaration. */
const searchedBytes = 4096;

type Decoder = InstanceType<typeof TextDecoder>;

/** Decodes by byte order mark, Content-Type, declaration in the page, or guess. */
export function decodePage(bytes: Buffer, contentType: string | null): string {
  const decoder =
    byByteOrderMark(bytes) ??
    createDecoder(charsetIn(contentType ?? '')) ??
    createDecoder(declaredCharset(bytes));
  return decoder === null ? decodeUndeclared(bytes) : decoder.decode(bytes);
}

function byByteOrderMark(bytes: Buffer): Decoder | null {
  const start = bytes.subarray(0, 3).toString('hex');
  if (start === 'efbbbf') return new TextDecoder('utf-8');
  if (start.startsWith('fffe')) return new TextDecoder('utf-16le');
  return start.startsWith('feff') ? new TextDecoder('utf-16be') : null;
}

function charsetIn(text: string): string | null {
  return /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;
}

const inMeta = /<meta\b[^>]{0,300}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i;
/** XHTML declares it in the first line. */
const inDeclaration = /^\s{0,20}<\?xml\b[^>]{0,300}?\bencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/i;

function declaredCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, searchedBytes).toString('latin1');
  const [, said] = inMeta.exec(start) ?? inDeclaration.exec(start) ?? [];
  if (said === undefined) return null;
  // The declaration was readable as single bytes, so the page cannot be UTF-16.
  return /^utf-?16/i.test(said) ? 'utf-8' : said;
}

function createDecoder(name: string | null): Decoder | null {
  if (name === null) return null;
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

function decodeUndeclared(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
