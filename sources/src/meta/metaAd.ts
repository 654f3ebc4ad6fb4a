import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { readAdvertiserName } from '../mapping/adParts.ts';
import { getPath, getList, isObject, marginals, readReach, readString } from '../mapping/fields.ts';
import { findCountry, readAgeRange, readGenders, toTargeting } from '../mapping/transparency.ts';
import { Unmappable } from '../source.ts';

/** Rejects an id that lost digits as a JavaScript number or as `1.58E+15` in a spreadsheet. */
export function readId(value: unknown): string | null {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null;
  const text = readString(value, 40);
  return text !== null && /^[1-9]\d{0,24}$/.test(text) ? text : null;
}

export function metaIdentity(
  id: unknown,
  field: string,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl'> {
  const externalId = readId(id);
  if (externalId === null) {
    throw new Unmappable(`'${field}' must be the ad's library id, got ${describe(id)}.`);
  }
  return platformTable.identifyAd('meta', externalId);
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = readString(value, 40);
  if (text !== null) return JSON.stringify(text);
  return typeof value === 'string' ? 'an empty text' : `a value of type ${typeof value}`;
}

/** The advertising page; its name is required because an id alone means nothing to users. */
export function mapPage(name: unknown, id: unknown, field: string): OpenAdInput['advertiser'] {
  const externalId = readId(id);
  const problem = `'${field}' must be the name of the page, got ${describe(name)}.`;
  const known = readAdvertiserName([name], problem, externalId);
  if (externalId === null) return { name: known };
  return { name: known, externalId, pageUrl: `https://www.facebook.com/${externalId}` };
}

/** An end before the start is an error of the source; the start date is the reliable one. */
export function toDateRange(startDate: string | null, endDate: string | null) {
  const isReversed = startDate !== null && endDate !== null && endDate < startDate;
  return { startDate, endDate: isReversed ? null : endDate };
}

const genders = ['female', 'male', 'unknown'] as const;

/** Rows of `age_country_gender_reach_breakdown`. A gender without reach is absent, not zero. */
function* reachedGroups(rows: readonly unknown[]) {
  for (const row of rows) {
    const country = getPath(row, 'country');
    for (const group of getList(row, 'age_gender_breakdowns')) {
      const age = getPath(group, 'age_range');
      for (const gender of genders) yield { country, age, gender, reach: getPath(group, gender) };
    }
  }
}

export function euDemographics(rows: readonly unknown[]): ReturnType<typeof marginals> {
  return marginals(reachedGroups(rows));
}

/** Rows `{payer, beneficiary, current?}`: the current ones, else the first. */
export function mapPayers(rows: readonly unknown[]): Pick<OpenAdInput, 'payer' | 'beneficiary'> {
  const row = rows.find((one) => getPath(one, 'current') === true) ?? rows[0];
  return {
    payer: readString(getPath(row, 'payer'), 300),
    beneficiary: readString(getPath(row, 'beneficiary'), 300),
  };
}

/** `locations` are rows `{name, type, excluded}`. A country has its English name. */
export function mapTargeting(
  [fromAge, toAge]: readonly unknown[],
  gender: unknown,
  locations: readonly unknown[],
): OpenAdInput['targeting'] {
  const included = locations.filter((place) => getPath(place, 'excluded') !== true);
  const countries = included.map((place) =>
    /^countr/i.test(readString(getPath(place, 'type'), 40) ?? '')
      ? findCountry(getPath(place, 'name'))
      : null,
  );
  return toTargeting({
    ages: [readAgeRange(fromAge, toAge)],
    genders: readGenders(gender),
    countries,
    places: included.filter((_, index) => countries[index] === null).map((place) => getPath(place, 'name')),
    excluded: locations.filter((place) => !included.includes(place)).map((place) => getPath(place, 'name')),
  });
}

const locationNames = ['location', 'name', 'key', 'country'];
const locationCounts = ['reach', 'value', 'total_reach'];

/** Reach by region (EU, UK, BR): an object, or rows with a name and a number. */
function listRegions(value: unknown): (readonly [region: unknown, reach: unknown])[] {
  if (isObject(value)) return Object.entries(value);
  if (!Array.isArray(value)) return [];
  return value.map((row) => [findField(row, locationNames), findField(row, locationCounts)]);
}

function findField(row: unknown, names: readonly string[]): unknown {
  return names.map((name) => getPath(row, name)).find((found) => found !== undefined);
}

/** People reached in one region; regions are not added up, because Meta counts each separately. */
export function mapReach(
  regions: readonly (readonly [region: string, reach: unknown])[],
  byLocation: unknown,
): Pick<OpenAdInput, 'reach' | 'reachText' | 'coverage'> {
  for (const [region, value] of [...regions, ...listRegions(byLocation)]) {
    const read = readReach(value);
    const name = readString(region, 40);
    if (read !== null) return { ...read, coverage: { regions: name === null ? [] : [name] } };
  }
  return {};
}
