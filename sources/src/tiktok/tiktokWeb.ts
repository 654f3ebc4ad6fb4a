import type { OpenAdInput } from '@magpie/contract';
import { capturedAtOf, runOf, statusAt } from '../mapping/adDates.ts';
import {
  addressOf,
  at,
  countriesOf,
  isObject,
  listAt,
  marginals,
  reachOf,
  textOf,
  textsOf,
} from '../mapping/fields.ts';
import type { Source } from '../source.ts';
import { adIdOf, advertiserIdOf, advertiserNameOf, creativeOf, inLibrary } from './tiktok.ts';

export const tiktokWeb: Source = {
  name: 'tiktok-web',
  summary: "What a browser sees in TikTok's ad library: search results and details of ads.",
  recognises: (document) => recordsIn(document).some((record) => isRow(record) || isDetail(record)),
  unfold: recordsIn,
  toAd: (record) => (isObject(at(record, 'ad')) ? adOf(at(record, 'ad'), record) : adOf(record, undefined)),
};

function recordsIn(document: unknown): readonly unknown[] {
  const data = at(document, 'data');
  for (const rows of [data, at(data, 'ads'), at(data, 'list'), at(document, 'ads')]) {
    if (Array.isArray(rows)) return rows;
  }
  return [isRow(data) || isDetail(data) ? data : document];
}

function isRow(record: unknown): boolean {
  const own = ['estimated_audience', 'audit_status', 'sor_audit_status', 'show_mode'];
  return (
    at(record, 'id') !== undefined &&
    at(record, 'first_shown_date') !== undefined &&
    own.some((name) => at(record, name) !== undefined)
  );
}

function isDetail(record: unknown): boolean {
  const advertiser = at(record, 'advertiser');
  const own = ['adv_biz_ids', 'tt_user', 'registry_location', 'sponsor'];
  return isObject(at(record, 'ad')) && own.some((name) => at(advertiser, name) !== undefined);
}

/** Search rows and the ad of a detail have the same fields; the detail adds payer and reach. */
function adOf(ad: unknown, detail: unknown): OpenAdInput {
  const regions = listAt(detail, 'targeting', 'location', 'data');
  const capturedAt = capturedAtOf(detail ?? ad);
  const lastShown = at(ad, 'last_shown_date');
  return {
    ...inLibrary(adIdOf(at(ad, 'id'))),
    ...creativeOf(listAt(ad, 'videos'), listAt(ad, 'image_urls')),
    // The values of audit_status are undocumented, so the status is derived from the dates.
    ...runOf(at(ad, 'first_shown_date'), lastShown, statusAt(lastShown, capturedAt)),
    advertiser: advertiserOf(ad, at(detail, 'advertiser')),
    bodies: textsOf(at(ad, 'title')),
    countries: countriesOf(regions.map((region) => at(region, 'region'))),
    ...(reachOf(at(ad, 'estimated_audience')) ??
      reachOf(at(detail, 'targeting', 'location', 'total_impressions'))),
    demographics: marginals(
      regions.map((region) => ({
        country: at(region, 'region'),
        reach: reachOf(at(region, 'impressions'))?.reach.value,
      })),
    ),
    capturedAt,
  };
}

function advertiserOf(ad: unknown, advertiser: unknown): OpenAdInput['advertiser'] {
  const ids = at(advertiser, 'adv_biz_ids');
  const account = at(advertiser, 'tt_user');
  return {
    name: advertiserNameOf([at(advertiser, 'name'), at(ad, 'name'), at(advertiser, 'sponsor')]),
    externalId: advertiserIdOf(Array.isArray(ids) ? ids[0] : ids),
    pageUrl: addressOf(at(account, 'profile_url'), 2048) ?? profileAddress(at(account, 'username')),
    logoUrl: addressOf(at(account, 'avatar_url')),
  };
}

function profileAddress(username: unknown): string | null {
  const name = textOf(username, 100);
  return name !== null && /^[\w.]+$/.test(name) ? `https://www.tiktok.com/@${name}` : null;
}
