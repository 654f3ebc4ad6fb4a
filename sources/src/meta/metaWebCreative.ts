import type { OpenAdInput } from '@magpie/contract';
import { readUrl, getPath, isObject, getList, readFirst, readString } from '../mapping/fields.ts';
import { distinctMedia } from '../mapping/adParts.ts';

/** Images, videos and cards of a snapshot. Of several sizes, the largest is used. */

type Medium = NonNullable<OpenAdInput['media']>[number];
type Card = NonNullable<OpenAdInput['cards']>[number];

const maxMedia = 200;
const maxCards = 200;

const imageFields = ['original_image_url', 'resized_image_url', 'watermarked_resized_image_url'];
const videoFields = ['video_hd_url', 'video_sd_url', 'watermarked_video_hd_url', 'watermarked_video_sd_url'];

function firstUrl(value: unknown, names: readonly string[]): string | null {
  return readFirst(names, (name) => readUrl(getPath(value, name)));
}

/** Lists may also contain plain addresses. */
function mapImage(value: unknown): Medium[] {
  const url = typeof value === 'string' ? readUrl(value) : firstUrl(value, imageFields);
  return url === null ? [] : [{ type: 'image', url }];
}

/** Without a video address, the preview is used as an image. */
function mapVideo(value: unknown): Medium[] {
  const preview = readUrl(getPath(value, 'video_preview_image_url'));
  const url = typeof value === 'string' ? readUrl(value) : firstUrl(value, videoFields);
  if (url !== null) return [{ type: 'video', url, thumbnailUrl: preview }];
  return preview === null ? [] : [{ type: 'image', url: preview }];
}

/** The media of the ad itself; those of a card belong to the card. */
export function mapMedia(snapshot: unknown): Medium[] {
  const some = (field: string): unknown[] => getList(snapshot, field).slice(0, maxMedia);
  return distinctMedia(
    [
      ...some('videos').flatMap(mapVideo),
      ...some('images').flatMap(mapImage),
      ...some('extra_videos').flatMap(mapVideo),
      ...some('extra_images').flatMap(mapImage),
    ],
    maxMedia,
  );
}

export function mapCards(snapshot: unknown): Card[] {
  return getList(snapshot, 'cards').filter(isObject).slice(0, maxCards).map(mapCard);
}

/** The image of a card with a video is only its preview, so it is omitted. */
function mapCard(card: unknown): Card {
  const video = mapVideo(card);
  return {
    headline: readCopy(getPath(card, 'title'), 2000),
    body: readCopy(getPath(card, 'body')),
    description: readCopy(getPath(card, 'link_description'), 5000),
    ctaText: readString(getPath(card, 'cta_text'), 200),
    landingPageUrl: readUrl(getPath(card, 'link_url'), 2048),
    media: video.some(({ type }) => type === 'video')
      ? video
      : distinctMedia([...mapImage(card), ...video], 1),
  };
}

/** Texts of the web payload: plain, in an object, as markup, or as template. */

const namedEntities: ReadonlyMap<string, string> = new Map(
  `amp&,apos',gt>,hellip…,ldquo“,lsquo‘,lt<,mdash—,nbsp ,ndash–,quot",rdquo”,rsquo’`
    .split(',')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/** A text, `{text}`, or `{markup: {__html}}` in older payloads. */
export function readCopy(value: unknown, maxLength?: number): string | null {
  if (!isObject(value)) return readString(value, maxLength);
  const plain = readString(getPath(value, 'text'), maxLength);
  return plain ?? readString(textOfMarkup(getPath(value, 'markup', '__html')), maxLength);
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
  if (name !== undefined) return namedEntities.get(name) ?? written;
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : written;
}

/** `{{product.name}}`: filled from the shop's catalogue for each viewer. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** The distinct readable texts; a template is used only if there is no other. */
export function listReadable(texts: readonly (string | null)[]): string[] {
  const known = [...new Set(texts.filter((text) => text !== null))];
  const readable = known.filter((text) => !isTemplate(text));
  return readable.length > 0 ? readable : known.slice(0, 1);
}
