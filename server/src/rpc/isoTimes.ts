type IsoTimes<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? string
    : Row[Field] extends Date | null
      ? string | null
      : Row[Field];
};

/** A record of the API as PostgreSQL returns it: these times are dates. */
export type WithDates<Item, Field extends keyof Item> = Omit<Item, Field> & {
  readonly [Name in Field]: Date | Extract<Item[Name], null>;
};

/** A row of PostgreSQL as the API returns it: dates become ISO 8601 strings. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as IsoTimes<Row>;
}
