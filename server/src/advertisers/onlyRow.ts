/** The row of an aggregate over all ads that match: there is one also when none does. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The engine gave no row where it always gives one.');
  return row;
}
