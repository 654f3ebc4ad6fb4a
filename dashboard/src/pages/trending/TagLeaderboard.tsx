import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { Select } from '../../parts/fields.tsx';
import { readable } from '../../words/labels.ts';
import { LeaderboardSection, type LeaderboardSectionProps } from './LeaderboardSection.tsx';
import type { Row } from './Leaderboard.tsx';

type Tag = Answers['trending']['topTagsByEngagement']['tags'][number];

/** What ads say, ranked. All that the server tells are asked for, so that one category can be shown without asking again. */
export function TagLeaderboard({ search, onChange }: Pick<LeaderboardSectionProps, 'search' | 'onChange'>) {
  const { windowDays = 7, platform, country, category } = search;
  const answer = useQuery({
    ...api.trending.topTagsByEngagement.queryOptions({ windowDays, platform, country, limit: 200 }),
    placeholderData: keepPreviousData,
  });
  const tags = answer.data?.tags ?? [];
  const categories = [...new Set(tags.map((tag) => tag.category))].toSorted();
  const shown = category === undefined ? tags : tags.filter((tag) => tag.category === category);
  return (
    <LeaderboardSection
      title="Tags"
      about="What ads say and how they say it"
      answer={answer}
      rows={shown.map(rowOf)}
      open={search.tag}
      onOpen={(key) => onChange({ tag: key === undefined ? undefined : Number(key) })}
      search={search}
      onChange={onChange}
      actions={
        <Select
          label="Kind of tags"
          bare
          className="w-40"
          value={category ?? ''}
          onChange={({ target }) =>
            onChange({ category: target.value === '' ? undefined : target.value, tag: undefined })
          }
        >
          <option value="">All kinds</option>
          {withChosen(categories, category).map((name) => (
            <option key={name} value={name}>
              {readable(name)}
            </option>
          ))}
        </Select>
      }
    />
  );
}

function withChosen(categories: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || categories.includes(chosen) ? categories : [...categories, chosen];
}

function rowOf(tag: Tag): Row {
  return {
    ...tag,
    key: tag.tagDefinitionId,
    name: tag.shortText,
    about: <span className="truncate">{readable(tag.category)} ·</span>,
    filter: { tagDefinitionIds: [tag.tagDefinitionId] },
  };
}
