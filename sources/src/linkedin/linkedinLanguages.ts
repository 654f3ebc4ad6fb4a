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
