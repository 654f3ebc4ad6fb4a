import { addressOf } from '@magpie/server/ingestion/mapping/fields';

/** What a piece of a page shows, as text and addresses: nothing is taken as markup, and all work has a bound. */

const mostNodes = 5000;
const mostLines = 400;
const mostMedia = 30;

const inline: ReadonlySet<string> = new Set(
  'A ABBR B BDI BDO CITE CODE EM FONT I LABEL MARK S SMALL SPAN STRONG SUB SUP TIME U WBR'.split(' '),
);
const unseen: ReadonlySet<string> = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OPTION SELECT'.split(' '),
);

/** The text of an element, a line for each block or line break, as a reader sees it. */
export function linesOf(element: Element): string[] {
  const written = { text: '', left: mostNodes };
  write(element, written);
  const lines = written.text.split('\n').map((line) => line.replaceAll(/[\s\u200b\ufeff]+/g, ' ').trim());
  return lines.filter(Boolean).slice(0, mostLines);
}

interface Written {
  text: string;
  left: number;
}

function write(node: Node, written: Written): void {
  if (written.left === 0) return;
  written.left -= 1;
  if (node.nodeType === 3) {
    // Line breaks in the source mean nothing, but those of a text that is shown as it was typed do.
    const isTyped = /white-space:\s*(?:pre|break-spaces)/.test(styleOf(node.parentElement));
    const text = (node.nodeValue ?? '').slice(0, 20_000);
    written.text += isTyped ? text : text.replaceAll('\n', ' ');
  } else if (isElement(node) && !unseen.has(node.tagName.toUpperCase())) {
    writeElement(node, written);
  }
}

function writeElement(element: Element, written: Written): void {
  const tag = element.tagName.toUpperCase();
  if (tag === 'IMG') written.text += emojiOf(element);
  const mark = inline.has(tag) || tag === 'IMG' ? '' : '\n';
  written.text += mark;
  for (const child of element.childNodes) write(child, written);
  written.text += mark;
}

function styleOf(element: Element | null): string {
  const own = element?.getAttribute('style') ?? '';
  return own + (element?.parentElement?.getAttribute('style') ?? '');
}

/** Pages draw emoji as pictures whose alternative is the character. */
function emojiOf(picture: Element): string {
  const alternative = picture.getAttribute('alt') ?? '';
  return alternative.length <= 16 && /^\p{Extended_Pictographic}/u.test(alternative) ? alternative : '';
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The first element that one of the selectors finds, in their order, with text in it: its first line. */
export function textAt(element: Element, ...selectors: readonly string[]): string | null {
  for (const selector of selectors) {
    for (const found of element.querySelectorAll(selector)) {
      const [line] = linesOf(found);
      if (line !== undefined) return line;
    }
  }
  return null;
}

/** An address as the page means it. */
export function addressIn(element: Element, attribute: string): URL | null {
  const written = element.getAttribute(attribute);
  if (written === null || written === '' || written.length > 10_000) return null;
  const base = element.ownerDocument.baseURI;
  try {
    const address = new URL(written, URL.canParse(base) ? base : undefined);
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

interface Link {
  readonly element: Element;
  readonly address: URL;
}

export function linksIn(element: Element): Link[] {
  const links: Link[] = [];
  for (const link of [...element.querySelectorAll('a[href]')].slice(0, mostNodes)) {
    const address = addressIn(link, 'href');
    if (address !== null) links.push({ element: link, address });
  }
  return links;
}

interface Medium {
  readonly element: Element;
  /** Absent: only its preview is there to be had. */
  readonly url: string | null;
}

/** Where a picture really is, as pages put it that load pictures late. */
const pictureAttributes = ['data-delayed-url', 'data-src', 'src'];

/** Icons and emoji are no pictures of an ad. */
function isSmall(picture: Element): boolean {
  const sides = ['width', 'height'].map((name) => Number.parseInt(picture.getAttribute(name) ?? '', 10));
  return sides.some((side) => side <= 64);
}

/** The pictures of an element, with those that it has as its background. */
export function picturesIn(element: Element, most: number = mostMedia): Medium[] {
  const pictures = [...element.querySelectorAll('img')].filter((picture) => !isSmall(picture));
  const backgrounds = element.querySelectorAll('[style*="background-image"]');
  const found = [
    ...pictures.map((picture) => ({ element: picture, url: pictureAddress(picture) })),
    ...[...backgrounds].map((behind) => ({ element: behind, url: backgroundOf(behind) })),
  ];
  return found.filter(({ url }) => url !== null).slice(0, most);
}

export function pictureAddress(picture: Element): string | null {
  const addresses = pictureAttributes.map((name) => addressOf(addressIn(picture, name)?.href));
  return addresses.find((address) => address !== null) ?? null;
}

function backgroundOf(element: Element): string | null {
  const style = (element.getAttribute('style') ?? '').slice(0, 10_000);
  return addressOf(/background-image:\s*url\(\s*["']?([^"')\s]+)/.exec(style)?.[1]);
}

interface Film extends Medium {
  readonly previewUrl: string | null;
}

export function videosIn(element: Element, most: number = mostMedia): Film[] {
  const videos = [...element.querySelectorAll('video')].slice(0, most);
  return videos.map((video) => ({
    element: video,
    url: filmAddress(video),
    previewUrl: addressOf((addressIn(video, 'poster') ?? addressIn(video, 'data-poster-url'))?.href),
  }));
}

/** A player keeps its addresses as attribute, as sources, or as a list in JSON. */
function filmAddress(video: Element): string | null {
  const source = video.querySelector('source[src]');
  const told = addressIn(video, 'src') ?? (source === null ? null : addressIn(source, 'src'));
  const listed = /"src"\s*:\s*"(https:[^"]{1,8000})"/.exec(video.getAttribute('data-sources') ?? '')?.[1];
  return addressOf(told?.href) ?? addressOf(listed?.replaceAll(/\\u0026/gi, '&').replaceAll('\\/', '/'));
}
