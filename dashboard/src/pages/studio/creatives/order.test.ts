import { describe, expect, it } from 'vitest';
import type { AiImage } from '../../../api/types.ts';
import { costOf, newOrder, questionOf, sameAgain } from './order.ts';

const ad = '02415cf9d326f0d1d17730b43ba386fd';
const image: AiImage = {
  id: 9,
  status: 'succeeded',
  progress: 1,
  costEstimate: 0,
  url: '/files/a',
  thumbnailUrl: '/files/b',
  width: 1080,
  height: 1350,
  aspectRatio: '4:5',
  prompt: 'Headline: "Slow mornings"',
  maker: 'template',
  model: 'template-1',
  layout: 'quote',
  seed: 77,
  sourceAdHash: ad,
  productId: 3,
  teamId: null,
  error: null,
  createdAt: '2026-03-01T00:00:00.000Z',
};

describe('what is asked for', () => {
  it('is the product in the usual shape while nothing was chosen', () => {
    expect(questionOf(newOrder, { productId: 3, ad: undefined, usualShape: '1:1' })).toEqual({
      productId: 3,
      aspectRatio: '1:1',
    });
  });

  it('has everything that was chosen', () => {
    const order = {
      shape: '9:16',
      maker: 'template',
      layout: 'offer',
      prompt: 'Say "Now"',
      brandImageId: 4,
      seed: ' 12 ',
    } as const;
    expect(questionOf(order, { productId: 3, ad, usualShape: '1:1' })).toEqual({
      productId: 3,
      sourceAdHash: ad,
      aspectRatio: '9:16',
      maker: 'template',
      layout: 'offer',
      prompt: 'Say "Now"',
      brandImageId: 4,
      seed: 12,
    });
  });

  it('names no layout or seed to a service that has none, and no prompt that was emptied', () => {
    const order = { ...newOrder, maker: 'endpoint', layout: 'offer', prompt: ' ', seed: '5' } as const;
    expect(questionOf(order, { productId: 3, ad: undefined, usualShape: '4:5' })).toEqual({
      productId: 3,
      aspectRatio: '4:5',
      maker: 'endpoint',
    });
  });
});

describe('the same again', () => {
  it('has the same settings and another seed, or the same one when it is tried again', () => {
    const same = {
      productId: 3,
      sourceAdHash: ad,
      aspectRatio: '4:5',
      maker: 'template',
      layout: 'quote',
      prompt: 'Headline: "Slow mornings"',
    };
    expect(sameAgain(image)).toEqual(same);
    expect(sameAgain(image, image.seed)).toEqual({ ...same, seed: 77 });
  });

  it('cannot be had when the product is gone', () => {
    expect(sameAgain({ ...image, productId: null })).toBeNull();
  });
});

it('tells what an image costs', () => {
  expect([0, null].map(costOf)).toEqual(['Free', 'Cost not known']);
  expect(costOf(0.04)).toMatch(/^≈ .*0\.04/);
});
