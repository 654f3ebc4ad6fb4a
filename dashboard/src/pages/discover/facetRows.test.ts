import { expect, it } from 'vitest';
import { facetRows } from './facetRows.ts';

it('lists values by how many ads have them, with those that are chosen though no ad has them', () => {
  const rows = facetRows({ platforms: ['linkedin'] }, 'platforms', { tiktok: 2, youtube: 9 }, new Map());
  expect(rows).toEqual([
    { value: 'youtube', name: 'YouTube', count: 9, isChosen: false },
    { value: 'tiktok', name: 'TikTok', count: 2, isChosen: false },
    { value: 'linkedin', name: 'LinkedIn', count: 0, isChosen: true },
  ]);
});

it('leaves out what cannot be asked for or has no name', () => {
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
