import { describe, expect, it } from 'vitest';
import { findProductCategory } from './productCategories.ts';

describe('the product category of texts', () => {
  it.each([
    [['Fresh from our brewery', 'A hazy IPA with citrus hops'], 1004, ['Alcohol']],
    [['Frisch gebraut in unserer Brauerei', 'Das Weißbier für den Sommer'], 1004, ['Alcohol']],
    [['Autoverzekering vanaf 9 euro', 'Uw reisverzekering geregeld'], 1340, ['Finance and Insurance']],
    [['Chaussures de course légères', 'Nouvelles baskets en cuir'], 1070, ['Clothing and Accessories']],
    [['Crocchette senza cereali', 'Il tuo cane merita di più'], 1224, ['Consumer Packaged Goods']],
  ])('%j is %i', (texts, id, within) => {
    expect(findProductCategory(texts)).toMatchObject({ id, within });
  });

  it.each([
    ['Clarks Shoes', ['New season arrivals', 'Step into the weekend'], 'Footwear'],
    ['WeBuyCars', ['Get an instant quote', 'We come to you'], 'Vehicles'],
    ['Apple', ['Fresh ideas', 'Out now'], undefined],
    [
      'Garware Hi-Tech Films',
      ['Paint protection film for your car', 'Window films that reject heat', 'Drive a shiny car'],
      undefined,
    ],
    [
      'Apple',
      [
        'iPhone 17 Pro',
        'Save on a new Mac with education pricing',
        'Students save on iPad',
        'MacBook for college',
      ],
      undefined,
    ],
  ])('of %s with %j is %s', (name, texts, category) => {
    expect(findProductCategory(texts, name)?.name).toBe(category);
  });

  it('is unknown without words of a category', () => {
    expect(findProductCategory(['Only today', 'Learn more', ''])).toBeNull();
    expect(findProductCategory([])).toBeNull();
  });

  it('is unknown if two categories are equally frequent', () => {
    expect(
      findProductCategory(['Our new beer', 'Fresh from the brewery', 'Our new shoes', 'Light sneakers']),
    ).toBeNull();
  });

  it('ignores a word in passing', () => {
    expect(findProductCategory(['Join the clean-up', 'Free tea for helpers'])).toBeNull();
    expect(
      findProductCategory([...Array<string>(20).fill('Join us today'), 'With free beer', 'Our brewery']),
    ).toBeNull();
  });

  it('is the wider category if two within it are equally frequent', () => {
    const texts = ['Craft beer', 'Our brewery', 'Red wine', 'A day at the winery'];
    expect(findProductCategory(texts)).toMatchObject({ id: 1002, within: [] });
  });
});
