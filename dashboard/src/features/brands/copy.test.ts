import { expect, it } from 'vitest';
import { brandsCopy } from './copy.ts';

it.each([
  [40, 40, null],
  [40, 28, '12 of 40 ads have no launch date in the ad library and count on the day they were first seen.'],
  [40, 39, '1 of 40 ads has no launch date in the ad library and counts on the day it was first seen.'],
  [1, 0, '1 of 1 ad has no launch date in the ad library and counts on the day it was first seen.'],
])('of %i ads, %i with a published start, the launches say %j', (ads, publishedStarts, text) => {
  expect(brandsCopy.launches.starts({ ads, publishedStarts })).toBe(text);
});
