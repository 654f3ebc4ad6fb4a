import {
  nothingUnderstood,
  servedPage,
  type InventedAd,
  type SitePages,
  three,
} from '../servedPage.fixture.ts';

const ids = ['CR70100000000000000001', 'CR70100000000000000002', 'CR70100000000000000003'] as const;
const firstCall = '/anji/_/rpc/SearchService/SearchCreatives?authuser=';
const nextCall = '/anji/_/rpc/SearchService/SearchCreatives?authuser=0';
const address = 'https://adstransparency.google.com/?region=IE&domain=invented.example';

function row(ad: InventedAd, index: 0 | 1 | 2) {
  return {
    '1': `AR9010000000000000000${index}`,
    '2': ids[index],
    '3': { '3': { '2': `<img src="${ad.picture}" height="250" width="300">` } },
    '4': 2,
    '6': { '1': '1767225600', '2': 0 },
    '7': { '1': '1771500000', '2': 0 },
    '12': ad.brand,
    '13': 30,
    '14': ad.domain,
  };
}

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  return `<creative-preview><a href="/advertiser/AR9010000000000000000${index}/creative/${ids[index]}?region=IE">
    <div class="html-container"><img src="${ad.picture}" height="250" width="300"></div></a>
    <div class="advertiser-name-container"><div class="advertiser-name">${ad.brand.replace('&', '&amp;')}</div><div>Verified</div></div></creative-preview>`;
}

export function googlePages(): SitePages {
  const rows = three(row);
  const parts = { address, title: 'Ads Transparency Center', cards: three(card), firstCall, nextCall };
  return {
    withData: servedPage({
      ...parts,
      answers: {
        [firstCall]: JSON.stringify({ '1': rows.slice(0, 2), '2': 'next', '4': '3', '5': '3' }),
        [nextCall]: JSON.stringify({ '1': rows.slice(2), '4': '3', '5': '3' }),
      },
    }),
    withoutData: servedPage({
      ...parts,
      answers: { [firstCall]: nothingUnderstood, [nextCall]: nothingUnderstood },
    }),
    ids,
  };
}
