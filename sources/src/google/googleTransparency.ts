import { getPath, hasAny, isObject, readString } from '../mapping/fields.ts';
import { adOfCreative, adOfDetail } from './googleRpc.ts';
import { adOfPoliticalRow, adOfRow } from './googleTables.ts';
import { type AdSource, Unmappable } from '../source.ts';

export const googleTransparency: AdSource = {
  name: 'google-transparency',
  summary: "Google's Ads Transparency Center: rows of its BigQuery tables, and answers that a browser sees.",
  recognises: (document) => hasFailed(document) || recordsIn(document).some(isRecord),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(describeFailure(record));
    if (isPoliticalRow(record)) return adOfPoliticalRow(record);
    if (isRow(record)) return adOfRow(record);
    return isDetail(record) ? adOfDetail(record) : adOfCreative(record);
  },
};

/** A response has its creatives, or the requested one, under "1". */
function recordsIn(document: unknown): readonly unknown[] {
  const creatives = getPath(document, '1');
  if (Array.isArray(creatives)) return creatives;
  return [isCreative(creatives) ? creatives : document];
}

function isRecord(record: unknown): boolean {
  return isRow(record) || isPoliticalRow(record) || isCreative(record);
}

function isRow(record: unknown): boolean {
  const own = ['region_stats', 'ad_format_type', 'creative_page_url', 'advertiser_disclosed_name'];
  return getPath(record, 'creative_id') !== undefined && hasAny(record, own);
}

function isPoliticalRow(record: unknown): boolean {
  const own = ['date_range_start', 'num_of_days', 'gender_targeting', 'spend_range_min_usd'];
  return (
    getPath(record, 'ad_id') !== undefined &&
    getPath(record, 'advertiser_id') !== undefined &&
    getPath(record, 'ad_type') !== undefined &&
    hasAny(record, own)
  );
}

function isCreative(record: unknown): boolean {
  return startsWith(getPath(record, '1'), 'AR') && startsWith(getPath(record, '2'), 'CR');
}

/** Details have the last shown date in the field where list entries have the format. */
export function isDetail(record: unknown): boolean {
  return (
    isObject(getPath(record, '4')) ||
    getPath(record, '8') !== undefined ||
    getPath(record, '22') !== undefined
  );
}

function startsWith(value: unknown, start: string): boolean {
  return typeof value === 'string' && value.startsWith(start);
}

/** Errors have an exception name under "2" and a status under "5"; results have their total there. */
function hasFailed(document: unknown): boolean {
  const name = getPath(document, '2');
  const status = getPath(document, '5');
  return (
    getPath(document, '1') === undefined &&
    typeof name === 'string' &&
    typeof status === 'number' &&
    status >= 400 &&
    status < 600
  );
}

function describeFailure(document: unknown): string {
  const name = readString(getPath(document, '2'), 200)?.split('.').at(-1) ?? '';
  return `This is a Google error response, not an ad: ${readString(getPath(document, '5')) ?? ''} ${name}`;
}
