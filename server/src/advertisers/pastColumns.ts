import { libraryOfKey } from '../ads/coverage.ts';
import type { AdEvent } from '../ads/knownAd.ts';
import type { PastAd } from '../ads/past/pastAds.ts';
import { addQueryColumns, type QueryColumns } from '../ads/rows.ts';
import { toDay } from '../ads/run.ts';
import { isUnknownFact } from '../ads/transparency.ts';
import type { AdColumnsRow } from './memory/adColumns.sql.ts';
import { eventKinds } from './changes.sql.ts';
import type { HistoryRow } from './memory/changes.sql.ts';

const emptyColumns: QueryColumns = {
  card_bodies: [],
  card_headlines: [],
  thumbnail_url: null,
  first_day: '',
  last_day: '',
  confirmed_day: '',
  stopped: 0,
};

/** As `adColumns.sql.ts` reads it from the row of an ad. */
export function toColumnsRow({ ad }: Pick<PastAd, 'ad'>): AdColumnsRow {
  const { facts, derived, latest } = ad;
  const query = { ...emptyColumns };
  addQueryColumns(query, ad);
  return {
    advertiser_id: ad.advertiserId,
    hash: ad.hash,
    added_in: ad.addedIn,
    version: ad.version,
    is_deleted: 0,
    reach: facts.reach?.value ?? null,
    reach_kind: facts.reach?.kind ?? null,
    likes: latest?.likes ?? null,
    comments: latest?.comments ?? null,
    shares: latest?.shares ?? null,
    format: derived.format,
    media_type: derived.mediaType,
    language: derived.language,
    ...query,
    first_day: toDay(query.first_day),
    last_day: toDay(query.last_day),
    confirmed_day: toDay(query.confirmed_day),
    freshness_days: ad.freshnessDays,
    stated_active: facts.status === 'active' ? 1 : 0,
    has_start: facts.startDate === null ? 0 : 1,
    has_end: facts.endDate === null ? 0 : 1,
    first_seen: Date.parse(ad.firstSeenAt),
    last_seen: Date.parse(ad.lastSeenAt),
    landing_page: derived.landingPage,
    landing_page_domain: derived.landingPageDomain,
    cta_type: facts.ctaType,
    cta_text: facts.ctaText,
    headlines: facts.headlines,
    bodies: facts.bodies,
    library: libraryOfKey(ad.key),
    places: facts.countries.toSorted().join(','),
    targeting: isUnknownFact(facts.targeting) ? null : JSON.stringify(facts.targeting),
    coverage: isUnknownFact(facts.coverage) ? null : JSON.stringify(facts.coverage),
    platforms: facts.platforms,
    tag_ids: derived.tags.map(({ tagDefinitionId }) => tagDefinitionId),
    reach_by_gender: facts.demographics?.gender ?? {},
    reach_by_age: facts.demographics?.age ?? {},
    reach_by_country: facts.demographics?.country ?? {},
  };
}

/** Days since 1970. */
const firstSupportedDay = toDay('1900-01-01');

/** As `changes.sql.ts` reads it from the events of an ad. */
export function toHistoryRow({ ad, events }: PastAd): HistoryRow {
  const turns = events.filter(({ kind }) => kind === 'stopped' || kind === 'revived');
  const news = events.flatMap(listNews);
  return {
    hash: ad.hash,
    seen_turns: turns.map(toTurn).toSorted((one, other) => one - other),
    news: news.toSorted(compareNews),
  };
}

/** See `statusChangeCode`. */
function toTurn({ sequence, kind, at }: AdEvent): number {
  const days = toDay(at.slice(0, 10)) - firstSupportedDay;
  return sequence * 1_000_000 + days * 2 + (kind === 'stopped' ? 1 : 0);
}

type News = HistoryRow['news'][number];

function listNews({ sequence, kind, at, changes }: AdEvent): News[] {
  const order = sequence * eventKinds.length + eventKinds.indexOf(kind) + 1;
  const day = at.slice(0, 10);
  return changes.flatMap(({ field, from, to }): News[] => {
    if (field === 'landingPageUrl') {
      const left = normalizePage(from);
      return left === '' || left === normalizePage(to) ? [] : [[order, day, field, left]];
    }
    if (field !== 'headlines' && field !== 'bodies') return [];
    const [before, after] = [listTexts(from), listTexts(to)];
    if (before.length === 0) return [];
    return after.filter((text) => !before.includes(text)).map((text): News => [order, day, field, text]);
  });
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function compareNews(one: News, other: News): number {
  for (const [index, value] of one.entries()) {
    const next = other[index] ?? '';
    if (value !== next) return value < next ? -1 : 1;
  }
  return 0;
}

/** As `normalizedPage` in changes.sql.ts. */
function normalizePage(url: unknown): string {
  if (typeof url !== 'string') return '';
  const [, authority = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  const [, host = '', port = ''] = /^(?:[^@]*@)?([^:]*)(?::(\d+))?$/.exec(authority.toLowerCase()) ?? [];
  const shownPort = ['', '0', '80', '443'].includes(port) ? '' : `:${port}`;
  return `${host.replace(/^(?:www\.)+/, '')}${shownPort}${path.replace(/\/+$/, '')}`;
}
