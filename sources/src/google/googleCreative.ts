import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { readText } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

/** Shared by all Google record formats. */

const center = 'https://adstransparency.google.com';

/** The identity of a creative in the Transparency Center. */
export function inCenter(
  creativeId: unknown,
  advertiserId: unknown,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl'> {
  const id = idOf(creativeId);
  if (id === null) throw new Unmappable('The ad has no id such as CR01234567890123456789.');
  return platformTable.identifyAd('google', id, { advertiserId: idOf(advertiserId) });
}

export function advertiserOf(id: unknown, names: readonly unknown[]): OpenAdInput['advertiser'] {
  const name = names.map((candidate) => readText(candidate, 200)).find((candidate) => candidate !== null);
  if (name === undefined) throw new Unmappable('The ad has no advertiser name.');
  const externalId = idOf(id);
  return { name, externalId, pageUrl: externalId === null ? null : `${center}/advertiser/${externalId}` };
}

function idOf(value: unknown): string | null {
  const id = readText(value, 200);
  return id !== null && /^[\w-]+$/.test(id) ? id : null;
}

/** Text ads stay text ads, although the Center shows most of them as an image. */
const kinds: ReadonlyMap<string, Pick<OpenAdInput, 'format' | 'mediaType'>> = new Map([
  ['1', { format: 'other', mediaType: 'other' }],
  ['TEXT', { format: 'other', mediaType: 'other' }],
  ['2', { format: 'image', mediaType: 'image' }],
  ['IMAGE', { format: 'image', mediaType: 'image' }],
  ['3', { format: 'video', mediaType: 'video' }],
  ['VIDEO', { format: 'video', mediaType: 'video' }],
]);

/**
 * Format and platform of an ad. Of Google's surfaces only YouTube is a platform; the others are stored as placements. If the
 * surfaces are unknown, a video counts as YouTube.
 */
export function creativeKind(
  format: unknown,
  surfaces: readonly string[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'platforms' | 'placements'> {
  const kind = kinds.get((readText(format, 20) ?? '').toUpperCase()) ?? { format: null, mediaType: null };
  const onYoutube = surfaces.includes('youtube') || (surfaces.length === 0 && kind.format === 'video');
  return { ...kind, platforms: onYoutube ? ['youtube'] : [], placements: surfaces.slice(0, 50) };
}
