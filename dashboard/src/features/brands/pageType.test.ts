import { expect, test } from 'vitest';
import { guessPageType } from './pageType.ts';

test.each([
  ['https://shop.example', 'home'],
  ['https://shop.example/en-us/', 'home'],
  ['https://shop.example/index.html', 'home'],
  ['https://shop.example/collections/all/products/kettle', 'product'],
  ['https://shop.example/p/123', 'product'],
  ['https://shop.example/de/collections/kettles', 'collection'],
  ['https://shop.example/blogs/tea/how-to-pour', 'article'],
  ['https://shop.example/pages/quiz', 'quiz'],
  ['https://soft.example/free-trial', 'form'],
  ['https://apps.apple.com/us/app/kettle/id1', 'appStore'],
  ['https://www.instagram.com/kettle', 'social'],
  ['https://notinstagram.com.example/kettle', 'other'],
  ['https://shop.example/kettle', 'other'],
  ['kettle', 'other'],
] as const)('%s is guessed as %s', (url, type) => {
  expect(guessPageType(url)).toBe(type);
});
