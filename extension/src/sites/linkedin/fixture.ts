import { servedPage, type InventedAd, type SitePages, three } from '../servedPage.fixture.ts';

const ids = ['701000001', '701000002', '701000003'] as const;
const nextCall = '/ad-library/searchPaginationFragment?keyword=invented&start=24';
const address = 'https://www.linkedin.com/ad-library/search?keyword=invented';

function card(ad: InventedAd, index: 0 | 1 | 2): string {
  const name = ad.brand.replace('&', '&amp;');
  return `<li class="search-result-item"><div class="ad-preview" data-creative-type="SPONSORED_STATUS_UPDATE"><div class="base-ad-preview-card">
    <a href="/ad-library/detail/${ids[index]}?trk=ad_library_ad_preview_card" aria-label="${name}, Single Image Ad, View details"></a>
    <div class="flex"><img alt="advertiser logo" data-delayed-url="https://pictures.example/logo-${index}.png">
      <div class="flex flex-col self-center"><div><div class="font-bold">${name}</div></div><p>Promoted</p></div></div>
    <p class="commentary__content">${ad.text}</p>
    <a href="https://${ad.domain}/landing?utm_source=linkedin" data-tracking-control-name="ad_library_ad_preview_content_image">
      <img class="ad-preview__dynamic-dimensions-image" alt="" data-delayed-url="${ad.picture}"></a>
    <div class="sponsored-content-headline"><h2>${ad.headline}</h2></div>
    <a href="/ad-library/detail/${ids[index]}" data-tracking-control-name="ad_library_view_ad_detail">View details</a>
  </div></div></li>`;
}

/** This library is rendered on the server: there is no other data, and more results arrive as HTML. */
export function linkedinPages(): SitePages {
  const cards = three(card);
  const page = servedPage({
    address,
    title: 'Ad Library',
    cards,
    list: ['<ul id="list">', '</ul>'],
    nextCall,
    answers: { [nextCall]: cards[2] },
  });
  return { withData: page, withoutData: page, ids };
}
