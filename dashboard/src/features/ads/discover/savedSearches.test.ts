import { expect, it } from 'vitest';
import { suggestName } from './SavedSearchPanels.tsx';

const tags = new Map([[501, 'Percentage off']]);

it('suggests the words, the filters and the order as a name', () => {
  expect(
    suggestName(
      { searchQuery: 'free shipping', platforms: ['tiktok', 'youtube'], sortBy: 'daysRunning' },
      tags,
    ),
  ).toBe('free shipping · TikTok or YouTube · Longest running');
  expect(suggestName({ tagDefinitionIds: [501] }, tags)).toBe('Percentage off');
  expect(suggestName({ sortBy: 'date' }, tags)).toBe('All ads · Newest');
});

it('suggests a name that can be saved', () => {
  const long = suggestName({ searchQuery: 'word '.repeat(90), sortBy: 'likes' }, tags);
  expect(long).toHaveLength(120);
});
