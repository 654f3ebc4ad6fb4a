import { type CustomTypesConfig, types } from 'pg';

/** The driver's types list no arrays. */
const oids = { int8: 20, date: 1082, textArray: 1009, int8Array: 1016, dateArray: 1182 } as const;

type Parser = (text: string) => unknown;
type TextListParser = (text: string) => (string | null)[];
const driverParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parser;
const textList = (types.getTypeParser as (oid: number) => TextListParser)(oids.textArray);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(
    `PostgreSQL answered ${text}, which is more than a JavaScript number holds exactly (2^53-1).`,
  );
}

/**
 * Where our columns differ from the driver's defaults: bigint is a number, since identifiers and counts are
 * numbers on the wire, and a calendar date stays text, since a Date would move it between time zones.
 */
const overrides = new Map<number, Parser>([
  [oids.int8, wholeNumber],
  [oids.int8Array, (text) => textList(text).map((item) => (item === null ? null : wholeNumber(item)))],
  [oids.date, (text) => text],
  [oids.dateArray, textList],
]);

/** Belongs to our pool alone: the driver's global table is also the job queue's. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : overrides.get(oid)) ?? driverParser(oid, format),
};
