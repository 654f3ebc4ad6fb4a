import { at, isObject, textOf } from '../mapping/fields.ts';
import { adOfCreative, adOfDetail } from './googleRpc.ts';
import { adOfPoliticalRow, adOfRow } from './googleTables.ts';
import { type Source, Unmappable } from '../source.ts';

export const googleTransparency: Source = {
  name: 'google-transparency',
  summary: "Google's Ads Transparency Center: rows of its BigQuery tables, and answers that a browser sees.",
  recognises: (document) => hasFailed(document) || recordsIn(document).some(isRecord),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(failureOf(record));
    if (isPoliticalRow(record)) return adOfPoliticalRow(record);
    if (isRow(record)) return adOfRow(record);
    return isDetail(record) ? adOfDetail(record) : adOfCreative(record);
  },
};

/** An answer holds its creatives, or the one that was asked for, under "1". */
function recordsIn(document: unknown): readonly unknown[] {
  const held = at(document, '1');
  if (Array.isArray(held)) return held;
  return [isCreative(held) ? held : document];
}

function isRecord(record: unknown): boolean {
  return isRow(record) || isPoliticalRow(record) || isCreative(record);
}

function isRow(record: unknown): boolean {
  const own = ['region_stats', 'ad_format_type', 'creative_page_url', 'advertiser_disclosed_name'];
  return at(record, 'creative_id') !== undefined && own.some((name) => at(record, name) !== undefined);
}

function isPoliticalRow(record: unknown): boolean {
  const own = ['date_range_start', 'num_of_days', 'gender_targeting', 'spend_range_min_usd'];
  return (
    at(record, 'ad_id') !== undefined &&
    at(record, 'advertiser_id') !== undefined &&
    at(record, 'ad_type') !== undefined &&
    own.some((name) => at(record, name) !== undefined)
  );
}

function isCreative(record: unknown): boolean {
  return startsWith(at(record, '1'), 'AR') && startsWith(at(record, '2'), 'CR');
}

/** A creative by itself has the last day shown where one of a list has its format. */
export function isDetail(record: unknown): boolean {
  return isObject(at(record, '4')) || at(record, '8') !== undefined || at(record, '22') !== undefined;
}

function startsWith(value: unknown, start: string): boolean {
  return typeof value === 'string' && value.startsWith(start);
}

/** Google's errors have the name of an exception under "2" and a status under "5"; an answer there has its total. */
function hasFailed(document: unknown): boolean {
  const name = at(document, '2');
  const status = at(document, '5');
  return (
    at(document, '1') === undefined &&
    typeof name === 'string' &&
    typeof status === 'number' &&
    status >= 400 &&
    status < 600
  );
}

function failureOf(document: unknown): string {
  const name = textOf(at(document, '2'), 200)?.split('.').at(-1) ?? '';
  return `This is an error of Google and no ad: ${textOf(at(document, '5')) ?? ''} ${name}`;
}
