import { readIssue } from '../../../lib/errors.ts';
import { describe, expect, it } from 'vitest';
import {
  parsePrice,
  productDraft,
  type Found,
  issuesByField,
  saveInput,
  withFound,
  validate,
} from './productForm.ts';

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

describe('website suggestions', () => {
  it('fill empty fields and keep existing values', () => {
    const draft = { ...productDraft({}), name: 'My kettle', tone: 'Calm' };
    expect(withFound(draft, found)).toMatchObject({
      name: 'My kettle',
      tone: 'Calm',
      price: '129',
      currency: 'EUR',
      images: ['https://harbor.example/1.jpg'],
    });
  });

  it('leave the font as it is, since pages are not searched for it', () => {
    expect(withFound({ ...productDraft({}), font: 'serif' }, found).font).toBe('serif');
  });

  it('do not add a currency to a different price', () => {
    expect(withFound({ ...productDraft({}), price: '99' }, found)).toMatchObject({
      price: '99',
      currency: '',
    });
    expect(withFound({ ...productDraft({}), price: '129' }, found)).toMatchObject({ currency: 'EUR' });
  });
});

describe('the input for saving', () => {
  it('equals the product if nothing was changed', () => {
    const { evidence: _, ...product } = found;
    expect(saveInput(productDraft(product))).toMatchObject({
      ...product,
      logoUrl: '',
      audience: '',
      tone: '',
    });
  });

  it('has the font of the product, and the default for a new one', () => {
    expect(saveInput(productDraft({ name: 'Kettle', font: 'rounded' })).font).toBe('rounded');
    expect(saveInput(productDraft({ name: 'Kettle' })).font).toBe('sans');
  });

  it('omits empty rows and an empty price', () => {
    const draft = { ...productDraft({ name: 'Kettle' }), sellingPoints: ['Pours', ' '], price: ' ' };
    expect(saveInput(draft)).toMatchObject({ sellingPoints: ['Pours'], price: null });
  });

  it('accepts common price formats', () => {
    expect(['12.50', '12,50', '1 299', '1299,5'].map(parsePrice)).toEqual([12.5, 12.5, 1299, 1299.5]);
    expect(validate({ ...productDraft({ name: 'Kettle' }), price: 'about 5' })).toHaveProperty('price');
    expect(validate(productDraft({ name: ' ' }))).toEqual({ name: 'Enter a name.' });
  });
});

it("assigns the server's issues to fields", () => {
  expect(
    issuesByField(
      [
        { path: 'images.1', message: 'first' },
        { path: 'images.2', message: 'second' },
        { path: 'teamId', message: 'not a field of the form' },
      ].map(readIssue),
    ),
  ).toEqual({ images: 'first' });
});
