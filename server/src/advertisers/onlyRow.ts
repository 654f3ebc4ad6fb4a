/** The row of an aggregate query, which always returns one. */
export function singleRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
}
