import { attribute, idAndClasses, type PageElement } from './html.ts';

const maxImages = 500;
/** Names of decorative pictures; whole words, so that `blanket` does not match `blank`. */
const decorativeNames =
  /(?<![a-z])(?:logo|icon|sprite|pixel|badge|flag|payment|avatar|spacer|blank|tracking|beacon|star|arrow|loading|(?<![\w-])placeholder(?![\w-]))s?(?![a-z])/i;
const decorativeTexts = /(?<![a-z])(?:logo|icon|badge|avatar|placeholder)s?(?![a-z])/i;
/** Path segments of decorative pictures; words that also occur in product names match only as the whole file name. */
const decorativeUrls =
  /^data:|\.svg(?:$|\?)|(?<![a-z])(?:logo|icon|sprite|badge|payment|avatar|spacer|placeholder|tracking|beacon)s?(?![a-z])|\/(?:pixel|blank|flag|star|arrow|loading)s?[\d_-]*\.[a-z]+(?:$|\?)/i;
/** Attributes that lazy-loading scripts use for the URL, largest picture first. */
const sourceAttributes = ['data-zoom-image', 'data-large_image', 'data-old-hires', 'data-src', 'src'];
const minSide = 100;

/** URLs of pictures that are large enough to show a product. */
export function picturesIn(content: readonly PageElement[]): string[] {
  return content
    .filter(({ name }) => name === 'img')
    .slice(0, maxImages)
    .filter((image) => !isSmall(image) && !isDecorative(image))
    .flatMap((image) => addressOf(image) ?? [])
    .filter((address) => !decorativeUrls.test(address.slice(0, 4096)));
}

function isDecorative(image: PageElement): boolean {
  return decorativeNames.test(idAndClasses(image)) || decorativeTexts.test(attribute(image, 'alt') ?? '');
}

function isSmall(image: PageElement): boolean {
  return ['width', 'height'].some((side) => {
    const size = attribute(image, side) ?? '';
    return /^\d+(?:px)?$/.test(size) && Number.parseInt(size, 10) < minSide;
  });
}

function addressOf(image: PageElement): string | null {
  const addresses = sourceAttributes.map((name) => attribute(image, name));
  const shown = addresses.find((address) => address !== null && !address.startsWith('data:'));
  return shown ?? largestIn(attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '');
}

/** The largest picture of a `srcset`. */
function largestIn(set: string): string | null {
  const pictures = set
    .slice(0, 10_000)
    .split(/,\s+/)
    .map((entry) => entry.trim().split(/\s+/))
    .map(([address = '', size = '1x']) => ({ address, size: Number.parseFloat(size) }));
  const [largest] = pictures.toSorted((one, other) => other.size - one.size);
  return largest === undefined || largest.address === '' ? null : largest.address;
}

/** Pictures named as logo, then site icons, largest first. */
export function logosIn(elements: readonly PageElement[]): string[] {
  const heading = elements.findIndex(({ name }) => name === 'h1');
  const images = elements.filter(({ name }, at) => name === 'img' && (heading === -1 || at < heading));
  const logos = images.slice(0, maxImages).filter((image) => isLogo(image));
  return [...logos.flatMap((image) => addressOf(image) ?? []), ...iconsIn(elements)];
}

function isLogo(image: PageElement): boolean {
  const around = image.parent === null ? '' : idAndClasses(image.parent);
  const [alt, source] = [attribute(image, 'alt') ?? '', attribute(image, 'src') ?? ''];
  return [idAndClasses(image), around, alt, source.slice(0, 500)].some((name) =>
    /(?<![a-z])logo(?![a-z]{3})/i.test(name),
  );
}

function iconsIn(elements: readonly PageElement[]): string[] {
  return elements
    .filter(({ name }) => name === 'link')
    .slice(0, maxImages)
    .map((link) => ({ href: attribute(link, 'href'), size: sizeOf(link) }))
    .filter(({ href, size }) => href !== null && !href.startsWith('data:') && size > 0)
    .toSorted((one, other) => other.size - one.size)
    .map(({ href }) => href ?? '');
}

/** 0 if the link is no icon. */
function sizeOf(link: PageElement): number {
  const rel = (attribute(link, 'rel') ?? '').toLowerCase().slice(0, 100);
  const width = Number(/^\d{1,4}/.exec(attribute(link, 'sizes') ?? '')?.[0] ?? 0);
  if (/\bapple-touch-icon/.test(rel)) return width || 180;
  return /(?:^|\s)icon(?:\s|$)/.test(rel) ? width || 16 : 0;
}
