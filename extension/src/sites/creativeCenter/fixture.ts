import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['7201000000000000001', '7201000000000000002', '7201000000000000003'] as const;
const nextCall = '/creative_radar_api/v1/top_ads/v2/list?page=2&limit=20';
const address = 'https://ads.tiktok.com/business/creativecenter/inspiration/topads/pc/en?region=IE';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    id: ids[index],
    ad_title: ad.text,
    brand_name: ad.brand,
    industry_key: 'label_1',
    objective_key: 'campaign_objective_traffic',
    like: 1200 + index,
    ctr: 0.2,
    cost: 1,
    video_info: {
      vid: `v0${index}`,
      duration: 12.5,
      cover: `${ad.picture}?x-signature=${index}`,
      video_url: { '720p': `https://pictures.example/${index}.mp4` },
      width: 720,
      height: 1280,
    },
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  return `<div class="TopadsVideoCard_card__a${index}"><div><img src="${ad.picture}?x-signature=${index}" alt=""></div>
    <div class="TopadsVideoCard_title__b">${ad.text}</div><div class="TopadsVideoCard_brandName__c">${ad.brand.replace('&', '&amp;')}</div>
    <div>1.2K</div><div>Likes</div>
    <a href="/business/creativecenter/topads/${ids[index]}/pc/en?countryCode=IE&amp;period=30">See analytics</a></div>`;
}

const listed = (materials: readonly unknown[]) => ({
  code: 0,
  data: { materials, pagination: { has_more: true } },
});

export function creativeCenterPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Top Ads', cards: three(card), nextCall };
  const state = {
    props: { pageProps: { dehydratedState: { queries: [{ state: { data: listed(rows.slice(0, 2)) } }] } } },
  };
  return {
    withData: servedPage({
      ...parts,
      head: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
      answers: { [nextCall]: JSON.stringify(listed(rows.slice(2))) },
    }),
    withoutData: servedPage({ ...parts, answers: { [nextCall]: nothingUnderstood } }),
    ids,
  };
}
