import { libCopy } from '../../../lib/copy.ts';

/** Texts that are loaded with the first ad that is found by its picture. */
export const pictureMatchCopy = {
  found: 'Found in the picture:',
  tip: (lines: string) => `${lines}\nRead automatically; some words may be wrong.`,
};

/** Texts that are loaded with the dialog that searches by picture. */
export const pictureDialogCopy = {
  drop: 'Drop a picture here',
  hint: 'JPEG, PNG, WebP, GIF or AVIF. Finds ads with the same or a similar image, even if it was resized.',
  choose: 'Choose a picture',
  comparing: 'Comparing…',
  unreadable: 'The file is not a picture that this browser can read.',
};

/** Texts that are loaded with the menu of saved searches. */
export const savedSearchesCopy = {
  save: 'Save this search…',
  none: 'No saved searches yet.',
  edit: 'Rename or delete…',
  saveTitle: 'Save search',
  name: 'Name',
  action: 'Save',
  allAds: 'All ads',
  savedAs: (name: string) => `Saved search ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Deleted search ${name}`,
};

/** Texts that are loaded with the list of keyboard shortcuts. */
export const shortcutsCopy = [
  ['/', 'Search'],
  ['← ↑ → ↓', 'Move between ads'],
  ['Enter', 'Open the ad'],
  ['s', 'Save the ad to the last used board'],
  ['j k', 'On the page of an ad: next and previous ad'],
  [libCopy.searchShortcut, 'Find brands, boards and pages'],
  ['?', 'Show keyboard shortcuts'],
] as const;
