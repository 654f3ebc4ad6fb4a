import { OpenAd, type OpenAdInput } from '@magpie/contract';
import { getPath, isObject } from './mapping/fields.ts';
import { type AdSource, Unmappable } from './source.ts';

const knownFields: ReadonlySet<string> = new Set(Object.keys(OpenAd.shape));

export const magpie: AdSource = {
  name: 'magpie',
  summary: "Magpie's open format: JSON Lines, as export writes it.",
  recognises,
  unfold: (document) => [document],
  toAd: (record) => {
    if (!isObject(record)) throw new Unmappable('An ad in the open format must be a JSON object.');
    // The schema validates it later and reports what is wrong.
    return record as OpenAdInput;
  },
};

/** Half of the field names are enough, so that a misspelt field is reported instead of the file being taken for another format. */
function recognises(document: unknown): boolean {
  if (!isObject(document) || typeof getPath(document, 'advertiser', 'name') !== 'string') return false;
  const names = Object.keys(document);
  return names.filter((name) => knownFields.has(name)).length * 2 >= names.length;
}
