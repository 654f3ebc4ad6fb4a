import { expect, test } from 'vitest';
import { mapCallToAction } from './adParts.ts';

test.each([
  ['Shop now', 'SHOP_NOW', 'Shop now'],
  ['LEARN_MORE', 'LEARN_MORE', null],
  ['Mehr erfahren »', null, 'Mehr erfahren »'],
  ['立即购买', null, '立即购买'],
  [' ', null, null],
  [undefined, null, null],
])('%j has type %j and text %j', (value, ctaType, ctaText) => {
  expect(mapCallToAction(value)).toEqual({ ctaType, ctaText });
});
