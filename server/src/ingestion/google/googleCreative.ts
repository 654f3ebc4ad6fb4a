import type { OpenAdInput } from '@magpie/contract';
import { textOf } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

/** What all of Google's records have in common. */

const center = 'https://adstransparency.google.com';

/** Who and where a creative of the Transparency Center is. */
export function inCenter(
  creativeId: unknown,
  advertiserId: unknown,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl'> {
  const id = idOf(creativeId);
  const advertiser = idOf(advertiserId);
  if (id === null)
    throw new Unmappable('The ad has no id; it should have one such as CR01234567890123456789.');
  const sourceUrl = advertiser === null ? null : `${center}/advertiser/${advertiser}/creative/${id}`;
  return { key: `google:${id}`, externalId: id, sourceUrl };
}

export function advertiserOf(id: unknown, names: readonly unknown[]): OpenAdInput['advertiser'] {
  const name = names.map((candidate) => textOf(candidate, 200)).find((candidate) => candidate !== null);
  if (name === undefined)
    throw new Unmappable("The ad names no advertiser; it should have the advertiser's name.");
  const externalId = idOf(id);
  return { name, externalId, pageUrl: externalId === null ? null : `${center}/advertiser/${externalId}` };
}

function idOf(value: unknown): string | null {
  const id = textOf(value, 200);
  return id !== null && /^[\w-]+$/.test(id) ? id : null;
}

/** Text ads stay text ads, although the Center keeps most of them as a picture. */
const kinds: ReadonlyMap<string, Pick<OpenAdInput, 'format' | 'mediaType'>> = new Map([
  ['1', { format: 'other', mediaType: 'other' }],
  ['TEXT', { format: 'other', mediaType: 'other' }],
  ['2', { format: 'image', mediaType: 'image' }],
  ['IMAGE', { format: 'image', mediaType: 'image' }],
  ['3', { format: 'video', mediaType: 'video' }],
  ['VIDEO', { format: 'video', mediaType: 'video' }],
]);

/**
 * What kind of ad it is and where it runs. Of Google's surfaces only YouTube is a platform of its own; the others are
 * kept as placements. Where surfaces are not told, a video is one of YouTube.
 */
export function kindOf(
  format: unknown,
  surfaces: readonly string[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'platforms' | 'placements'> {
  const kind = kinds.get((textOf(format, 20) ?? '').toUpperCase()) ?? { format: null, mediaType: null };
  const onYoutube = surfaces.includes('youtube') || (surfaces.length === 0 && kind.format === 'video');
  return { ...kind, platforms: onYoutube ? ['youtube'] : [], placements: surfaces.slice(0, 50) };
}
