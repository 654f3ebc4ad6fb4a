import type { OpenAdInput } from '@magpie/contract';
import { readUrl, readCount, readText } from '../mapping/fields.ts';

type Media = NonNullable<OpenAdInput['media']>[number];

const maxPictures = 20;
/** Matches three attributes; the lookbehind excludes `data-src`. */
const attribute = /(?<![\w-])(src|width|height)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The images in an HTML snippet; everything else is dropped. */
export function picturesIn(html: unknown): Media[] {
  const text = readText(html) ?? '';
  const pictures: Media[] = [];
  for (const { index } of text.matchAll(/<img\s/gi)) {
    const end = text.indexOf('>', index);
    // Prevents quadratic time on a text with many unclosed tags.
    if (end === -1 || pictures.length === maxPictures) break;
    const picture = pictureOf(text.slice(index, end));
    if (picture !== null) pictures.push(picture);
  }
  return pictures;
}

function pictureOf(tag: string): Media | null {
  const values = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    values.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  const url = readUrl(withoutEntities(values.get('src') ?? ''));
  if (url === null) return null;
  return { type: 'image', url, width: pixels(values.get('width')), height: pixels(values.get('height')) };
}

/** Decodes the entities that occur in addresses. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:amp|#38|#x26);/gi, '&').replaceAll(/&#(?:61|x3d);/gi, '=');
}

function pixels(value: string | undefined): number | null {
  const count = readCount(value?.replace(/px$/i, ''));
  return count !== null && count >= 1 && count <= 100_000 ? count : null;
}
