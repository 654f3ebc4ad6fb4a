/** Records of LinkedIn's ad library in the formats of its API and of scrapers; the advertisers are invented. */

/** An element of a response: an ad shown in the European Union. */
export const element = {
  adUrl: 'https://www.linkedin.com/ad-library/detail/612345678',
  isRestricted: false,
  restrictionDetails: null,
  details: {
    type: 'SPONSORED_VIDEO',
    advertiser: {
      advertiserName: 'Ledgerly',
      advertiserUrl: 'https://www.linkedin.com/company/9876543',
      adPayer: 'Ledgerly GmbH',
    },
    adStatistics: {
      firstImpressionAt: Date.UTC(2026, 0, 12, 8),
      latestImpressionAt: Date.UTC(2026, 1, 20, 20),
      totalImpressions: { from: 5000, to: 10_000 },
      impressionsDistributionByCountry: [
        { country: 'urn:li:country:DE', impressionPercentage: 60.5 },
        { country: 'urn:li:country:AT', impressionPercentage: 20 },
      ],
    },
    adTargeting: [
      {
        facetName: 'Location',
        isIncluded: true,
        isExcluded: false,
        includedSegments: ['Germany', 'Austria'],
        excludedSegments: [],
      },
      {
        facetName: 'Language',
        isIncluded: true,
        isExcluded: false,
        includedSegments: ['German'],
        excludedSegments: [],
      },
    ],
  },
};

export function linkedinAnswer(elements: readonly unknown[]) {
  return { elements, paging: { start: 0, count: 25, total: elements.length, links: [] } };
}

/** An ad's page as exported by a scraper. */
export const page = {
  adId: '612345679',
  advertiserName: 'Ledgerly',
  advertiserProfileUrl: 'https://www.linkedin.com/company/9876543/?trk=ad',
  advertiserProfileId: '9876543',
  advertiserLogoUrl: 'https://media.example/logo.png',
  paidBy: 'Ledgerly GmbH',
  adType: 'CAROUSEL',
  promotionType: 'COMPANY',
  adCopy: 'Close the books by the third of the month.',
  headline: 'Month-end without overtime',
  ctaText: 'Learn more',
  clickUrl: 'https://ledgerly.example/close?utm_source=linkedin',
  imageUrls: [],
  carouselItems: [
    {
      position: 2,
      title: 'Second',
      imageUrl: 'https://media.example/2.png',
      linkUrl: 'https://ledgerly.example/2',
    },
    {
      position: 1,
      title: 'First',
      imageUrl: 'https://media.example/1.png',
      linkUrl: 'https://ledgerly.example/1',
    },
  ],
  availability: { start: '2026-01-12', end: '2026-02-20' },
  totalImpressions: { min: 1000, max: 5000 },
  impressionsPerCountry: [{ country: 'DE', percentage: '50%' }],
  targeting: { language: ['English', 'German'], locationIncluded: ['Germany'] },
};
