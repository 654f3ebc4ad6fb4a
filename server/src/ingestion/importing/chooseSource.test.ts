import { describe, expect, it } from 'vitest';
import { isObject } from '@magpie/sources/mapping/fields';
import { chooseSource } from './chooseSource.ts';
import type { AdSource } from '@magpie/sources/source';

const sourceFor = (name: string, mark: string): AdSource => ({
  name,
  summary: name,
  recognises: (document) => isObject(document) && Object.hasOwn(document, mark),
  unfold: (document) => [document],
  toAd: () => ({ advertiser: { name } }),
});

const one = sourceFor('one', 'a');
const other = sourceFor('other', 'b');
const row = { page_name: 'Acme', ad_text: 'Buy anvils' };

describe('chooseSource', () => {
  it('chooses the source that recognises most, and the first of equals', () => {
    expect(chooseSource([{ a: 1 }, { b: 1 }, { b: 2 }], [one, other]).source?.name).toBe('other');
    expect(chooseSource([{ a: 1, b: 1 }], [one, other]).source?.name).toBe('one');
    expect(chooseSource([{ a: 1, b: 1 }], [other, one]).source?.name).toBe('other');
  });

  it('chooses a table when no source matches or columns are mapped explicitly', () => {
    expect(chooseSource([row], [one])).toMatchObject({
      source: { name: 'table' },
      table: { mapped: [{ field: 'advertiser' }, { field: 'bodies' }], leftOut: [] },
    });
    const explicit = { map: { advertiser: 'page_name', bodies: 'ad_text' } };
    expect(chooseSource([{ ...row, a: 1 }], [one], explicit).source?.name).toBe('table');
  });

  it.each([
    [[], 'It contains no records.'],
    [['text', 12], 'It contains no ads: its records have no named fields.'],
    [
      [{ ad_id: '1', age: '65+', gender: 'male', percentage: '0.1' }],
      'It contains no ads: its columns are ad_id, age, gender, percentage.',
    ],
  ])('says why there are no ads: %j', (sample, reason) => {
    expect(chooseSource(sample, [one, other])).toEqual({ source: null, reason });
  });
});
