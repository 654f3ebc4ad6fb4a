import type { OpenAdInput } from '@magpie/contract';
import { type Platform, platformTable } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { describePlaceholder, mapCallToAction, readDomain } from '../mapping/adParts.ts';
import { readUrl, readCount, readFirst, readPlatforms, readString, readTexts } from '../mapping/fields.ts';
import { type LibraryCard, parseLibraryCard } from './libraryCard.ts';
import { metaIdentity, readId, toDateRange } from '../meta/metaAd.ts';
import { Unmappable } from '../source.ts';
import { placementsIn, platformsIn, splitCell, splitUrls, splitWords } from './tableCells.ts';
import { countBetween, countIn } from './tableMeasures.ts';
import { isKnownSpend, spendBetween, spendIn } from './tableMoney.ts';
import { isUnreadDate, isVideoUrl } from './tableContents.ts';
import { datesIn, type orderIn } from './tableDates.ts';
import { fieldNamed, namesMetaLibrary, type FieldName } from './tableNames.ts';
import { countriesIn, languageIn } from './tablePlaces.ts';
import { parseStatus } from './tableStatus.ts';

export type CellReader = (field: FieldName) => readonly unknown[];

export interface TableLayout {
  readonly dateOrders: Readonly<Record<string, ReturnType<typeof orderIn>>>;
  /** Whether the addresses in the table belong to single ads. */
  readonly hasOwnLinks: boolean;
  readonly idColumn: string;
  readonly advertiserColumn: string;
  /** Whether `advertiserId` is the id of a page, so that the rows of Meta's library state which names are one advertiser. */
  readonly hasPageIds: boolean;
  readonly platform: Platform | null;
  readonly hasVagueStatus: boolean;
  /** Whether a column states whether ads run in a form that is not read. */
  readonly hasUnreadRun: boolean;
  /** The currency in the names of the spend columns: `spend_usd`. */
  readonly spendCurrency: string | null;
}

export function adFromRow(row: CellReader, layout: TableLayout): OpenAdInput {
  const texts = textsIn(row, 'bodies');
  const card = readFirst(texts, parseLibraryCard);
  const landing = mapLanding(row);
  const capturedAt = instantIn(row, 'capturedAt', layout);
  const lastSeenAt = instantIn(row, 'lastSeenAt', layout);
  const headlines = textsIn(row, 'headlines', 2000);
  const words = {
    headlines: (headlines.length === 0 ? readTexts(card?.headline) : headlines).slice(0, 500),
    bodies: (card === null ? texts : readTexts(card.body)).slice(0, 500),
    description:
      first(row, 'description', (cell) => readString(splitCell(cell)[0], 5000)) ?? card?.description ?? null,
    language: first(row, 'language', languageIn),
  };
  const rest = {
    format: first(row, 'format', mapFormat),
    landingPageUrl: landing.landingPageUrl,
    landingPageDomain: landing.landingPageDomain ?? card?.domain ?? null,
    countries: readTexts(row('countries').flatMap(countriesIn)).slice(0, 249),
    media: mapMedia(row),
    mediaType: card?.hasPlayer === true ? ('video' as const) : null,
    firstSeenAt: instantIn(row, 'firstSeenAt', layout),
    lastSeenAt,
    ...readConfirmation(row, layout, lastSeenAt),
    capturedAt,
    engagement: mapEngagement(row),
  };
  const identity = readIdentity(row, layout);
  const isMeta = 'key' in identity;
  // Object.assign, because spreading took as long as everything else together.
  return Object.assign(
    rest,
    words,
    { advertiser: mapAdvertiser(row, layout, landing, isMeta) },
    identity,
    mapPlaces(row, layout),
    callToActionIn(row, card),
    mapPartnership(row),
    mapRowRun(row, layout, card, capturedAt),
    reachIn(row),
    impressionsIn(row),
    mapPayment(row, layout),
  );
}

function first<Value>(row: CellReader, field: FieldName, read: (cell: unknown) => Value | null) {
  return readFirst(row(field), read);
}

function textsIn(row: CellReader, field: FieldName, maxLength?: number): string[] {
  return readTexts(row(field).flatMap(splitCell), maxLength);
}

function firstUrl(row: CellReader, field: FieldName, maxLength: 2048 | 8192): string | null {
  return first(row, field, (cell) => readUrl(splitUrls(cell)[0], maxLength));
}

/** Ads of Meta's library use the library id, which is also in the address; others use the id and address of the row. */
function readIdentity(row: CellReader, { hasOwnLinks, idColumn }: TableLayout) {
  const link = firstUrl(row, 'sourceUrl', 2048);
  const externalId = first(row, 'externalId', (cell) => readString(cell, 200));
  const isMeta = link !== null && /facebook\.com\/ads\/(?:library|archive)/i.test(link);
  if (isMeta || namesMetaLibrary(idColumn)) {
    const linked = link === null || !hasOwnLinks ? null : new URL(link).searchParams.get('id');
    if (linked !== null || externalId !== null) return metaIdentity(linked ?? externalId, idColumn);
  }
  return { externalId, sourceUrl: hasOwnLinks ? link : null };
}

function mapPlaces(row: CellReader, { platform }: TableLayout) {
  const { placements } = readPlatforms(row('platforms').flatMap(placementsIn));
  const found = new Set(row('platforms').flatMap(platformsIn));
  const platforms = platformTable.platforms.filter((name) => found.has(name));
  const assumed = platform ?? platformOfLink(firstUrl(row, 'sourceUrl', 2048));
  return { platforms: platforms.length === 0 && assumed !== null ? [assumed] : platforms, placements };
}

/** The libraries of LinkedIn and TikTok have one platform each; those of Meta and Google have several. */
function platformOfLink(link: string | null): Platform | null {
  const ad = link === null ? null : platformTable.findLibraryAd(link);
  return ad?.platform === 'linkedin' || ad?.platform === 'tiktok' ? ad.platform : null;
}

type Landing = ReturnType<typeof mapLanding>;

function mapLanding(row: CellReader) {
  const landingPageUrl = firstUrl(row, 'landingPageUrl', 8192);
  const written = first(row, 'landingPageDomain', (cell) => readDomain(splitCell(cell)[0]));
  // Cells may contain `acme.com/sale` without a scheme.
  const bare =
    landingPageUrl === null ? first(row, 'landingPageUrl', (cell) => readDomain(splitCell(cell)[0])) : null;
  return { landingPageUrl, landingPageDomain: written ?? bare };
}

function mapAdvertiser(row: CellReader, layout: TableLayout, landing: Landing, isMeta: boolean) {
  const pageUrl = firstUrl(row, 'pageUrl', 2048);
  // The id of a page joins names, so the library must be certain and the column must contain ids of pages.
  const pageId = isMeta && layout.hasPageIds ? first(row, 'advertiserId', readId) : null;
  return {
    name: readName(row, layout, pageUrl, landing),
    ...(pageId === null ? {} : { externalId: pageId }),
    externalIds: pageId === null ? readTexts(first(row, 'advertiserId', readAdvertiserId), 200) : [],
    pageUrl,
    logoUrl: firstUrl(row, 'logoUrl', 8192) ?? imageUrlsIn(row).find(isProfilePicture) ?? null,
    categories: readTexts(row('categories').flatMap(splitWords), 100).slice(0, 20),
  };
}

/** The advertiser's name, else the name of its page, else the landing page domain. */
function readName(
  row: CellReader,
  { advertiserColumn }: TableLayout,
  pageUrl: string | null,
  landing: Landing,
): string {
  const name =
    first(row, 'advertiser', acceptName) ??
    acceptName(nameOfPage(pageUrl)) ??
    acceptName(domainName(landing));
  if (name !== null) return name;
  const placeholder = first(row, 'advertiser', (cell) => readString(cell, 200));
  throw new Unmappable(
    placeholder === null
      ? `'${advertiserColumn}' must name the advertiser, got nothing.`
      : describePlaceholder(placeholder),
  );
}

function acceptName(cell: unknown): string | null {
  const name = readString(cell, 200);
  return name === null || isPlaceholderName(name, 'column') || isHeader(name) ? null : name;
}

/** Files that were joined contain their header several times. */
function isHeader(text: string): boolean {
  const named = fieldNamed(text);
  return named?.field === 'advertiser' && !named.vague;
}

/** A path such as `l.php` belongs to a redirect and would join different advertisers. */
function readAdvertiserId(cell: unknown): string | null {
  const id = readString(cell, 200);
  return id === null || /\s|:\/\/|\.(?:php|html?|aspx?)$/i.test(id) ? null : id;
}

function nameOfPage(pageUrl: string | null): string | null {
  if (pageUrl === null) return null;
  const { hostname, pathname } = new URL(pageUrl);
  const handle = pathname.split('/').findLast((part) => part !== '') ?? '';
  if (/\.php$/i.test(handle)) return null;
  return readString(handle.replace(/^@/, ''), 200) ?? hostname.replace(/^www\./, '');
}

/** Domains that many advertisers link to, besides those of platforms. */
const sharedDomains =
  /(?:^|\.)(?:(?:fb|m|wa|t)\.me|messenger\.com|whatsapp\.com|goo\.gl|google\.com|apple\.com|bit\.ly|tinyurl\.com|linktr\.ee)$/i;

function domainName({ landingPageUrl, landingPageDomain }: Landing): string | null {
  const host = landingPageDomain ?? (landingPageUrl && new URL(landingPageUrl).hostname);
  if (host === null || sharedDomains.test(host) || platformTable.findByHost(host) !== undefined) return null;
  return host.replace(/^www\./, '');
}

const formats: readonly (readonly [RegExp, NonNullable<OpenAdInput['format']>])[] = [
  [/\bdco\b|dynamic creative/, 'dco'],
  [/\bdpa\b|dynamic product|catalog/, 'dpa'],
  [/carou|karus|carrus|carro(?:s|z)|轮播|カルーセル|캐러셀|карус/, 'carousel'],
  [/video|vídeo|vidéo|wideo|reel|видео|视频|動画|동영상|비디오/, 'video'],
  [/imag|immag|photo|foto|bild|picture|static|afbeelding|obraz|görsel|изображ|图片|画像|이미지/, 'image'],
];

function mapFormat(cell: unknown): OpenAdInput['format'] {
  const word = readString(cell, 60)?.toLowerCase() ?? '';
  return formats.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

function callToActionIn(row: CellReader, card: LibraryCard | null) {
  const cta = mapCallToAction(first(row, 'ctaText', (cell) => readString(cell, 200)) ?? card?.ctaText);
  return {
    ctaType: first(row, 'ctaType', (cell) => readString(cell, 100)) ?? cta.ctaType ?? null,
    ctaText: cta.ctaText ?? null,
  };
}

function mapPartnership(row: CellReader) {
  const partnerName = first(row, 'partnerName', (cell) => readString(cell, 200));
  return { partnerName, isPartnership: partnerName === null ? null : true };
}

function urlsIn(row: CellReader, field: FieldName): string[] {
  return readTexts(row(field).flatMap((cell) => splitUrls(cell).map((url) => readUrl(url))));
}

const imageUrlsIn = (row: CellReader): string[] => urlsIn(row, 'imageUrls');

/** Scrapers list all pictures of a card in Meta's library; the one of 60 pixels is that of the page. */
function isProfilePicture(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return /(?:^|\.)fbcdn\.net$/.test(hostname) && /_s60x60(?:_|$)/.test(searchParams.get('stp') ?? '');
}

function mapMedia(row: CellReader): OpenAdInput['media'] {
  const videos = urlsIn(row, 'videoUrls');
  const others = imageUrlsIn(row).filter(
    (url) => !videos.includes(url) && !platformTable.isLibraryUrl(url) && !isProfilePicture(url),
  );
  return [...videos, ...others].slice(0, 200).map((url, index) => {
    return { type: index < videos.length || isVideoUrl(url) ? 'video' : 'image', url };
  });
}

function instantIn(row: CellReader, field: FieldName, { dateOrders }: TableLayout): string | null {
  return first(row, field, (cell) => datesIn(cell, dateOrders[field] ?? null).start);
}

function readStatus(row: CellReader, { hasVagueStatus }: TableLayout) {
  return first(row, 'status', (cell) => parseStatus(cell, hasVagueStatus));
}

/** A row whose status or end is written in an unknown form may have ended: that it was read confirms nothing. */
function readConfirmation(
  row: CellReader,
  layout: TableLayout,
  lastSeenAt: string | null,
): Pick<OpenAdInput, 'lastConfirmedAt' | 'freshnessDays'> {
  const isStatusUnread = row('status').length > 0 && readStatus(row, layout) === null;
  const isEndUnread = instantIn(row, 'endDate', layout) === null && row('endDate').some(isUnreadDate);
  if (layout.hasUnreadRun || isStatusUnread || isEndUnread) return { freshnessDays: 0 };
  // Of a stopped ad too: a table states when the ad was last shown.
  return { lastConfirmedAt: lastSeenAt };
}

/** The start column may contain a range, as in `Oct 13, 2024 - Aug 31, 2025`. */
function mapRowRun(
  row: CellReader,
  layout: TableLayout,
  card: LibraryCard | null,
  capturedAt: string | null,
): Pick<OpenAdInput, 'startDate' | 'endDate' | 'status'> {
  const order = layout.dateOrders['startDate'] ?? null;
  const dates = first(row, 'startDate', (cell) => {
    const found = datesIn(cell, order);
    return found.start === null ? null : found;
  });
  const start = dates?.start?.slice(0, 10) ?? card?.startDate ?? null;
  const end = (instantIn(row, 'endDate', layout) ?? dates?.end)?.slice(0, 10) ?? card?.endDate ?? null;
  const status = readStatus(row, layout) ?? card?.status ?? null;
  const isOver = end !== null && capturedAt !== null && end < capturedAt.slice(0, 10);
  // For a running ad, a past end date is only the last day seen.
  const endDate = status === 'active' && isOver ? null : end;
  return { ...toDateRange(start, endDate), status: status ?? (isOver ? 'inactive' : null) };
}

/** One column, or two with the bounds. 0 means unknown in some exports. */
function reachIn(row: CellReader): Pick<OpenAdInput, 'reach' | 'reachText'> {
  return first(row, 'reach', countIn) ?? countBetween(row('reachMin')[0], row('reachMax')[0]) ?? {};
}

function impressionsIn(row: CellReader): Pick<OpenAdInput, 'impressions'> {
  const found =
    first(row, 'impressions', countIn) ?? countBetween(row('impressionsMin')[0], row('impressionsMax')[0]);
  return found === null ? {} : { impressions: found.reach };
}

function mapPayment(
  row: CellReader,
  { spendCurrency }: TableLayout,
): Pick<OpenAdInput, 'spend' | 'payer' | 'beneficiary'> {
  const currency = spendCurrency ?? row('currency')[0];
  const spend =
    first(row, 'spend', (cell) => spendIn(cell, currency)) ??
    spendBetween(row('spendMin')[0], row('spendMax')[0], currency);
  return {
    spend: spend !== null && isKnownSpend(spend) ? spend : null,
    payer: first(row, 'payer', readPayer),
    beneficiary: first(row, 'beneficiary', readPayer),
  };
}

function readPayer(cell: unknown): string | null {
  const name = readString(splitCell(cell)[0], 300);
  return name === null || isPlaceholderName(name, 'column') ? null : name;
}

function mapEngagement(row: CellReader) {
  const counted = {
    likes: first(row, 'likes', readCount),
    comments: first(row, 'comments', readCount),
    shares: first(row, 'shares', readCount),
  };
  return Object.values(counted).every((count) => count === null) ? null : counted;
}
