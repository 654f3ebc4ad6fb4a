import { describe, expect, it } from 'vitest';
import { findProductCategory } from './productCategories.ts';

describe('the product category of texts', () => {
  it.each([
    [['Fresh from our brewery', 'A hazy IPA with citrus hops'], 1004, ['Alcohol']],
    [['Frisch gebraut in unserer Brauerei', 'Das Weißbier für den Sommer'], 1004, ['Alcohol']],
    [['Autoverzekering vanaf 9 euro', 'Uw reisverzekering geregeld'], 1340, ['Finance and Insurance']],
    [['Chaussures de course légères', 'Nouvelles baskets en cuir'], 1070, ['Clothing and Accessories']],
    [['Crocchette senza cereali per il tuo cane'], 1224, ['Consumer Packaged Goods']],
  ])('%j is %i', (texts, id, within) => {
    expect(findProductCategory(texts)).toMatchObject({ id, within });
  });

  it('is unknown without words of a category', () => {
    expect(findProductCategory(['Only today', 'Learn more', ''])).toBeNull();
    expect(findProductCategory([])).toBeNull();
  });

  it('is unknown if two categories are equally frequent', () => {
    expect(findProductCategory(['Our new beer', 'Our new shoes'])).toBeNull();
  });

  it('ignores a word in passing', () => {
    expect(findProductCategory([...Array<string>(20).fill('Join us today'), 'With free beer'])).toBeNull();
  });

  it('is the wider category if two within it are equally frequent', () => {
    expect(findProductCategory(['Craft beer', 'Red wine'])).toMatchObject({ id: 1002, within: [] });
  });
});
