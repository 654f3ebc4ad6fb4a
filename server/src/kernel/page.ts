interface Page<Row> {
  readonly shown: Row[];
  readonly hasMore: boolean;
  /** The id of the last row shown, behind which the next page begins; null: there is none. */
  readonly nextCursor: number | null;
}

/** The page that rows are the beginning of. One more than is shown was asked for, which tells whether there is a next. */
export function pageFrom<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { shown, hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null };
}
