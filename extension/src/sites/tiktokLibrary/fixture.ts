import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['1801000000000001', '1801000000000002', '1801000000000003'] as const;
const firstCall = '/api/v1/search?region=IE&type=1';
const nextCall = '/api/v1/search?region=IE&type=1&offset=12';
const address = 'https://library.tiktok.com/ads?region=IE&adv_name=invented';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    id: ids[index],
    name: ad.brand,
    title: ad.text,
    audit_status: '1',
    type: 2,
    first_shown_date: Date.UTC(2026, 0, 5),
    last_shown_date: Date.UTC(2026, 1, 20),
    image_urls: [],
    videos: [{ video_url: `https://pictures.example/${index}.mp4`, cover_img: ad.picture }],
    estimated_audience: '100K-200K',
    show_mode: 1,
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  return `<div class="ad_card"><a class="link" href="/ads/detail/?ad_id=${ids[index]}">
    <div class="ad_player"><span class="ad_label">Ad</span><div class="ad_player_image" style="background-image: url(&quot;${ad.picture}&quot;)"></div></div>
    <div class="ad_card_info"><div class="ad_info_text">${ad.brand.replace('&', '&amp;')}</div>
      <div class="ad_item"><span class="ad_item_description">First shown: </span><span class="ad_item_value">01/05/2026</span></div>
      <div class="ad_item"><span class="ad_item_description">Last shown: </span><span class="ad_item_value">02/20/2026</span></div>
      <div class="ad_item"><span class="ad_item_description">Unique users seen: </span><span class="ad_item_value">100K-200K</span></div>
    </div></a></div>`;
}

const answer = (data: readonly unknown[]): string => JSON.stringify({ code: 0, data, has_more: true });

export function tiktokLibraryPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ad library', cards: three(card), firstCall, nextCall };
  return {
    withData: servedPage({
      ...parts,
      answers: { [firstCall]: answer(rows.slice(0, 2)), [nextCall]: answer(rows.slice(2)) },
    }),
    withoutData: servedPage({
      ...parts,
      answers: { [firstCall]: nothingUnderstood, [nextCall]: nothingUnderstood },
    }),
    ids,
  };
}
