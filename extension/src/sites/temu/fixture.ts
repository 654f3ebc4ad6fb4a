import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['601099500000001', '601099500000002', '601099500000003'] as const;
const firstCall = '/api/library/search?page=1';
const nextCall = '/api/library/search?page=2';
const address = 'https://ads.temu.com/library.html?keyword=invented';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    adId: ids[index],
    adName: ad.headline,
    advertiser: ad.brand,
    adPayer: `${ad.brand} Trading Ltd`,
    firstShownDate: '2026-01-10',
    lastShownDate: '2026-02-01',
    regionName: 'Germany',
    impressions: '1000-5000',
    imageUrl: ad.picture,
    url: `https://${ad.domain}/landing`,
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  return `<div class="item"><img src="${ad.picture}"><div><a href="https://${ad.domain}/card">${ad.headline}</a></div>
    <div>Advertiser: ${ad.brand.replace('&', '&amp;')}</div><div>First shown: 2026-01-10</div><div>Last shown: 2026-02-01</div>
    <div>Region: Germany</div><a href="/library/detail.html?ad_id=${ids[index]}">See details</a></div>`;
}

export function temuPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ad library', cards: three(card), firstCall, nextCall };
  return {
    withData: servedPage({
      ...parts,
      answers: {
        [firstCall]: JSON.stringify({ result: { list: rows.slice(0, 2) } }),
        [nextCall]: JSON.stringify({ result: { list: rows.slice(2) } }),
      },
    }),
    withoutData: servedPage({
      ...parts,
      answers: { [firstCall]: nothingUnderstood, [nextCall]: nothingUnderstood },
    }),
    ids,
  };
}
