import { isCallToAction } from '@magpie/contract/values/vocabulary';
import { readString } from '../mapping/fields.ts';
import { datesIn } from './tableDates.ts';
import { parseStatus } from './tableStatus.ts';

/** The text of a card in Meta's library in one cell: status, dates, page, "Sponsored", and then the ad. */
export interface LibraryCard {
  readonly status: 'active' | 'inactive';
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Whether it has the player of a video, whose address a scraper often does not see. */
  readonly hasPlayer: boolean;
  readonly body: string | null;
  readonly domain: string | null;
  readonly headline: string | null;
  readonly description: string | null;
  readonly ctaText: string | null;
}

const sponsored: ReadonlySet<string> = new Set(
  'Sponsored Gesponsert Sponsorisé Publicidad Patrocinado Sponsorizzato Gesponsord Sponsorowane Sponsorlu Реклама 赞助内容 広告 광고'.split(
    ' ',
  ),
);
/** The controls above an ad take a dozen lines. */
const maxLinesAbove = 40;
const maxButtonLength = 40;

/** The payer may follow: `Sponsored • Paid for by Acme`. */
function isMark(line: string): boolean {
  return sponsored.has(line.replace(/\s*[•·].*$/u, ''));
}

/** `null` for any other text. */
export function parseLibraryCard(text: string): LibraryCard | null {
  const lines = text.split('\n').map((line) => line.replaceAll(/[\u200b\ufeff]/g, '').trim());
  const mark = lines.slice(0, maxLinesAbove).findIndex(isMark);
  const above = lines.slice(0, Math.max(mark, 0)).filter(Boolean);
  const status = parseStatus(above[0]);
  if (status === null || above.length < 2) return null;
  const { start, end } = datesIn(above[1], null);
  return {
    status,
    startDate: start?.slice(0, 10) ?? null,
    endDate: end?.slice(0, 10) ?? null,
    hasPlayer: lines.some(isPlayer),
    ...creativeIn(lines.slice(mark + 1)),
  };
}

/** The position in a video: `0:00 / 2:44`. */
function isPlayer(line: string): boolean {
  return /^\d+:\d\d \/ \d+:\d\d$/.test(line);
}

/** A path may follow: `ACME.COM/ANVILS`. */
function isDomain(line: string): boolean {
  return line.length < 100 && /^[A-Z0-9-]+(?:\.[A-Z0-9-]+)*\.[A-Z]{2,}(?:\/[A-Z0-9._/-]*)?$/.test(line);
}

/** The body ends at the uppercase domain; below it are headline, optional description and button. Without one, only a button may follow. */
export function creativeIn(all: readonly string[]) {
  const lines = all.filter((line) => !isPlayer(line));
  const at = lines.findIndex(isDomain);
  if (at === -1) return withoutDomain(lines);
  const below = lines.slice(at + 1).filter(Boolean);
  const next = below.findIndex(isDomain);
  const shown = next === -1 ? below : below.slice(0, next);
  const [first, second, third] = shown;
  const isButtonAlone = first !== undefined && second === undefined && isCallToAction(first);
  const headline = isButtonAlone ? undefined : first;
  const button = isButtonAlone ? first : (third ?? second);
  return {
    body: readString(lines.slice(0, at).join('\n')),
    domain: lines[at]?.toLowerCase().replace(/\/.*$/u, '') ?? null,
    headline: readString(headline, 2000),
    description: third === undefined || second === headline ? null : readString(second, 5000),
    ctaText: button !== undefined && button.length <= maxButtonLength ? button : null,
  };
}

function withoutDomain(lines: readonly string[]) {
  const last = lines.findLastIndex((line) => line !== '');
  const button = last > 0 && isCallToAction(lines[last] ?? '') ? last : lines.length;
  return {
    body: readString(lines.slice(0, button).join('\n')),
    domain: null,
    headline: null,
    description: null,
    ctaText: lines[button] ?? null,
  };
}
