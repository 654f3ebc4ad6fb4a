import { readLifetimes } from './memory/lifetimes.ts';
import { selectRows } from './memory/selection.ts';
import { readPastDirectory, type ResearchParts } from './research.ts';
import type { AdLifetimes, CommonFilters } from './selectedAds.ts';

/** As the statement of `lifetimes.sql.ts`, of the ads that advertisers of these categories had at a moment. */
export async function readPastLifetimes(
  parts: ResearchParts,
  filters: CommonFilters,
  categories: readonly string[],
): Promise<AdLifetimes> {
  const { advertisers, columns, owners, today } = await readPastDirectory(parts);
  const selection = selectRows(columns, filters, Number.MAX_SAFE_INTEGER, today);
  const wanted = new Set<number>();
  for (const { advertiser_id: id, categories: own } of advertisers.rows.values()) {
    if (own.some((each) => categories.includes(each))) wanted.add(id);
  }
  return readLifetimes({ ...selection, rows: selection.rows.filter((row) => wanted.has(owners[row] ?? 0)) });
}
