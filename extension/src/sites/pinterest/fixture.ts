import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['801000000000000001', '801000000000000002', '801000000000000003'] as const;
const firstCall = '/resource/AdsRepositorySearchResource/get/?page=1';
const nextCall = '/resource/AdsRepositorySearchResource/get/?page=2';
const address = 'https://ads.pinterest.com/ads-repository/?query=invented';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    pin_id: ids[index],
    ad_details: {
      advertiser_names: [ad.brand],
      start_date: '2026-01-10',
      end_date: '2026-02-01',
      countries: ['Ireland'],
      image_link: ad.picture,
      pin_data: { title: ad.headline, description: ad.text, link: `https://${ad.domain}/landing` },
    },
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  return `<div role="listitem"><a href="https://www.pinterest.com/pin/${ids[index]}/"><img src="${ad.picture}" alt=""></a>
    <a href="https://${ad.domain}/card"><h3>${ad.headline}</h3></a><p>${ad.text}</p>
    <dl><dt>Advertiser</dt><dd>${ad.brand.replace('&', '&amp;')}</dd><dt>Start date</dt><dd>January 10, 2026</dd>
      <dt>Countries</dt><dd>Ireland, Germany</dd></dl>
    <button type="button">Report this advert to Pinterest</button></div>`;
}

function answer(data: readonly unknown[]): string {
  return JSON.stringify({ resource_response: { data } });
}

export function pinterestPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ads repository', cards: three(card), firstCall, nextCall };
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
