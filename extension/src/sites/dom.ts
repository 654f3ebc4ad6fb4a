import { readUrl } from '@magpie/sources/mapping/fields';

/** Finds the cards of ads by the ids on a page: class names change often, ids and links rarely. */

export interface Card {
  readonly id: string;
  readonly element: HTMLElement;
}

/** An element that contains the id of an ad. */
export interface Anchor {
  readonly id: string;
  readonly element: Element;
}

interface CardShape {
  /** Selector of elements that are always a card. */
  readonly known?: string;
  /** Whether an element around an id is the whole card. */
  readonly isWhole: (element: Element) => boolean;
}

/** The same limit as for the rows of a reader. */
const maxAnchors = 5000;

export function findAdCards(anchors: Iterable<Anchor>, shape: CardShape): Card[] {
  const some = takeFirst(anchors, maxAnchors);
  const owners = findOwners(some);
  const cards = new Map<Element, Card>();
  for (const { id, element } of some) {
    const card = cardAround(element, (candidate) => owners.get(candidate) === id, shape);
    if (card !== null && !cards.has(card)) cards.set(card, { id, element: card as HTMLElement });
  }
  return [...cards.values()];
}

function takeFirst<Value>(values: Iterable<Value>, most: number): Value[] {
  const first: Value[] = [];
  for (const value of values) if (first.push(value) === most) break;
  return first;
}

/** The ad of each element; `null` for an element that contains several. */
function findOwners(anchors: readonly Anchor[]): ReadonlyMap<Element, string | null> {
  const owners = new Map<Element, string | null>();
  for (const { id, element } of anchors) {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const owner = owners.get(around);
      if (owner === null) break;
      owners.set(around, owner === undefined || owner === id ? id : null);
    }
  }
  return owners;
}

/** Searches outwards from the id: the first element that is a whole card, else the largest that contains only this ad. */
function cardAround(
  anchor: Element,
  isOwn: (element: Element) => boolean,
  { known, isWhole }: CardShape,
): Element | null {
  const named = known === undefined ? null : anchor.closest(known);
  if (named !== null && isOwn(named)) return named;
  let last: Element | null = null;
  for (let around: Element | null = anchor; around !== null; around = around.parentElement) {
    if (!isOwn(around) || /^(?:BODY|HTML|MAIN)$/i.test(around.tagName)) break;
    last = around;
    if (isWhole(around)) break;
  }
  return last;
}

type ReadId = (url: URL) => string | undefined;

/** The links to ads, as far as a link has the id of its ad. */
export function findAdLinks(document: Document, readId: ReadId): Anchor[] {
  return findLinks(document.body).flatMap(({ element, url }) => {
    const id = readId(url);
    return id === undefined ? [] : [{ id, element }];
  });
}

/** Signatures in the query change with every call; the path identifies the picture. */
function toPath(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}

const maxPictured = 2000;

/** The pictures and videos on a page whose address belongs to an ad. @param pictures addresses with ids of ads */
export function findPictured(
  document: Document,
  pictures: Iterable<readonly [url: unknown, id: string]>,
): Anchor[] {
  const ids = new Map<string | null, string>();
  for (const [url, id] of pictures) ids.set(toPath(url), id);
  const shown = [
    ...findImages(document.body, maxPictured).map(({ element, url }) => ({ element, path: toPath(url) })),
    ...findVideos(document.body, maxPictured).map(({ element, previewUrl }) => ({
      element,
      path: toPath(previewUrl),
    })),
  ];
  return shown.flatMap(({ element, path }) => {
    const id = path === null ? undefined : ids.get(path);
    return id === undefined ? [] : [{ id, element }];
  });
}

/** A detail page may not repeat the id of its URL: the first element that matches a selector is the card. */
export function findPageCard(document: Document, readId: ReadId, selectors: readonly string[]): Card[] {
  const id = URL.canParse(document.URL) ? readId(new URL(document.URL)) : undefined;
  if (id === undefined) return [];
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  return element ? [{ id, element }] : [];
}

/** Extracts text and addresses from page elements. Nothing is interpreted as markup, and all work is bounded. */

const maxNodes = 5000;
const maxLines = 400;
const maxMedia = 30;

const inline: ReadonlySet<string> = new Set(
  'A ABBR B BDI BDO CITE CODE EM FONT I LABEL MARK S SMALL SPAN STRONG SUB SUP TIME U WBR'.split(' '),
);
const hiddenTags: ReadonlySet<string> = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OPTION SELECT'.split(' '),
);

/** The visible text of an element, one line for each block or line break. */
export function readTextLines(element: Element): string[] {
  const written = { text: '', left: maxNodes };
  write(element, written);
  const lines = written.text.split('\n').map((line) => line.replaceAll(/[\s\u200b\ufeff]+/g, ' ').trim());
  return lines.filter(Boolean).slice(0, maxLines);
}

function write(node: Node, written: { text: string; left: number }): void {
  if (written.left === 0) return;
  written.left -= 1;
  if (node.nodeType === 3) {
    // Line breaks in the source count only in preformatted text.
    const isPreformatted = /white-space:\s*(?:pre|break-spaces)/.test(readStyle(node.parentElement));
    const text = (node.nodeValue ?? '').slice(0, 20_000);
    written.text += isPreformatted ? text : text.replaceAll('\n', ' ');
  } else if (isElement(node) && !hiddenTags.has(node.tagName.toUpperCase())) {
    const tag = node.tagName.toUpperCase();
    if (tag === 'IMG') written.text += readEmoji(node);
    const mark = inline.has(tag) || tag === 'IMG' ? '' : '\n';
    written.text += mark;
    for (const child of node.childNodes) write(child, written);
    written.text += mark;
  }
}

function readStyle(element: Element | null): string {
  const own = element?.getAttribute('style') ?? '';
  return own + (element?.parentElement?.getAttribute('style') ?? '');
}

/** Pages render emoji as images with the character as alt text. */
function readEmoji(picture: Element): string {
  const alternative = picture.getAttribute('alt') ?? '';
  return alternative.length <= 16 && /^\p{Extended_Pictographic}/u.test(alternative) ? alternative : '';
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The first line of the first matching element with text; selectors are tried in order. */
export function findText(element: Element, ...selectors: readonly string[]): string | null {
  for (const selector of selectors) {
    for (const found of element.querySelectorAll(selector)) {
      const [line] = readTextLines(found);
      if (line !== undefined) return line;
    }
  }
  return null;
}

/** An attribute resolved against the page's base URL. */
export function readUrlAttribute(element: Element, attribute: string): URL | null {
  const written = element.getAttribute(attribute);
  if (written === null || written === '' || written.length > 10_000) return null;
  const base = element.ownerDocument.baseURI;
  try {
    const url = new URL(written, URL.canParse(base) ? base : undefined);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

export function findLinks(element: Element) {
  return [...element.querySelectorAll('a[href]')].slice(0, maxNodes).flatMap((link) => {
    const url = readUrlAttribute(link, 'href');
    return url === null ? [] : [{ element: link, url }];
  });
}

/** Lazy-loading pages put the real url in the first two. */
const pictureAttributes = ['data-delayed-url', 'data-src', 'src'];

/** Icons and emoji are not part of an ad's media. */
function isSmall(picture: Element): boolean {
  const sides = ['width', 'height'].map((name) => Number.parseInt(picture.getAttribute(name) ?? '', 10));
  return sides.some((side) => side <= 64);
}

export function findImages(element: Element, most: number = maxMedia) {
  const pictures = [...element.querySelectorAll('img')].filter((picture) => !isSmall(picture));
  const backgrounds = element.querySelectorAll('[style*="background-image"]');
  const found = [
    ...pictures.map((picture) => ({ element: picture, url: readImageUrl(picture) })),
    ...[...backgrounds].map((behind) => ({ element: behind, url: readBackgroundUrl(behind) })),
  ];
  return found.filter(({ url }) => url !== null).slice(0, most);
}

export function readImageUrl(picture: Element): string | null {
  const addresses = pictureAttributes.map((name) => readUrl(readUrlAttribute(picture, name)?.href));
  return addresses.find((url) => url !== null) ?? null;
}

function readBackgroundUrl(element: Element): string | null {
  const style = (element.getAttribute('style') ?? '').slice(0, 10_000);
  return readUrl(/background-image:\s*url\(\s*["']?([^"')\s]+)/.exec(style)?.[1]);
}

/** Without a URL when only a preview is available. */
export function findVideos(element: Element, most: number = maxMedia) {
  const videos = [...element.querySelectorAll('video')].slice(0, most);
  return videos.map((video) => ({
    element: video,
    url: readVideoUrl(video),
    previewUrl: readUrl(
      (readUrlAttribute(video, 'poster') ?? readUrlAttribute(video, 'data-poster-url'))?.href,
    ),
  }));
}

/** Players have their url in an attribute, in source elements or in a JSON list. */
function readVideoUrl(video: Element): string | null {
  const source = video.querySelector('source[src]');
  const direct = readUrlAttribute(video, 'src') ?? (source === null ? null : readUrlAttribute(source, 'src'));
  const listed = /"src"\s*:\s*"(https:[^"]{1,8000})"/.exec(video.getAttribute('data-sources') ?? '')?.[1];
  return readUrl(direct?.href) ?? readUrl(listed?.replaceAll(/\\u0026/gi, '&').replaceAll('\\/', '/'));
}
