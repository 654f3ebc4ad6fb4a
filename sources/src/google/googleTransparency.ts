import { withCapturedAt } from '../mapping/adParts.ts';
import { getPath, hasAny } from '../mapping/fields.ts';
import type { AdSource } from '../source.ts';
import { decodeRows, isQueryResponse } from './bigQueryRows.ts';
import { googleRpc } from './googleRpc.ts';
import { mapPoliticalRow, mapRow } from './googleTables.ts';

export const googleTransparency: AdSource = {
  name: googleRpc.name,
  summary: "Google's Ads Transparency Center: rows of its BigQuery tables, and answers that a browser sees.",
  recognises: (document) => googleRpc.recognises(document) || [...recordsIn(document)].some(isRecord),
  unfold: recordsIn,
  toAd(record) {
    if (isPoliticalRow(record)) return mapPoliticalRow(record);
    return isRow(record) ? mapRow(record) : googleRpc.toAd(record);
  },
};

function recordsIn(document: unknown): Iterable<unknown> {
  return isQueryResponse(document)
    ? withCapturedAt(document, decodeRows(document))
    : googleRpc.unfold(document);
}

function isRecord(record: unknown): boolean {
  return isRow(record) || isPoliticalRow(record);
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
