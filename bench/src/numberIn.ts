/** A whole number of a command line; undefined for anything else. */
export function numberIn(text: string, least: number, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
