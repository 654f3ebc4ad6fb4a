import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adsCopy } from '../ads/copy.ts';
import type { TagNames } from '../ads/FilterChips.tsx';
import { type AdFilters, toggled } from '../ads/filters.ts';
import { LabelDot } from '../ads/Labels.tsx';
import { api } from '../../lib/api/client.ts';
import { useTeams } from '../../lib/api/teams.ts';
import { formatNumber } from '../../lib/format.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.filters;
const { labels: names } = adsCopy;

interface LabelFiltersProps {
  readonly boardId: number | 'ALL';
  readonly search: AdFilters;
  readonly onSearch: (change: AdFilters) => void;
}

export function LabelFilters({ boardId, search, onSearch }: LabelFiltersProps) {
  const { data } = useQuery(api.ads.getFilterValues.queryOptions({ boardId }));
  const { getTeamName } = useTeams();
  const { labels = [], stages = [], counts } = data ?? {};
  return (
    <div className="flex flex-col gap-4">
      <Values name={names.stage}>
        {stages.map((stage) => (
          <Value
            key={stage}
            checked={search.stages?.includes(stage) === true}
            onChange={() => onSearch({ stages: toggled(search.stages, stage) })}
            count={counts?.stages[stage]}
          >
            {stage === 'none' ? names.noStage : names.stages[stage]}
          </Value>
        ))}
      </Values>
      <Values name={names.title}>
        {labels.map(({ id, name, color, teamId }) => (
          <Value
            key={id}
            checked={search.labelIds?.includes(id) === true}
            onChange={() => onSearch({ labelIds: toggled(search.labelIds, id) })}
            count={counts?.labels[id]}
          >
            <span className="inline-flex items-center gap-1.5">
              <LabelDot color={color} />
              <span dir="auto">{name}</span>
            </span>
            {boardId === 'ALL' && teamId !== null && (
              <span className="text-xs text-quiet"> {getTeamName(teamId)}</span>
            )}
          </Value>
        ))}
        {labels.length === 0 && <p className="text-xs text-quiet">{copy.noValues}</p>}
      </Values>
    </div>
  );
}

function Values({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 font-semibold">{name}</legend>
      <div className="flex max-h-56 flex-col overflow-y-auto p-1">{children}</div>
    </fieldset>
  );
}

interface ValueProps {
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly count: number | undefined;
  readonly children: ReactNode;
}

function Value({ checked, onChange, count = 0, children }: ValueProps) {
  return (
    <Checkbox checked={checked} onChange={onChange} className="py-0.5">
      {children} <span className="text-xs text-quiet">{formatNumber(count)}</span>
    </Checkbox>
  );
}

/** The names of labels for the chips of their filter. */
export function useLabelNames(): TagNames {
  const { data = [] } = useQuery(api.labels.list.queryOptions());
  return new Map(data.map(({ id, name }) => [id, name]));
}
