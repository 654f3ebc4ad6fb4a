import { describe, expect, it } from 'vitest';
import { amountOf, draftOf, type Found, issuesByField, savedOf, withFound, wrongIn } from './draft.ts';

const found: Found = {
  name: 'Kettle',
  url: 'https://harbor.example/kettle',
  description: 'It pours.',
  price: 129,
  currency: 'EUR',
  brandName: 'Harbor',
  logoUrl: null,
  images: ['https://harbor.example/1.jpg'],
  colors: ['#16324f'],
  sellingPoints: [],
  audience: null,
  tone: null,
  evidence: { name: { source: 'json-ld', value: 'Kettle' } },
};

describe('what a website says', () => {
  it('fills what is empty and leaves what somebody wrote', () => {
    const draft = { ...draftOf({}), name: 'My kettle', tone: 'Calm' };
    expect(withFound(draft, found)).toMatchObject({
      name: 'My kettle',
      tone: 'Calm',
      price: '129',
      currency: 'EUR',
      images: ['https://harbor.example/1.jpg'],
    });
  });

  it('gives no currency to another price', () => {
    expect(withFound({ ...draftOf({}), price: '99' }, found)).toMatchObject({ price: '99', currency: '' });
    expect(withFound({ ...draftOf({}), price: '129' }, found)).toMatchObject({ currency: 'EUR' });
  });
});

describe('what is sent', () => {
  it('is the product again when nothing was changed', () => {
    const { evidence: _, ...product } = found;
    expect(savedOf(draftOf(product))).toMatchObject({ ...product, logoUrl: '', audience: '', tone: '' });
  });

  it('has no rows that were left empty, and no price where there is none', () => {
    const draft = { ...draftOf({ name: 'Kettle' }), sellingPoints: ['Pours', ' '], price: ' ' };
    expect(savedOf(draft)).toMatchObject({ sellingPoints: ['Pours'], price: null });
  });

  it('reads prices as people write them', () => {
    expect(['12.50', '12,50', '1 299', '1299,5'].map(amountOf)).toEqual([12.5, 12.5, 1299, 1299.5]);
    expect(wrongIn({ ...draftOf({ name: 'Kettle' }), price: 'about 5' })).toHaveProperty('price');
    expect(wrongIn(draftOf({ name: ' ' }))).toEqual({ name: 'Give the product a name.' });
  });
});

it('tells each refusal of the server at its field', () => {
  expect(
    issuesByField([
      { path: 'images.1', message: 'first' },
      { path: 'images.2', message: 'second' },
      { path: 'teamId', message: 'not a field of the form' },
    ]),
  ).toEqual({ images: 'first' });
});
