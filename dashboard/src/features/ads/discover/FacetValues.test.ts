import { expect, it } from 'vitest';
import { facetRows } from './FacetValues.tsx';

it('lists values by number of ads, including selected ones without ads', () => {
  const rows = facetRows({ platforms: ['linkedin'] }, 'platforms', { tiktok: 2, youtube: 9 }, new Map());
  expect(rows).toEqual([
    { value: 'youtube', name: 'YouTube', count: 9, isSelected: false },
    { value: 'tiktok', name: 'TikTok', count: 2, isSelected: false },
    { value: 'linkedin', name: 'LinkedIn', count: 0, isSelected: true },
  ]);
});

it('omits values that cannot be filtered or have no name', () => {
  const names = (...given: Parameters<typeof facetRows>): readonly string[] =>
    facetRows(...given).map(({ name }) => name);
  expect(names({}, 'mediaType', { video: 3, other: 2 }, new Map())).toEqual(['Video']);
  expect(names({ companyNames: 'FOLLOWED' }, 'companyNames', { Acme: 1 }, new Map())).toEqual(['Acme']);
  const tags = new Map([[501, 'Percentage off']]);
  expect(names({ tagDefinitionIds: [503] }, 'tagDefinitionIds', { 501: 4, 502: 3, 503: 2 }, tags)).toEqual([
    'Percentage off',
    'Tag 503',
  ]);
});
