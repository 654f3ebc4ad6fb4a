export const savePageCopy = {
  title: 'Save an ad',
  noPage: 'Open this page with the bookmarklet, on a page that you want to save.',
  setUp: 'Set up the bookmarklet',
  picture: 'Picture of the page',
  brand: 'Brand',
  platform: 'Platform',
  choosePlatform: 'Choose a platform',
  headline: 'Headline',
  board: 'Board',
  save: 'Save',
  saved: 'Saved.',
  openAd: 'Open the ad',
} as const;
