import { parseColor, toRgb } from '../colors.ts';
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

export function findImageUrls(content: readonly PageElement[]): string[] {
  return content
    .filter(({ name }) => name === 'img')
    .slice(0, maxImages)
    .filter((image) => !isSmall(image) && !isDecorative(image))
    .flatMap((image) => getImageUrl(image) ?? [])
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

function getImageUrl(image: PageElement): string | null {
  const addresses = sourceAttributes.map((name) => attribute(image, name));
  const shown = addresses.find((address) => address !== null && !address.startsWith('data:'));
  return shown ?? findLargest(attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '');
}

function findLargest(set: string): string | null {
  const pictures = set
    .slice(0, 10_000)
    .split(/,\s+/)
    .map((entry) => entry.trim().split(/\s+/))
    .map(([address = '', size = '1x']) => ({ address, size: Number.parseFloat(size) }));
  const [largest] = pictures.toSorted((one, other) => other.size - one.size);
  return largest === undefined || largest.address === '' ? null : largest.address;
}

export function findLogoUrls(elements: readonly PageElement[]): string[] {
  const heading = elements.findIndex(({ name }) => name === 'h1');
  const images = elements.filter(({ name }, at) => name === 'img' && (heading === -1 || at < heading));
  const logos = images.slice(0, maxImages).filter((image) => isLogo(image));
  return [...logos.flatMap((image) => getImageUrl(image) ?? []), ...findIconUrls(elements)];
}

function isLogo(image: PageElement): boolean {
  const around = image.parent === null ? '' : idAndClasses(image.parent);
  const [alt, source] = [attribute(image, 'alt') ?? '', attribute(image, 'src') ?? ''];
  return [idAndClasses(image), around, alt, source.slice(0, 500)].some((name) =>
    /(?<![a-z])logo(?![a-z]{3})/i.test(name),
  );
}

function findIconUrls(elements: readonly PageElement[]): string[] {
  return elements
    .filter(({ name }) => name === 'link')
    .slice(0, maxImages)
    .map((link) => ({ href: attribute(link, 'href'), size: getIconSize(link) }))
    .filter(({ href, size }) => href !== null && !href.startsWith('data:') && size > 0)
    .toSorted((one, other) => other.size - one.size)
    .map(({ href }) => href ?? '');
}

function getIconSize(link: PageElement): number {
  const rel = (attribute(link, 'rel') ?? '').toLowerCase().slice(0, 100);
  const width = Number(/^\d{1,4}/.exec(attribute(link, 'sizes') ?? '')?.[0] ?? 0);
  if (/\bapple-touch-icon/.test(rel)) return width || 180;
  return /(?:^|\s)icon(?:\s|$)/.test(rel) ? width || 16 : 0;
}

const maxColors = 6;
/** In UTF-16 units; longer styles contain unrelated colours. */
const maxStyleLength = 300_000;

const hex = '#(?:[\\da-f]{8}|[\\da-f]{6}|[\\da-f]{3,4})\\b';
const call = '(?:rgb|hsl)a?\\([^()]{1,60}\\)';
const colorPattern = new RegExp(`${hex}|${call}`, 'gi');
/** Custom properties that themes use for brand colours; the value may be three bare numbers. */
const brandProperty = new RegExp(
  `--[\\w-]{0,60}(?:brand|primary|accent|main-?color|theme|button)[\\w-]{0,60}\\s{0,5}:\\s{0,5}(${hex}|${call}|\\d{1,3}(?:\\s?,\\s?\\d{1,3}){2})`,
  'gi',
);

/** Black, white and greys, which every page has. */
function isGrey(color: string): boolean {
  const parts = toRgb(color);
  return Math.max(...parts) - Math.min(...parts) < 24;
}

/** Brand colours by property name, then the most frequent colours. */
export function colorsInStyles(styles: string): string[] {
  const searched = styles.slice(0, maxStyleLength);
  const named = [...searched.matchAll(brandProperty)].map(([, value = '']) => value);
  const counts = new Map<string, number>();
  for (const [value] of searched.matchAll(colorPattern)) {
    const color = parseColor(value);
    if (color !== null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const used = [...counts].filter(([, count]) => count > 1).toSorted(([, one], [, other]) => other - one);
  return [...named, ...used.map(([color]) => color)];
}

/** Distinct colours as `#rrggbb`, without greys unless there are no others. */
export function pickColors(said: readonly string[]): string[] {
  const all = [...new Set(said.map(parseColor))].filter((color) => color !== null);
  const bright = all.filter((color) => !isGrey(color));
  return (bright.length > 0 ? bright : all).slice(0, maxColors);
}
