import { describe, expect, it } from 'vitest';
import type { AiImage } from '../../../lib/api/types.ts';
import { formatCost, defaultOptions, generateInput, repeatInput, variantInputs } from './creative.ts';

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
  referenceLayout: null,
  texts: {
    headline: 'Slow mornings',
    text: null,
    proof: '4.8 out of 5',
    offer: null,
    callToAction: 'Shop now',
  },
  shownTexts: ['headline', 'text', 'offer', 'callToAction'],
  edits: 0,
  seed: 77,
  sourceAdHash: ad,
  productId: 3,
  teamId: null,
  error: null,
  createdAt: '2026-03-01T00:00:00.000Z',
};

describe('the input for generating', () => {
  it('has the default aspect ratio if nothing is selected', () => {
    expect(generateInput(defaultOptions, { productId: 3, ad: undefined, defaultRatio: '1:1' })).toEqual({
      productId: 3,
      aspectRatio: '1:1',
    });
  });

  it('contains every selected option', () => {
    const order = {
      aspectRatio: '9:16',
      maker: 'template',
      layout: 'offer',
      prompt: 'Say "Now"',
      brandImageId: 4,
      seed: ' 12 ',
    } as const;
    expect(generateInput(order, { productId: 3, ad, defaultRatio: '1:1' })).toEqual({
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

  it('omits layout and seed for the external service, and an empty prompt', () => {
    const order = { ...defaultOptions, maker: 'endpoint', layout: 'offer', prompt: ' ', seed: '5' } as const;
    expect(generateInput(order, { productId: 3, ad: undefined, defaultRatio: '4:5' })).toEqual({
      productId: 3,
      aspectRatio: '4:5',
      maker: 'endpoint',
    });
  });
});

describe('the input for repeating', () => {
  it('has the same settings, with the seed only for a retry', () => {
    const same = {
      productId: 3,
      sourceAdHash: ad,
      aspectRatio: '4:5',
      maker: 'template',
      layout: 'quote',
      prompt: 'Headline: "Slow mornings"',
    };
    expect(repeatInput(image)).toEqual(same);
    expect(repeatInput(image, image.seed)).toEqual({ ...same, seed: 77 });
  });

  it('has no layout if that was of the reference ad, which is detected again', () => {
    expect(repeatInput({ ...image, layout: 'reference' })).not.toHaveProperty('layout');
  });

  it('is null if the product was deleted', () => {
    expect(repeatInput({ ...image, productId: null })).toBeNull();
  });
});

it('formats the cost of an image', () => {
  expect([0, null].map(formatCost)).toEqual(['Free', 'Cost unknown']);
  expect(formatCost(0.04)).toMatch(/^≈ .*0\.04/);
});

describe('the inputs of several variants', () => {
  const input = { productId: 3, aspectRatio: '4:5' } as const;

  it('have consecutive seeds from the selected one, or from a random one', () => {
    const seedsOf = (seed: number | undefined, first: number) =>
      variantInputs({ ...input, ...(seed !== undefined && { seed }) }, 4, true, first).map((one) => one.seed);
    expect(seedsOf(12, 99)).toEqual([12, 13, 14, 15]);
    expect(seedsOf(undefined, 2 ** 31 - 2)).toEqual([2 ** 31 - 2, 2 ** 31 - 1, 0, 1]);
  });

  it('have no seed for a service, and one input is unchanged', () => {
    expect(variantInputs(input, 4, false)).toEqual([input, input, input, input]);
    expect(variantInputs(input, 1, true)).toEqual([input]);
  });
});
