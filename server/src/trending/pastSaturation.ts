import { compareUtf8 } from '../ads/textOrder.ts';
import type { Launch, PastLaunches } from './pastTrending.ts';
import type { Axes, CategoryCount, TaggedRow } from './saturation.sql.ts';
import { joinDays, type SaturationRows } from './saturationRows.ts';

/**
 * The ads of a moment in the form in which those of now are in memory.
 * @param categories the advertisers of each one
 */
export function toSaturationRows(
  past: PastLaunches,
  axes: Axes,
  categories: ReadonlyMap<string, readonly number[]>,
): SaturationRows {
  return joinDays(axes, past.today, groupTagged(past, axes), {
    byCategory: Array.from(categories, ([name, advertiserIds]) => ({ name, advertiserIds })),
    byLibrary: groupByLibrary(past),
  });
}

/** As `readTagged`. */
function groupTagged({ launches, advertisers }: PastLaunches, axes: Axes): TaggedRow[] {
  const tags = new Set([...axes.angles, ...axes.offers]);
  const found = new Map<
    string,
    Pick<TaggedRow, 'day' | 'country' | 'platformBits' | 'tagIds'> & {
      counts: Map<number, { ads: number; starts: number }>;
    }
  >();
  for (const { day, country, platformBits, tagIds: own, starts, nameId } of launches) {
    const tagIds = own.filter((id) => tags.has(id)).toSorted((one, other) => one - other);
    const id = `${day} ${platformBits} ${tagIds.join()} ${country ?? ''}`;
    const row = found.get(id) ?? {
      day,
      country,
      platformBits,
      tagIds,
      counts: new Map<number, { ads: number; starts: number }>(),
    };
    found.set(id, row);
    const advertiser = advertisers.ownerOf(nameId);
    const known = row.counts.get(advertiser) ?? { ads: 0, starts: 0 };
    row.counts.set(advertiser, { ads: known.ads + 1, starts: known.starts + starts });
  }
  return Array.from(found.values(), ({ counts, ...row }) => ({
    ...row,
    advertiserIds: [...counts.keys()],
    ads: Array.from(counts.values(), ({ ads }) => ads),
    starts: Array.from(counts.values(), ({ starts }) => starts),
  }));
}

/** As `listAdvertisersByLibrary`. */
function groupByLibrary({ launches, planned, advertisers }: PastLaunches) {
  const found = new Map<string, Set<number>>();
  const add = ({ library, nameId }: Launch): void => {
    const ids = found.get(library) ?? new Set();
    found.set(library, ids.add(advertisers.ownerOf(nameId)));
  };
  for (const launch of launches) add(launch);
  for (const launch of planned) add(launch);
  return Array.from(found, ([name, ids]) => ({ name, advertiserIds: [...ids] }));
}

/** As `countCategories`. */
export function countPastCategories({ launches, advertisers }: PastLaunches): CategoryCount[] {
  const counts = new Map<string, number>();
  for (const id of new Set(launches.map(({ nameId }) => advertisers.ownerOf(nameId)))) {
    for (const category of advertisers.rows.get(id)?.categories ?? []) {
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
  }
  return Array.from(counts, ([category, count]) => ({ category, advertisers: count })).toSorted(
    (one, other) => other.advertisers - one.advertisers || compareUtf8(one.category, other.category),
  );
}
