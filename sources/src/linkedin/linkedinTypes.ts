import type { OpenAdInput } from '@magpie/contract';
import { readString } from '../mapping/fields.ts';

type Kind = Pick<OpenAdInput, 'format' | 'mediaType'>;

/** LinkedIn's ad types, with the names on the pages of its library. */
const types: readonly (readonly [Kind, names: string])[] = [
  [{ format: 'image', mediaType: 'image' }, 'SPONSORED_STATUS_UPDATE SINGLE_IMAGE IMAGE'],
  [{ format: 'video', mediaType: 'video' }, 'SPONSORED_VIDEO VIDEO'],
  [{ format: 'carousel', mediaType: 'image' }, 'SPONSORED_UPDATE_CAROUSEL CAROUSEL'],
  [
    { format: 'other', mediaType: 'other' },
    `SPONSORED_UPDATE_NATIVE_DOCUMENT DOCUMENT SPONSORED_MESSAGE SPONSORED_INMAILS MESSAGE CONVERSATION TEXT
     SPOTLIGHT_V2 SPOTLIGHT FOLLOW_COMPANY_V2 FOLLOW_COMPANY FOLLOWER JOBS_V2 JOBS JOB SPONSORED_UPDATE_EVENT
     EVENT SPONSORED_UPDATE_JOB_POSTING`,
  ],
];
const kinds = new Map(types.flatMap(([kind, names]) => names.split(/\s+/).map((name) => [name, kind])));

/** `$UNKNOWN` and newer types stay unknown. `TEXT_AD` and `Text Ad` are `TEXT`. */
export function adKind(type: unknown): Kind & { format: Kind['format'] | null } {
  const name = (readString(type, 100) ?? '')
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

/** The targeted language: `English`, `Chinese (Simplified)`, `urn:li:locale:en_US`; null for several. */
export function findLanguage(names: readonly string[]): string | null {
  const languages = new Set(names.map(findCode));
  const [only] = languages;
  return languages.size === 1 && only !== undefined ? only : null;
}

function findCode(name: string): string | null {
  const lower = name.toLowerCase();
  const locale = /(?:^|:)([a-z]{2})(?:_[a-z]{2})?$/.exec(lower)?.[1];
  return locale ?? codes.get(lower.split('(')[0]?.trim() ?? '') ?? null;
}
