import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { Unmappable } from '../source.ts';
import { getPath, isObject, readDay, readInstant, readString, readTexts } from './fields.ts';

/** Parts of an ad that several libraries report in the same way. */

type Media = NonNullable<OpenAdInput['media']>;

export function identifyIn(platform: 'tiktok' | 'linkedin', id: string) {
  return { ...platformTable.identifyAd(platform, id), platforms: [platform], placements: [platform] };
}

/**
 * The first text that names an advertiser.
 *
 * @param id of the advertiser in the library, whose page may have a number as its name
 */
export function readAdvertiserName(
  names: readonly unknown[],
  problem: string,
  id: string | null = null,
): string {
  const texts = readTexts(names, 200);
  const name =
    texts.find((text) => !isPlaceholderName(text, 'field')) ??
    (id === null ? undefined : texts.find((text) => !isPlaceholderName(text, 'page', [id])));
  if (name !== undefined) return name;
  throw new Unmappable(texts[0] === undefined ? problem : describePlaceholder(texts[0]));
}

export function describePlaceholder(text: string): string {
  return `The ad names no advertiser: '${text.slice(0, 80)}' is a placeholder or an id.`;
}

export function distinctMedia(media: Media, limit: number): Media {
  return [...new Map(media.map((medium) => [medium.url, medium])).values()].slice(0, limit);
}

type Status = 'active' | 'inactive';
type Run = Pick<OpenAdInput, 'startDate' | 'endDate' | 'status' | 'lastConfirmedAt'>;

const day = 86_400_000;

/** The capture time from a scraper; libraries do not provide one. */
export function readCapturedAt(record: unknown): string | null {
  const names = ['capturedAt', 'captured_at', 'scrapedAt', 'scraped_at'];
  return readInstant(names.map((name) => getPath(record, name)).find((value) => value !== undefined));
}

/**
 * Whether an ad last shown on one day was running on another; `null` when either is unknown.
 *
 * @param lagDays how far the library is behind: an ad shown this recently may still be running
 */
export function statusAt(lastShown: unknown, capturedAt: string | null, lagDays = 2): Status | null {
  const last = readDay(lastShown);
  const captured = readDay(capturedAt);
  if (last === null || captured === null) return null;
  return Date.parse(captured) - Date.parse(last) <= lagDays * day ? 'active' : 'inactive';
}

/** The records of a page, each with the time when the page was read, and with further fields of the page. */
export function withCapturedAt(
  page: unknown,
  records: readonly unknown[],
  ofPage: Readonly<Record<string, unknown>> = {},
): readonly unknown[] {
  const capturedAt = readCapturedAt(page);
  const shared = capturedAt === null ? ofPage : { ...ofPage, capturedAt };
  return records.map((record) => (isObject(record) ? Object.assign({}, shared, record) : record));
}

/**
 * The last day shown confirms that the ad ran; it is the end date only if the ad is known to be over.
 *
 * @param end as stated by the library, also if it is planned
 */
export function mapRun(
  firstShown: unknown,
  lastShown: unknown,
  status: Status | null,
  end: unknown = null,
): Run {
  const startDate = readDay(firstShown);
  const endDate = readDay(end) ?? (status === 'inactive' ? readDay(lastShown) : null);
  const isReversed = startDate !== null && endDate !== null && endDate < startDate;
  return {
    startDate,
    endDate: isReversed ? null : endDate,
    status,
    lastConfirmedAt: readInstant(lastShown),
  };
}

/** The call to action, for sources with one field for text and type: `Shop now` is also SHOP_NOW. */
export function mapCallToAction(value: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const text = readString(value, 100);
  if (text === null) return { ctaType: null, ctaText: null };
  const isKind = /^[A-Z0-9_]+$/.test(text);
  const isEnglish = /^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text);
  return {
    ctaType: isKind ? text : isEnglish ? text.toUpperCase().replaceAll(' ', '_') : null,
    ctaText: isKind ? null : text,
  };
}

/** The display domain in a caption, which may also be a URL or any other text. */
export function readDomain(caption: unknown): string | null {
  const host = readString(caption, 300)
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/)[0];
  if (host === undefined || host.length > 253) return null;
  const labels = host.replace(/^www\./, '').split('.');
  const isHost =
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{N}-]{0,62}$/u.test(label));
  return isHost && /^\D/.test(labels.at(-1) ?? '') ? labels.join('.') : null;
}
