type ColumnMap = Readonly<Record<string, string>>;

export type Columns<Map extends ColumnMap, Value extends Record<Map[keyof Map], unknown>> = {
  readonly [Column in keyof Map]: Value[Map[Column]];
};

export function writeColumns<Map extends ColumnMap, Value extends Record<Map[keyof Map], unknown>>(
  map: Map,
  value: Value,
): Columns<Map, Value>;
export function writeColumns(map: ColumnMap, value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(map).map(([column, name]) => [column, value[name]]));
}

export function readColumns<Map extends ColumnMap, Row extends Record<keyof Map, unknown>>(
  map: Map,
  row: Row,
): { readonly [Column in keyof Map as Map[Column]]: Row[Column] };
export function readColumns(map: ColumnMap, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(map).map(([column, name]) => [name, row[column]]));
}

export function pick<Value, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name>;
export function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
