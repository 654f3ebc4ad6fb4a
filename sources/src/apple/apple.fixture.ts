/** Records of Apple's ad repository in the formats of its API; the apps are invented. */

export const appleAd = {
  adId: 'c4590a2bf73d0f08a141c03cb135a0e6',
  appId: 1_582_276_305,
  appName: 'Rutas: senderos sin cobertura',
  developerId: 1_400_000_001,
  developerName: 'Rutas',
  legalName: 'Rutas Digitales S.L.',
  placement: 'APPSTORE_SEARCH_RESULTS',
  format: 'Icon + Asset Ad',
  subFormat: null,
  countryOrRegion: 'ES',
  audienceRefinement: {
    ageTarget: true,
    genderTarget: false,
    locationTarget: false,
    customerTypeTarget: true,
  },
  firstImpressionDate: '2026-01-10 00:00:00.0',
  lastImpressionDate: '2026-03-08 00:00:00.0',
  defaultLanguageTag: 'es-ES',
  defaultLanguageDisplayName: 'Spanish (Spain)',
  defaultPreviewDevice: 'iPhone_6.5',
  adBanner: {
    joeColor: null,
    iconPictureUrl: 'https://is1.apple.example/icon.png',
    subtitle: 'Mapas para el monte',
    primaryCategory: 'Navigation',
    inAppPurchases: true,
    promotionalText: null,
    editorialBadge: false,
    shortDescription: 'Descarga la ruta y camina sin datos.',
  },
  adAssets: [
    {
      videoUrl: null,
      pictureUrl: 'https://is1.apple.example/1.png',
      order: 0,
      height: 2688,
      width: 1242,
      orientation: 'PORTRAIT',
    },
  ],
  appIconVariations: [],
  adLocaleVariations: [],
};

/** A single ad has its translations. */
export const appleAdWithLocales = {
  ...appleAd,
  adLocaleVariations: [
    {
      languageTag: 'en-GB',
      languageDisplayName: 'English (Great Britain)',
      appName: 'Rutas: trails offline',
      subTitle: 'Maps for the hills',
      primaryCategory: 'Navigation',
      promotionalText: 'Download the trail and walk without data.',
      deviceAssets: [
        {
          previewDevice: 'iphone_6_5',
          adAssets: [
            { videoUrl: 'https://is1.apple.example/v.mp4', pictureUrl: 'https://is1.apple.example/v.png' },
          ],
        },
      ],
    },
  ],
};

export function applePage(ads: readonly unknown[], total: number = ads.length, startIndex = 0) {
  return {
    data: ads,
    dataStartDate: '2025-12-08',
    dataEndDate: '2026-03-08',
    pagination: { totalResults: total, startIndex, itemsPerPage: 50 },
  };
}
