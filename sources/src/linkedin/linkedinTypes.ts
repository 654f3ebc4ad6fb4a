import type { OpenAdInput } from '@magpie/contract';
import { readText } from '../mapping/fields.ts';

type Kind = Pick<OpenAdInput, 'format' | 'mediaType'>;

const image: Kind = { format: 'image', mediaType: 'image' };
const video: Kind = { format: 'video', mediaType: 'video' };
const carousel: Kind = { format: 'carousel', mediaType: 'image' };
const other: Kind = { format: 'other', mediaType: 'other' };

/** LinkedIn's ad types, with the names on the pages of its library. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ['SPONSORED_STATUS_UPDATE', image],
  ['SINGLE_IMAGE', image],
  ['IMAGE', image],
  ['SPONSORED_VIDEO', video],
  ['VIDEO', video],
  ['SPONSORED_UPDATE_CAROUSEL', carousel],
  ['CAROUSEL', carousel],
  ['SPONSORED_UPDATE_NATIVE_DOCUMENT', other],
  ['DOCUMENT', other],
  ['SPONSORED_MESSAGE', other],
  ['SPONSORED_INMAILS', other],
  ['MESSAGE', other],
  ['CONVERSATION', other],
  ['TEXT', other],
  ['SPOTLIGHT_V2', other],
  ['SPOTLIGHT', other],
  ['FOLLOW_COMPANY_V2', other],
  ['FOLLOW_COMPANY', other],
  ['FOLLOWER', other],
  ['JOBS_V2', other],
  ['JOBS', other],
  ['JOB', other],
  ['SPONSORED_UPDATE_EVENT', other],
  ['EVENT', other],
  ['SPONSORED_UPDATE_JOB_POSTING', other],
]);

/** `$UNKNOWN` and newer types stay unknown. `TEXT_AD` and `Text Ad` are `TEXT`. */
export function adKind(type: unknown): Kind & { format: Kind['format'] | null } {
  const name = (readText(type, 100) ?? '')
    .toUpperCase()
    .replaceAll(/[ -]/g, '_')
    .replace(/_ADS?$/, '');
  return { format: null, mediaType: null, ...kinds.get(name) };
}

/** LinkedIn's targeting languages, as named in its library. */
const codes: ReadonlyMap<string, string> = new Map(
  `arabic ar, bengali bn, chinese zh, czech cs, danish da, dutch nl, english en, finnish fi, french fr, german de,
   greek el, hebrew he, hindi hi, hungarian hu, indonesian id, italian it, japanese ja, korean ko, malay ms,
   marathi mr, norwegian no, persian fa, polish pl, portuguese pt, punjabi pa, romanian ro, russian ru, spanish es,
   swedish sv, tagalog tl, telugu te, thai th, turkish tr, ukrainian uk, vietnamese vi`
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
);

/**
 * The language of an ad from its targeting: `English`, `Chinese (Simplified)`, `urn:li:locale:en_US`. Several languages are
 * ambiguous, so the language is then detected from the text.
 */
export function languageOf(names: readonly string[]): string | null {
  const languages = new Set(names.map(codeOf));
  const [only] = languages;
  return languages.size === 1 && only !== undefined ? only : null;
}

function codeOf(name: string): string | null {
  const lower = name.toLowerCase();
  const locale = /(?:^|:)([a-z]{2})(?:_[a-z]{2})?$/.exec(lower)?.[1];
  return locale ?? codes.get(lower.split('(')[0]?.trim() ?? '') ?? null;
}
