import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['ad-90100001', 'ad-90100002', 'ad-90100003'] as const;
const firstCall = '/adlibrary/api/search?page=1';
const nextCall = '/adlibrary/api/search?page=2';
const address = 'https://www.amazon.de/adlibrary?query=invented';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    adId: ids[index],
    asin: `B00000000${index}`,
    advertiser: ad.brand,
    payer: `${ad.brand} Trading Ltd`,
    productTitle: ad.headline,
    productUrl: `https://www.amazon.de/dp/B00000000${index}`,
    imageUrl: ad.picture,
    firstShown: '2026-01-10',
    lastShown: '2026-02-01',
    impressions: '10,000-50,000',
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  const name = ad.brand.replace('&', '&amp;');
  return `<div class="a-box"><a href="/dp/B00000000${index}?ref=adlibrary"><img src="${ad.picture}" alt="" width="200"><span>${ad.headline}</span></a>
    <table><tr><td>Anzeigen-ID</td><td>${ids[index]}</td></tr><tr><td>Werbetreibender</td><td>${name}</td></tr>
      <tr><td>Bezahlt von</td><td>${name} Trading Ltd</td></tr><tr><td>Erstmals angezeigt</td><td>10. Januar 2026</td></tr>
      <tr><td>Zuletzt angezeigt</td><td>1. Februar 2026</td></tr></table></div>`;
}

export function amazonPages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ad library', cards: three(card), firstCall, nextCall };
  return {
    withData: servedPage({
      ...parts,
      answers: {
        [firstCall]: JSON.stringify({ ads: rows.slice(0, 2) }),
        [nextCall]: JSON.stringify({ ads: rows.slice(2) }),
      },
    }),
    withoutData: servedPage({
      ...parts,
      answers: { [firstCall]: nothingUnderstood, [nextCall]: nothingUnderstood },
    }),
    ids,
  };
}
