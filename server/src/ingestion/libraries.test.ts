import { appleAd, applePage } from '@magpie/sources/apple/apple.fixture';
import {
  amazonRecord,
  pinterestRecord,
  temuRecord,
  xRow,
} from '@magpie/sources/mapping/disclosedRow.fixture';
import {
  microsoftAd,
  microsoftAdWithDetails,
  microsoftPage,
} from '@magpie/sources/microsoft/microsoft.fixture';
import { snapPage, snapPreview, snapThrottled } from '@magpie/sources/snap/snap.fixture';
import { adSources } from '@magpie/sources/sources';
import { creativeStatsFields, encodeRows } from '@magpie/sources/google/bigQuery.fixture';
import { expect, test } from 'vitest';
import {
  detail,
  politicalRow,
  refusal,
  searchAnswer,
  statsCells,
  statsRow,
} from '@magpie/sources/google/google.fixture';
import { element, linkedinAnswer, page } from '@magpie/sources/linkedin/linkedin.fixture';
import {
  brandedPost,
  detailAnswer,
  listedAd,
  queryAnswer,
  topAd,
  topAdDetail,
  webDetail,
  webRow,
} from '@magpie/sources/tiktok/tiktok.fixture';

const libraries = adSources.filter(({ name }) => name !== 'magpie' && !name.startsWith('meta-'));

const queryResponse = {
  schema: { fields: creativeStatsFields },
  rows: encodeRows(creativeStatsFields, [statsRow]),
};

const documents: readonly (readonly [string, string, unknown])[] = [
  ['tiktok-api', 'a query', queryAnswer([listedAd])],
  ['tiktok-api', 'an entry', listedAd],
  ['tiktok-api', 'details', detailAnswer],
  ['tiktok-api', 'a post', brandedPost],
  ['tiktok-web', 'a search', { code: 0, data: [webRow] }],
  ['tiktok-web', 'a row', webRow],
  ['tiktok-web', 'details', { code: 0, data: webDetail }],
  ['tiktok-top-ads', 'a list', { code: 0, data: { materials: [topAd] } }],
  ['tiktok-top-ads', 'details', { code: 0, data: topAdDetail }],
  ['tiktok-top-ads', 'a material', topAd],
  ['linkedin-api', 'an answer', linkedinAnswer([element])],
  ['linkedin-api', 'an element', element],
  ['linkedin-api', 'a page', page],
  ['google-transparency', 'a row', statsRow],
  ['google-transparency', 'a line of CSV', statsCells],
  ['google-transparency', 'a response of BigQuery', queryResponse],
  ['google-transparency', 'a political ad', politicalRow],
  ['google-transparency', 'a search', searchAnswer],
  ['google-transparency', 'details', detail],
  ['google-transparency', 'an error', refusal],
  ['microsoft-ads', 'a page', microsoftPage([microsoftAd])],
  ['microsoft-ads', 'an empty page', microsoftPage([])],
  ['microsoft-ads', 'details', microsoftAdWithDetails],
  ['snap-ads', 'a page', snapPage([snapPreview])],
  ['snap-ads', 'an ad', snapPreview],
  ['snap-ads', 'an error', snapThrottled],
  ['apple-ads', 'a page', applePage([appleAd])],
  ['apple-ads', 'an ad', appleAd],
  ['x-ads', 'a row', xRow],
  ['pinterest-ads', 'a record', pinterestRecord],
  ['amazon-ads', 'a record', amazonRecord],
  ['temu-ads', 'a record', temuRecord],
];

test.each(documents)('only %s recognises %s', (name, _, document) => {
  expect(libraries.filter((source) => source.recognises(document)).map((source) => source.name)).toEqual([
    name,
  ]);
});

test.each([
  [null],
  ['text'],
  [1],
  [[]],
  [{}],
  [{ data: [] }],
  [{ data: {} }],
  [{ elements: [] }],
  [{ '1': [] }],
  [{ id: '1', name: 'A customer' }],
  [{ error: { message: 'Invalid token', code: 190 } }],
  [{ data: [{ id: '1', page_id: '2', ad_creative_bodies: ['Text'] }], paging: {} }],
])('no source recognises %j', (document) => {
  expect(libraries.filter((source) => source.recognises(document))).toEqual([]);
});
