import { getPath, isObject, readText } from '../mapping/fields.ts';

/** Texts of the web payload: plain, in an object, as markup, or as template. */

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

/** A text, `{text}`, or `{markup: {__html}}` in older payloads. */
export function copyOf(value: unknown, maxLength: number): string | null {
  if (!isObject(value)) return readText(value, maxLength);
  const plain = readText(getPath(value, 'text'), maxLength);
  return plain ?? readText(textOfMarkup(getPath(value, 'markup', '__html')), maxLength);
}

/** Larger than any real body; bounds the parsing work. */
const maxMarkupLength = 200_000;

function textOfMarkup(markup: unknown): string | null {
  if (typeof markup !== 'string') return null;
  const withoutTags = markup
    .slice(0, maxMarkupLength)
    .replaceAll(/[\r\n]/g, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/li)(?=[\s/>])[^<>]*>/gi, '\n')
    .replaceAll(/<(?=[a-z/!?])[^<>]*>/gi, '')
    // Removing an inner tag may have created a new one.
    .replaceAll(/<(?=[a-z/!?])/gi, '');
  const lines = withoutTags.split('\n').map((line) => line.trim());
  return lines.join('\n').replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, entity);
}

function entity(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined)
    return Object.hasOwn(namedEntities, name) ? (namedEntities[name] ?? written) : written;
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : written;
}

/** `{{product.name}}`: filled from the shop's catalogue for each viewer. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** The distinct readable texts; a template is used only if there is no other. */
export function readableOf(texts: readonly (string | null)[]): string[] {
  const known = [...new Set(texts.filter((text) => text !== null))];
  const readable = known.filter((text) => !isTemplate(text));
  return readable.length > 0 ? readable : known.slice(0, 1);
}
