import type { RouterOutputs } from '../../lib/api/types.ts';

export type Saturation = RouterOutputs['trending']['saturation'];
export type Cell = Saturation['cells'][number];

/** Shades of a heat map, of which the darkest is that of the largest count. */
const maxLevels = 5;

function countLevels(max: number): number {
  return Math.min(max, maxLevels);
}

/** 0 for none, otherwise 1 up to the number of levels. */
export function levelOf(count: number, max: number): number {
  return max === 0 ? 0 : Math.ceil((count * countLevels(max)) / max);
}

/** The counts of each level, both ends included. */
export function levelRanges(max: number): readonly (readonly [from: number, to: number])[] {
  const levels = countLevels(max);
  const lastOf = (level: number): number => Math.floor((level * max) / levels);
  return Array.from({ length: levels }, (_, at) => [lastOf(at) + 1, lastOf(at + 1)] as const);
}

type Pair = Pick<Cell, 'angleId' | 'offerId'>;

export function pairKey({ angleId, offerId }: Pair): string {
  return `${angleId} ${offerId}`;
}

/** The `ads.search` filters for the ads of the window with a tag. */
export function tagFilters(map: Saturation, tagDefinitionId: number) {
  const both = cellFilters(map, { angleId: tagDefinitionId, offerId: tagDefinitionId, ads: 1 });
  return { ...both, tagDefinitionIds: [tagDefinitionId] };
}

/** The `ads.search` filters for the ads of a pair: those of the window, or if it has none, those before it. */
export function cellFilters(map: Saturation, { angleId, offerId, ads }: Pair & Pick<Cell, 'ads'>) {
  const days = ads > 0 ? map : (map.before ?? map);
  return {
    tagDefinitionIds: [angleId, offerId],
    tagMatch: 'all' as const,
    ...(map.category === null ? { companyNames: 'FOLLOWED' as const } : { categories: [map.category] }),
    dateFrom: days.from,
    dateTo: days.to,
    ...(map.platform !== null && { platforms: [map.platform] }),
    ...(map.country !== null && { countries: [map.country] }),
  };
}
