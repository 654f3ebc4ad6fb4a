import type { OpenAdInput } from '@magpie/contract';
import {
  identifyIn,
  mapCallToAction,
  mapRun,
  readAdvertiserName,
  readCapturedAt,
  statusAt,
  withCapturedAt,
} from '../mapping/adParts.ts';
import {
  firstText,
  getList,
  getPath,
  hasAny,
  isObject,
  marginals,
  readCountries,
  readDay,
  readReach,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import { readGenders, toTargeting } from '../mapping/transparency.ts';
import { type AdSource, Unmappable } from '../source.ts';
import { readAdId, readAdvertiserId, noAdvertiser, mapCreative } from './tiktok.ts';

export const tiktokApi: AdSource = {
  name: 'tiktok-api',
  summary: 'TikTok Commercial Content API responses: queries, ad details and branded posts.',
  recognises: (document) =>
    hasFailed(document) || recordsIn(document).some(isRecord) || isEmptyPage(document),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(describeFailure(record));
    return isPost(record) ? branded(record) : mapAd(record);
  },
};

/** The records of a response, or of its `data`; details have one. */
function recordsIn(document: unknown): readonly unknown[] {
  if (hasFailed(document)) return [document];
  for (const holder of [getPath(document, 'data'), document]) {
    const records = getPath(holder, 'ads') ?? getPath(holder, 'commercial_contents');
    if (Array.isArray(records)) return withCapturedAt(document, records);
  }
  const data = getPath(document, 'data');
  return isRecord(data) ? withCapturedAt(document, [data]) : [document];
}

function isEmptyPage(document: unknown): boolean {
  return getPath(document, 'error', 'log_id') !== undefined && recordsIn(document).length === 0;
}

function isRecord(record: unknown): boolean {
  return isEntry(record) || isPost(record);
}

/** Entries of the web library look the same but have other advertiser fields. */
function isEntry(record: unknown): boolean {
  const advertiser = getPath(record, 'advertiser');
  const ad = getPath(record, 'ad');
  if (!isObject(ad) || getPath(ad, 'id') === undefined) return false;
  const named = ['business_id', 'buisness_id', 'business_name', 'paid_for_by', 'paid_by'];
  return (
    hasAny(advertiser, named) ||
    (advertiser === undefined &&
      (getPath(ad, 'reach') !== undefined || getPath(record, 'ad_group') !== undefined))
  );
}

function isPost(record: unknown): boolean {
  return (
    getPath(record, 'id') !== undefined &&
    isObject(getPath(record, 'creator')) &&
    (getPath(record, 'brand_names') !== undefined || getPath(record, 'create_timestamp') !== undefined)
  );
}

/** Every response has an `error`; its code is `ok` on success. */
function hasFailed(document: unknown): boolean {
  const code = getPath(document, 'error', 'code');
  return getPath(document, 'error', 'log_id') !== undefined && typeof code === 'string' && code !== 'ok';
}

function describeFailure(document: unknown): string {
  const code = readString(getPath(document, 'error', 'code'), 100);
  const message = readString(getPath(document, 'error', 'message'), 200);
  return `This is a TikTok error response, not an ad: ${[code, message].filter((part) => part !== null).join(', ')}`;
}

function mapAd(record: unknown): OpenAdInput {
  const ad = getPath(record, 'ad');
  const reach = reachIn(ad);
  const lastShown = getPath(ad, 'last_shown_date');
  const capturedAt = readCapturedAt(record);
  return {
    ...identifyIn('tiktok', readAdId(getPath(ad, 'id'))),
    ...mapCreative(getList(ad, 'videos'), getList(ad, 'image_urls')),
    // Its status is the result of a review, not whether it is shown.
    ...mapRun(getPath(ad, 'first_shown_date'), lastShown, statusAt(lastShown, capturedAt)),
    ...mapCallToAction(getPath(ad, 'call_to_action')),
    advertiser: mapAdvertiser(getPath(record, 'advertiser')),
    bodies: readTexts(getPath(ad, 'title')),
    landingPageUrl: readUrl(getPath(ad, 'external_url')) ?? readUrl(getPath(ad, 'download_url')),
    countries: readCountries(reach.countries.length > 0 ? reach.countries : targetedCountries(record)),
    ...reach.total,
    demographics: reach.demographics,
    payer: firstText(
      ['paid_for_by', 'paid_by'].map((name) => getPath(record, 'advertiser', name)),
      300,
    ),
    targeting: mapTargeting(getPath(record, 'ad_group', 'targeting_info')),
    capturedAt,
  };
}

/** The documentation spells some names in two ways, and so do responses. */
function mapAdvertiser(advertiser: unknown): OpenAdInput['advertiser'] {
  const names = ['business_name', 'paid_for_by', 'paid_by'];
  const account = getPath(advertiser, 'tiktok_account');
  const externalId = readAdvertiserId(
    getPath(advertiser, 'business_id') ?? getPath(advertiser, 'buisness_id'),
  );
  return {
    name: readAdvertiserName(
      names.map((name) => getPath(advertiser, name)),
      noAdvertiser,
      externalId,
    ),
    externalId,
    pageUrl: readUrl(getPath(account, 'profile_url') ?? getPath(advertiser, 'profile_url'), 2048),
    logoUrl: readUrl(getPath(account, 'avatar_url') ?? getPath(advertiser, 'avatar_url')),
  };
}

/** Ages and genders only describe the targeting, not the reach. */
function reachIn(ad: unknown): {
  countries: string[];
  total: Pick<OpenAdInput, 'reach' | 'reachText'> | null;
  demographics: OpenAdInput['demographics'];
} {
  const reach = getPath(ad, 'reach');
  const byCountry =
    getPath(reach, 'unique_users_seen_by_country') ?? getPath(reach, 'unique_user_seen_by_country');
  const entries = isObject(byCountry) ? Object.entries(byCountry) : [];
  return {
    countries: entries.map(([country]) => country),
    total: readReach(getPath(reach, 'unique_users_seen') ?? getPath(reach, 'unique_user_seen')),
    demographics: marginals(
      entries.map(([country, seen]) => ({ country, reach: readReach(seen)?.reach.value })),
    ),
  };
}

/** Ages and genders are objects of flags. `audience_targeting` and the like name a kind of targeting, or are empty. */
function mapTargeting(info: unknown): OpenAdInput['targeting'] {
  const kinds = ['audience_targeting', 'video_interactions', 'creator_interactions', 'interest'];
  return toTargeting({
    ages: listFlagged(getPath(info, 'age')),
    genders: readGenders(listFlagged(getPath(info, 'gender'))),
    countries: readCountries(getPath(info, 'country')),
    parameters: kinds.filter((name) => isUsed(getPath(info, name))),
  });
}

function listFlagged(flags: unknown): string[] {
  if (!isObject(flags)) return [];
  return Object.keys(flags).filter((name) => flags[name] === true);
}

function isUsed(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : readString(value, 100) !== null;
}

function targetedCountries(record: unknown): unknown {
  return getPath(record, 'ad_group', 'targeting_info', 'country');
}

/** A post marked as advertising: the brand is the advertiser, the creator its partner. */
function branded(post: unknown): OpenAdInput {
  const id = readAdId(getPath(post, 'id'));
  const creator = readString(getPath(post, 'creator', 'username'), 200);
  const brand = readTexts(getPath(post, 'brand_names'), 200)[0];
  const isPartnership =
    /partnership/i.test(readString(getPath(post, 'label'), 100) ?? '') || brand !== undefined;
  if (isPartnership && brand === undefined) {
    throw new Unmappable('The post is a paid partnership without a brand in brand_names.');
  }
  return {
    // Posts and ads have separate id ranges.
    key: `tiktok:post-${id}`,
    externalId: id,
    sourceUrl: buildPostUrl(creator, id),
    platforms: ['tiktok'],
    placements: ['tiktok'],
    advertiser: { name: readAdvertiserName([brand, creator], noAdvertiser) },
    isPartnership,
    partnerName: isPartnership ? creator : null,
    startDate: readDay(getPath(post, 'create_date')) ?? readDay(getPath(post, 'create_timestamp')),
    ...mapCreative(getList(post, 'videos'), []),
  };
}

function buildPostUrl(creator: string | null, id: string): string | null {
  return creator !== null && /^[\w.]+$/.test(creator)
    ? `https://www.tiktok.com/@${creator}/video/${id}`
    : null;
}
