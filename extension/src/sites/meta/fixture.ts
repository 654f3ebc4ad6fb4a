import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['701000000000000001', '701000000000000002', '701000000000000003'] as const;
const call = '/api/graphql/';
const address =
  'https://www.facebook.com/ads/library/?active_status=active&ad_type=all&country=IE&q=invented';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    ad_archive_id: ids[index],
    collation_count: 1,
    end_date: 1_780_000_000,
    is_active: true,
    page_id: `90100000${index}`,
    page_name: ad.brand,
    publisher_platform: ['FACEBOOK', 'INSTAGRAM'],
    snapshot: {
      page_name: ad.brand,
      page_profile_uri: `https://www.facebook.com/invented.${index}/`,
      page_profile_picture_url: `https://pictures.example/logo-${index}.png`,
      body: { text: ad.text },
      title: ad.headline,
      link_description: 'Sent within a day',
      caption: ad.domain,
      link_url: `https://${ad.domain}/landing?utm_source=fb`,
      cta_text: 'Shop now',
      cta_type: 'SHOP_NOW',
      display_format: 'IMAGE',
      images: [{ original_image_url: ad.picture, resized_image_url: ad.picture }],
      videos: [],
      cards: [],
      branded_content: null,
    },
    start_date: 1_767_225_600,
  };
}

function answer(rows: readonly unknown[]) {
  const edges = rows.map((ad) => ({ node: { collated_results: [ad] }, cursor: null }));
  return {
    data: { ad_library_main: { search_results_connection: { edges, page_info: { has_next_page: true } } } },
  };
}

/** Deeply nested in the initial data for the page's scripts. */
function inline(rows: readonly unknown[]): string {
  const prefetched = { __bbox: { complete: true, result: answer(rows) } };
  const calls = [['RelayPrefetchedStreamCache', 'next', [], ['adp_AdLibrarySearch', prefetched]]];
  const data = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: calls } }]]] };
  return `<script type="application/json" data-content-len="1" data-sjs>${JSON.stringify(data)}</script>`;
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  const page = `https://www.facebook.com/invented.${index}/`;
  const link = `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://${ad.domain}/card`)}&amp;h=AT0`;
  return `<div class="x1a${index}"><div class="x2">
    <div class="x3">
      <div><span>Active</span></div>
      <div><span class="x4">Library ID: ${ids[index]}</span></div>
      <div><span>Started running on Jan 1, 2026</span></div>
      <div><span>Platforms</span></div>
      <div role="button"><div>See ad details</div></div>
    </div>
    <div class="x5">
      <div><a href="${page}"><img alt="${ad.brand}" src="https://pictures.example/logo-${index}.png"></a>
        <div><a href="${page}"><span>${ad.brand.replace('&', '&amp;')}</span></a></div><div><span>Sponsored</span></div></div>
      <div style="white-space: pre-wrap;"><span>${ad.text}</span></div>
      <a href="${link}"><div><img alt="" src="${ad.picture}"></div>
        <div>${ad.domain.toUpperCase()}</div><div>${ad.headline}</div><div>Sent within a day</div>
        <div role="button"><span>Shop now</span></div></a>
    </div>
  </div></div>`;
}

export function metaPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ad Library', cards: three(card), nextCall: call };
  // Several documents in a row, after an anti-inclusion prefix.
  const next = `for (;;);${JSON.stringify({ label: 'first' })}\n${JSON.stringify(answer([rows[2]]))}`;
  return {
    withData: servedPage({ ...parts, head: inline(rows.slice(0, 2)), answers: { [call]: next } }),
    withoutData: servedPage({ ...parts, answers: { [call]: nothingUnderstood } }),
    ids,
  };
}
