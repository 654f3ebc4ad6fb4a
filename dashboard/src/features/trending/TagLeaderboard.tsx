import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Select } from '../../ui/fields.tsx';
import { humanize } from '../../lib/labels.ts';
import { LeaderboardSection, type LeaderboardSectionProps } from './LeaderboardSection.tsx';
import type { RankedRow } from './Leaderboard.tsx';

type Tag = RouterOutputs['trending']['topTagsByEngagement']['tags'][number];

/** Tags by engagement. Loads all at once, so that filtering by category needs no request. */
export function TagLeaderboard({ search, onChange }: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { windowDays = 7, platform, country, category } = search;
  const query = useQuery({
    ...api.trending.topTagsByEngagement.queryOptions({ windowDays, platform, country, limit: 200 }),
    placeholderData: keepPreviousData,
  });
  const tags = query.data?.tags ?? [];
  const categories = [...new Set(tags.map((tag) => tag.category))].toSorted();
  const shown = category === undefined ? tags : tags.filter((tag) => tag.category === category);
  return (
    <LeaderboardSection
      title="Tags"
      about="Top hooks, offers and claims"
      query={query}
      rows={shown.map(rowOf)}
      open={search.tag}
      onOpen={(key) => onChange({ tag: key === undefined ? undefined : Number(key) })}
      search={search}
      onChange={onChange}
      actions={
        <Select
          label="Tag category"
          hideLabel
          className="w-40"
          value={category ?? ''}
          onChange={({ target }) =>
            onChange({ category: target.value === '' ? undefined : target.value, tag: undefined })
          }
        >
          <option value="">All categories</option>
          {withSelected(categories, category).map((name) => (
            <option key={name} value={name}>
              {humanize(name)}
            </option>
          ))}
        </Select>
      }
    />
  );
}

function withSelected(categories: readonly string[], selected: string | undefined): readonly string[] {
  return selected === undefined || categories.includes(selected) ? categories : [...categories, selected];
}

function rowOf(tag: Tag): RankedRow {
  return {
    ...tag,
    key: tag.tagDefinitionId,
    name: tag.shortText,
    about: <span className="truncate">{humanize(tag.category)} ·</span>,
    filter: { tagDefinitionIds: [tag.tagDefinitionId] },
  };
}
