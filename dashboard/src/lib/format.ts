/** Formats numbers and dates in the user's locale. */

const locale = typeof navigator === 'undefined' ? 'en' : navigator.language;

function numbers(options: Intl.NumberFormatOptions): (value: number) => string {
  const formatter = new Intl.NumberFormat(locale, options);
  return (value) => formatter.format(value);
}

function dates(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const formatter = new Intl.DateTimeFormat(locale, options);
  return (date) => formatter.format(new Date(date));
}

/** 12,345 */
export const formatNumber = numbers({ maximumFractionDigits: 0 });
/** 44.3 */
export const formatDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** 12.3K */
export const formatShort = numbers({ notation: 'compact', maximumFractionDigits: 1 });
/** 3 Mar 2026, of a calendar date or a time, in UTC. */
export const formatDay = dates({ dateStyle: 'medium', timeZone: 'UTC' });
/** 3 Mar */
export const formatShortDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthOfYear = dates({ month: 'short', year: 'numeric', timeZone: 'UTC' });
/** Mar 2026, of `2026-03`. */
export function formatMonth(month: string): string {
  return monthOfYear(`${month}-01`);
}

const monthName = dates({ month: 'short', timeZone: 'UTC' });
/** Mar */
export function formatMonthName(month: string): string {
  return monthName(`${month}-01`);
}

/** 3 Mar 2026, 14:05, in the user's time zone. */
export const formatTime = dates({ dateStyle: 'medium', timeStyle: 'short' });

const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
const exactPercent = numbers({ style: 'percent', maximumFractionDigits: 1 });

/** 34%, of a fraction. Small ones keep one decimal, so that they do not show as 0%. */
export function formatShare(share: number): string {
  return (share > 0 && share < 0.1 ? exactPercent : percent)(share);
}

const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function formatAgo(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return ago.format(Math.round(seconds / length), unit);
  }
  return ago.format(0, 'second');
}

/** A library may name its currency in any way, of which the browser formats only codes of three letters. */
export function formatMoney(value: number, currency: string | null): string {
  if (currency === null) return numbers({})(value);
  return /^[a-z]{3}$/i.test(currency)
    ? numbers({ style: 'currency', currency })(value)
    : `${numbers({})(value)} ${currency}`;
}

/** 1.2 MB */
export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1e3 ? [bytes, 'byte'] : bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return numbers({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })(value);
}

const twoDigits = numbers({ minimumIntegerDigits: 2, maximumFractionDigits: 0 });

/** 0:32 */
export function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds);
  return `${formatNumber(Math.floor(rounded / 60))}:${twoDigits(rounded % 60)}`;
}

/** Invalid codes, which some sources use, stay unchanged. */
function names(type: 'region' | 'language'): (code: string) => string {
  const known = new Intl.DisplayNames(locale, { type });
  return (code) => {
    try {
      return known.of(code) ?? code;
    } catch {
      return code;
    }
  };
}

export const countryName = names('region');
export const languageName = names('language');

/** `1 ad`, `2 ads` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `an admin`, `a member` */
export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

export function joinFacts(facts: readonly (string | null)[], separator = ' · '): string {
  return facts.filter((fact) => fact !== null).join(separator);
}
