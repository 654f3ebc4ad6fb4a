/** Formats numbers and dates in the user's locale. */

const locale = typeof navigator === 'undefined' ? 'en' : navigator.language;

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const exactPercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const regions = new Intl.DisplayNames(locale, { type: 'region' });
const languages = new Intl.DisplayNames(locale, { type: 'language' });

/** 12,345 */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** 44.3 */
export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** 12.3K */
export function formatShort(value: number): string {
  return short.format(value);
}

/** 34%, of a fraction. Small ones keep one decimal, so that they do not show as 0%. */
export function formatShare(share: number): string {
  return (share > 0 && share < 0.1 ? exactPercent : percent).format(share);
}

/** 3 Mar 2026, of a calendar date or a time, in UTC. */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** 3 Mar */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

/** 3 Mar 2026, 14:05, in the user's time zone. */
export function formatTime(time: string): string {
  return moment.format(new Date(time));
}

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

export function formatPrice(value: number, currency: string | null): string {
  if (currency === null) return new Intl.NumberFormat(locale).format(value);
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
}

/** 1.2 MB */
export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1e3 ? [bytes, 'byte'] : bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

/** 0:32 */
export function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds);
  return `${formatNumber(Math.floor(rounded / 60))}:${twoDigits.format(rounded % 60)}`;
}

export function countryName(code: string): string {
  return nameOr(regions, code);
}

export function languageName(code: string): string {
  return nameOr(languages, code);
}

/** Invalid codes, which some sources use, stay unchanged. */
function nameOr(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

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
