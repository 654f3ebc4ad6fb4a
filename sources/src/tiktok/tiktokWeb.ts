import type { OpenAdInput } from '@magpie/contract';
import { readCapturedAt, identifyIn, readAdvertiserName, mapRun, statusAt } from '../mapping/adParts.ts';
import {
  getList,
  getPath,
  hasAny,
  isObject,
  readCountries,
  readReach,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import { readGenders, readImpressions, sumByCountry, toTargeting } from '../mapping/transparency.ts';
import type { AdSource } from '../source.ts';
import { readAdId, readAdvertiserId, noAdvertiser, mapCreative } from './tiktok.ts';

export const tiktokWeb: AdSource = {
  name: 'tiktok-web',
  summary: "What a browser sees in TikTok's ad library: search results and details of ads.",
  recognises: (document) => recordsIn(document).some((record) => isRow(record) || isDetail(record)),
  unfold: recordsIn,
  toAd: (record) =>
    isObject(getPath(record, 'ad')) ? mapAd(getPath(record, 'ad'), record) : mapAd(record, undefined),
};

function recordsIn(document: unknown): readonly unknown[] {
  const data = getPath(document, 'data');
  for (const rows of [data, getPath(data, 'ads'), getPath(data, 'list'), getPath(document, 'ads')]) {
    if (Array.isArray(rows)) return rows;
  }
  return [isRow(data) || isDetail(data) ? data : document];
}

function isRow(record: unknown): boolean {
  const own = ['estimated_audience', 'audit_status', 'sor_audit_status', 'show_mode'];
  return (
    getPath(record, 'id') !== undefined &&
    getPath(record, 'first_shown_date') !== undefined &&
    hasAny(record, own)
  );
}

function isDetail(record: unknown): boolean {
  const advertiser = getPath(record, 'advertiser');
  const own = ['adv_biz_ids', 'tt_user', 'registry_location', 'sponsor'];
  return isObject(getPath(record, 'ad')) && hasAny(advertiser, own);
}

/** Search rows and the ad of a detail have the same fields; the detail adds payer and reach. */
function mapAd(ad: unknown, detail: unknown): OpenAdInput {
  const regions = getList(detail, 'targeting', 'location', 'data');
  const capturedAt = readCapturedAt(detail ?? ad);
  const lastShown = getPath(ad, 'last_shown_date');
  return {
    ...identifyIn('tiktok', readAdId(getPath(ad, 'id'))),
    ...mapCreative(getList(ad, 'videos'), getList(ad, 'image_urls')),
    // The values of audit_status are undocumented, so the status is derived from the dates.
    ...mapRun(getPath(ad, 'first_shown_date'), lastShown, statusAt(lastShown, capturedAt)),
    advertiser: mapAdvertiser(ad, getPath(detail, 'advertiser')),
    bodies: readTexts(getPath(ad, 'title')),
    countries: readCountries(regions.map((region) => getPath(region, 'region'))),
    ...readReach(getPath(ad, 'estimated_audience')),
    impressions: readImpressions(getPath(detail, 'targeting', 'location', 'total_impressions')),
    impressionsByCountry: sumByCountry(
      regions.map((region) => ({
        country: getPath(region, 'region'),
        count: readImpressions(getPath(region, 'impressions'))?.value,
      })),
    ),
    payer: readString(getPath(detail, 'advertiser', 'sponsor'), 300),
    targeting: toTargeting({
      ages: listTargeted(getList(detail, 'targeting', 'age')),
      genders: readGenders(listTargeted(getList(detail, 'targeting', 'gender'))),
    }),
    capturedAt,
  };
}

/** Rows of flags per region: `{region, "18-24": true}`. */
function listTargeted(rows: readonly unknown[]): string[] {
  return rows.filter(isObject).flatMap((row) => Object.keys(row).filter((name) => row[name] === true));
}

function mapAdvertiser(ad: unknown, advertiser: unknown): OpenAdInput['advertiser'] {
  const ids = getPath(advertiser, 'adv_biz_ids');
  const account = getPath(advertiser, 'tt_user');
  const externalId = readAdvertiserId(Array.isArray(ids) ? ids[0] : ids);
  return {
    name: readAdvertiserName(
      [getPath(advertiser, 'name'), getPath(ad, 'name'), getPath(advertiser, 'sponsor')],
      noAdvertiser,
      externalId,
    ),
    externalId,
    pageUrl: readUrl(getPath(account, 'profile_url'), 2048) ?? buildProfileUrl(getPath(account, 'username')),
    logoUrl: readUrl(getPath(account, 'avatar_url')),
  };
}

function buildProfileUrl(username: unknown): string | null {
  const name = readString(username, 100);
  return name !== null && /^[\w.]+$/.test(name) ? `https://www.tiktok.com/@${name}` : null;
}
