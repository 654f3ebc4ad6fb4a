import { attribute, namesOf, type PageElement } from './html.ts';

const mostLooked = 500;
/** How pictures are called that belong to the page and not to what it shows; whole words, for a blanket is not blank. */
const ornamentNames =
  /(?<![a-z])(?:logo|icon|sprite|pixel|badge|flag|payment|avatar|spacer|blank|tracking|beacon|star|arrow|loading|(?<![\w-])placeholder(?![\w-]))s?(?![a-z])/i;
const ornamentTexts = /(?<![a-z])(?:logo|icon|badge|avatar|placeholder)s?(?![a-z])/i;
/** A part of the path that is called so, or begins or ends with it; words that things have in their names only alone. */
const ornamentAddresses =
  /^data:|\.svg(?:$|\?)|(?<![a-z])(?:logo|icon|sprite|badge|payment|avatar|spacer|placeholder|tracking|beacon)s?(?![a-z])|\/(?:pixel|blank|flag|star|arrow|loading)s?[\d_-]*\.[a-z]+(?:$|\?)/i;
/** Where scripts that load pictures late keep the address, the largest first. */
const sourceAttributes = ['data-zoom-image', 'data-large_image', 'data-old-hires', 'data-src', 'src'];
const smallestSide = 100;

/** The addresses of the pictures that are large enough to be of something. */
export function picturesIn(content: readonly PageElement[]): string[] {
  return content
    .filter(({ name }) => name === 'img')
    .slice(0, mostLooked)
    .filter((image) => !isSmall(image) && !isOrnament(image))
    .flatMap((image) => addressOf(image) ?? [])
    .filter((address) => !ornamentAddresses.test(address.slice(0, 4096)));
}

function isOrnament(image: PageElement): boolean {
  return ornamentNames.test(namesOf(image)) || ornamentTexts.test(attribute(image, 'alt') ?? '');
}

function isSmall(image: PageElement): boolean {
  return ['width', 'height'].some((side) => {
    const size = attribute(image, side) ?? '';
    return /^\d+(?:px)?$/.test(size) && Number.parseInt(size, 10) < smallestSide;
  });
}

function addressOf(image: PageElement): string | null {
  const addresses = sourceAttributes.map((name) => attribute(image, name));
  const shown = addresses.find((address) => address !== null && !address.startsWith('data:'));
  return shown ?? largestIn(attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '');
}

/** The picture of a `srcset` that is for the widest screen. */
function largestIn(set: string): string | null {
  const pictures = set
    .slice(0, 10_000)
    .split(/,\s+/)
    .map((entry) => entry.trim().split(/\s+/))
    .map(([address = '', size = '1x']) => ({ address, size: Number.parseFloat(size) }));
  const [largest] = pictures.toSorted((one, other) => other.size - one.size);
  return largest === undefined || largest.address === '' ? null : largest.address;
}

/** A picture that is called a logo, else the icons of the site, the largest first. */
export function logosIn(elements: readonly PageElement[]): string[] {
  const heading = elements.findIndex(({ name }) => name === 'h1');
  const images = elements.filter(({ name }, at) => name === 'img' && (heading === -1 || at < heading));
  const logos = images.slice(0, mostLooked).filter((image) => isLogo(image));
  return [...logos.flatMap((image) => addressOf(image) ?? []), ...iconsIn(elements)];
}

function isLogo(image: PageElement): boolean {
  const around = image.parent === null ? '' : namesOf(image.parent);
  const [alt, source] = [attribute(image, 'alt') ?? '', attribute(image, 'src') ?? ''];
  return [namesOf(image), around, alt, source.slice(0, 500)].some((name) =>
    /(?<![a-z])logo(?![a-z]{3})/i.test(name),
  );
}

function iconsIn(elements: readonly PageElement[]): string[] {
  return elements
    .filter(({ name }) => name === 'link')
    .slice(0, mostLooked)
    .map((link) => ({ href: attribute(link, 'href'), size: sizeOf(link) }))
    .filter(({ href, size }) => href !== null && !href.startsWith('data:') && size > 0)
    .toSorted((one, other) => other.size - one.size)
    .map(({ href }) => href ?? '');
}

/** Nought for a link to something else than an icon. */
function sizeOf(link: PageElement): number {
  const rel = (attribute(link, 'rel') ?? '').toLowerCase().slice(0, 100);
  const width = Number(/^\d{1,4}/.exec(attribute(link, 'sizes') ?? '')?.[0] ?? 0);
  if (/\bapple-touch-icon/.test(rel)) return width || 180;
  return /(?:^|\s)icon(?:\s|$)/.test(rel) ? width || 16 : 0;
}
