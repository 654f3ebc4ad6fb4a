import type { Creative, Order } from '../studio/makers/maker.ts';

export const plainCreative: Creative = {
  productName: 'Cloud Pillow',
  brandName: 'Nimbus',
  headline: 'Sleep on a cloud',
  text: 'Soft where you want it.',
  points: ['Machine washable', 'Ten years of warranty'],
  proof: null,
  offer: '$49',
  callToAction: 'Shop now',
  language: 'en',
  colors: ['#224488'],
  follows: [],
};

export const plainOrder: Order = {
  aspectRatio: '1:1',
  seed: 7,
  layout: null,
  prompt: 'A pillow on a cloud',
  negativePrompt: 'faces, marks of others',
  creative: plainCreative,
  picture: null,
  logo: null,
};
