/** Where the usual code differs from the registry's. `null`: not a language. */
const usualCodes: ReadonlyMap<string, string | null> = new Map([
  ['yue', 'zh'],
  ['fil', 'tl'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['zxx', null],
  ['mul', null],
]);

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The language of a code such as `en`, `eng`, `pt-BR` or `zh_Hant`: ISO 639-1 in lower case where it has a code, without
 * script and region. `null` for other text: `english`, `xx`, `und`. Ads are stored with this code.
 */
export function languageOfCode(code: string): string | null {
  const [primary = ''] = code.toLowerCase().split(/[-_]/, 1);
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  // All two-letter codes have a name, but only some of the 7,000 three-letter codes.
  if (primary.length === 2 && languageNames.of(primary) === undefined) return null;
  // Undefined for und; eng becomes en and iw becomes he.
  const language: string | undefined = new Intl.Locale(primary).language;
  const usual = usualCodes.get(language);
  return usual === undefined ? (language ?? null) : usual;
}
