/** Records of Microsoft's ad library in the formats of its API; the advertisers are invented. */

/** An entry of a list: no dates, no impressions. */
export const microsoftAd = {
  AdId: 78_202_980_498_079,
  AdvertiserName: 'Fjordhytte AS',
  AdvertiserId: 4_295_007_715,
  Title: 'Cabins by the fjord | Book direct',
  Description: 'Sauna, boat and firewood included. Free cancellation until Friday.',
  DisplayUrl: 'www.fjordhytte.example/cabins',
  DestinationUrl: 'https://www.fjordhytte.example/cabins?msclkid=1',
  AssetJson: '',
};

/** The same ad with its details. */
export const microsoftAdWithDetails = {
  '@odata.context': 'https://adlibrary.api.bingads.microsoft.com/api/v1/$metadata#Ads/$entity',
  ...microsoftAd,
  AdDetails: {
    PaidForByName: 'Nordic Media Buying AB',
    StartDate: '2025-04-04',
    EndDate: '2026-03-12',
    TotalImpressionsRange: '2.5K - 5K',
    RejectionJson: null,
    ImpressionsByCountry: [
      { Country: 'Norway', ImpressionShare: '80%' },
      { Country: 'Germany', ImpressionShare: '17.3%' },
      { Country: 'Malta', ImpressionShare: '0%' },
    ],
    Targets: [
      { TargetType: 'Location', UsedForExclusion: false },
      { TargetType: 'MicrosoftAudiences', UsedForExclusion: true },
    ],
  },
};

export function microsoftPage(ads: readonly unknown[], count: number = ads.length) {
  return {
    '@odata.context': 'https://adlibrary.api.bingads.microsoft.com/api/v1/$metadata#Ads',
    '@odata.count': count,
    value: ads,
  };
}
