import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { getPath, getList, marginals, readString } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

/** Rejects an id that lost digits as a JavaScript number or as `1.58E+15` in a spreadsheet. */
function readId(value: unknown): string | null {
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
  const known = readString(name, 200);
  if (known === null) throw new Unmappable(`'${field}' must be the name of the page, got ${describe(name)}.`);
  const externalId = readId(id);
  if (externalId === null) return { name: known };
  return { name: known, externalId, pageUrl: `https://www.facebook.com/${externalId}` };
}

/** An end before the start is an error of the source; the start date is the reliable one. */
export function toDateRange(startDate: string | null, endDate: string | null) {
  const isReversed = startDate !== null && endDate !== null && endDate < startDate;
  return { startDate, endDate: isReversed ? null : endDate };
}

/** The display domain in a caption, which may also be a URL or any other text. */
export function readDomain(caption: unknown): string | null {
  const host = readString(caption, 300)
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/)[0];
  if (host === undefined || host.length > 253) return null;
  const labels = host.replace(/^www\./, '').split('.');
  const isHost =
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{N}-]{0,62}$/u.test(label));
  return isHost && /^\D/.test(labels.at(-1) ?? '') ? labels.join('.') : null;
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
