import type { OpenAdInput } from '@magpie/contract';
import { runOf } from '../mapping/adDates.ts';
import { callToActionOf } from '../mapping/callToAction.ts';
import {
  addressOf,
  at,
  countriesOf,
  dayOf,
  isObject,
  listAt,
  marginals,
  reachOf,
  textOf,
  textsOf,
} from '../mapping/fields.ts';
import { type Source, Unmappable } from '../source.ts';
import { adIdOf, advertiserIdOf, advertiserNameOf, creativeOf, inLibrary } from './tiktok.ts';

export const tiktokApi: Source = {
  name: 'tiktok-api',
  summary: 'TikTok Commercial Content API responses: queries, ad details and branded posts.',
  recognises: (document) =>
    hasFailed(document) || recordsIn(document).some(isRecord) || isEmptyPage(document),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(failureOf(record));
    return isPost(record) ? branded(record) : adOf(record);
  },
};

/** The records of a response, or of its `data`; details have one. */
function recordsIn(document: unknown): readonly unknown[] {
  if (hasFailed(document)) return [document];
  for (const holder of [at(document, 'data'), document]) {
    const records = at(holder, 'ads') ?? at(holder, 'commercial_contents');
    if (Array.isArray(records)) return records;
  }
  return [isRecord(at(document, 'data')) ? at(document, 'data') : document];
}

function isEmptyPage(document: unknown): boolean {
  return at(document, 'error', 'log_id') !== undefined && recordsIn(document).length === 0;
}

function isRecord(record: unknown): boolean {
  return isEntry(record) || isPost(record);
}

/** Entries of the web library look the same but have other advertiser fields. */
function isEntry(record: unknown): boolean {
  const advertiser = at(record, 'advertiser');
  const ad = at(record, 'ad');
  if (!isObject(ad) || at(ad, 'id') === undefined) return false;
  const named = ['business_id', 'buisness_id', 'business_name', 'paid_for_by', 'paid_by'];
  return (
    named.some((name) => at(advertiser, name) !== undefined) ||
    (advertiser === undefined && (at(ad, 'reach') !== undefined || at(record, 'ad_group') !== undefined))
  );
}

function isPost(record: unknown): boolean {
  return (
    at(record, 'id') !== undefined &&
    isObject(at(record, 'creator')) &&
    (at(record, 'brand_names') !== undefined || at(record, 'create_timestamp') !== undefined)
  );
}

/** Every response has an `error`; its code is `ok` on success. */
function hasFailed(document: unknown): boolean {
  const code = at(document, 'error', 'code');
  return at(document, 'error', 'log_id') !== undefined && typeof code === 'string' && code !== 'ok';
}

function failureOf(document: unknown): string {
  const code = textOf(at(document, 'error', 'code'), 100);
  const message = textOf(at(document, 'error', 'message'), 200);
  return `This is a TikTok error response, not an ad: ${[code, message].filter((part) => part !== null).join(', ')}`;
}

function adOf(record: unknown): OpenAdInput {
  const ad = at(record, 'ad');
  const reach = reachIn(ad);
  return {
    ...inLibrary(adIdOf(at(ad, 'id'))),
    ...creativeOf(listAt(ad, 'videos'), listAt(ad, 'image_urls')),
    ...runOf(at(ad, 'first_shown_date'), at(ad, 'last_shown_date'), statusOf(at(ad, 'status'))),
    ...callToActionOf(at(ad, 'call_to_action')),
    advertiser: advertiserOf(at(record, 'advertiser')),
    bodies: textsOf(at(ad, 'title')),
    landingPageUrl: addressOf(at(ad, 'external_url')) ?? addressOf(at(ad, 'download_url')),
    countries: countriesOf(reach.countries.length > 0 ? reach.countries : targetedCountries(record)),
    ...reach.total,
    demographics: reach.demographics,
  };
}

function statusOf(value: unknown): 'active' | 'inactive' | null {
  const status = textOf(value, 20)?.toLowerCase();
  return status === 'active' || status === 'inactive' ? status : null;
}

/** The documentation spells some names in two ways, and so do responses. */
function advertiserOf(advertiser: unknown): OpenAdInput['advertiser'] {
  const names = ['business_name', 'paid_for_by', 'paid_by'];
  const account = at(advertiser, 'tiktok_account');
  return {
    name: advertiserNameOf(names.map((name) => at(advertiser, name))),
    externalId: advertiserIdOf(at(advertiser, 'business_id') ?? at(advertiser, 'buisness_id')),
    pageUrl: addressOf(at(account, 'profile_url') ?? at(advertiser, 'profile_url'), 2048),
    logoUrl: addressOf(at(account, 'avatar_url') ?? at(advertiser, 'avatar_url')),
  };
}

/** Ages and genders only describe the targeting, not the reach, so they are ignored. */
function reachIn(ad: unknown): {
  countries: string[];
  total: Pick<OpenAdInput, 'reach' | 'reachText'> | null;
  demographics: OpenAdInput['demographics'];
} {
  const reach = at(ad, 'reach');
  const byCountry = at(reach, 'unique_users_seen_by_country') ?? at(reach, 'unique_user_seen_by_country');
  const entries = isObject(byCountry) ? Object.entries(byCountry) : [];
  return {
    countries: entries.map(([country]) => country),
    total: reachOf(at(reach, 'unique_users_seen') ?? at(reach, 'unique_user_seen')),
    demographics: marginals(
      entries.map(([country, seen]) => ({ country, reach: reachOf(seen)?.reach.value })),
    ),
  };
}

function targetedCountries(record: unknown): unknown {
  return at(record, 'ad_group', 'targeting_info', 'country');
}

/** A post marked as advertising: the brand is the advertiser, the creator its partner. */
function branded(post: unknown): OpenAdInput {
  const id = adIdOf(at(post, 'id'));
  const creator = textOf(at(post, 'creator', 'username'), 200);
  const brand = textsOf(at(post, 'brand_names'), 200)[0];
  const isPartnership = /partnership/i.test(textOf(at(post, 'label'), 100) ?? '') || brand !== undefined;
  if (isPartnership && brand === undefined) {
    throw new Unmappable('The post is a paid partnership without a brand in brand_names.');
  }
  return {
    // Posts and ads have separate id ranges.
    key: `tiktok:post-${id}`,
    externalId: id,
    sourceUrl: postAddress(creator, id),
    platforms: ['tiktok'],
    placements: ['tiktok'],
    advertiser: { name: advertiserNameOf([brand, creator]) },
    isPartnership,
    partnerName: isPartnership ? creator : null,
    startDate: dayOf(at(post, 'create_date')) ?? dayOf(at(post, 'create_timestamp')),
    ...creativeOf(listAt(post, 'videos'), []),
  };
}

function postAddress(creator: string | null, id: string): string | null {
  return creator !== null && /^[\w.]+$/.test(creator)
    ? `https://www.tiktok.com/@${creator}/video/${id}`
    : null;
}
