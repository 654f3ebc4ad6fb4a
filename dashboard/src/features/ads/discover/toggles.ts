import { plusDays, todayInUtc } from '../../../lib/days.ts';
import { adsCopy } from '../copy.ts';
import type { DiscoverSearch } from './search.ts';

const copy = adsCopy.discover;

export type ToggleName = 'byMeaning' | 'hasVideo' | 'newThisWeek' | 'creativesOnce';

interface Toggle {
  readonly name: string;
  readonly isActive: boolean;
  /** The change of the search that switches it. */
  readonly next: Partial<DiscoverSearch>;
}

/** Without words, there is no meaning to search by. */
export function listToggles({ searchQuery }: DiscoverSearch): readonly ToggleName[] {
  const always = ['hasVideo', 'newThisWeek', 'creativesOnce'] as const;
  return searchQuery === undefined ? always : ['byMeaning', ...always];
}

export function readToggle(search: DiscoverSearch, toggle: ToggleName): Toggle {
  if (toggle === 'hasVideo') {
    const isActive = search.mediaType === 'video';
    return { name: copy.hasVideo, isActive, next: { mediaType: isActive ? undefined : 'video' } };
  }
  if (toggle === 'creativesOnce') {
    const isActive = search.duplicates === 'family';
    return { name: adsCopy.creativesOnce, isActive, next: { duplicates: isActive ? undefined : 'family' } };
  }
  if (toggle === 'byMeaning') {
    // Also ads with other words for the same.
    const isActive = search.match === 'meaning';
    return { name: copy.byMeaning, isActive, next: { match: isActive ? undefined : 'meaning' } };
  }
  const start = plusDays(todayInUtc(), -6);
  const isActive = search.dateFrom === start && search.dateTo === undefined;
  return {
    name: copy.newThisWeek,
    isActive,
    next: { dateFrom: isActive ? undefined : start, dateTo: undefined },
  };
}
