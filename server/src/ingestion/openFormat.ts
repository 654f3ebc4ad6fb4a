import { OpenAd, type OpenAdInput } from '@magpie/contract';
import { at, isObject } from './mapping/fields.ts';
import { type Source, Unmappable } from './source.ts';

const knownFields: ReadonlySet<string> = new Set(Object.keys(OpenAd.shape));

/** Magpie's own format, one ad a line, as `export` writes it. */
export const magpie: Source = {
  name: 'magpie',
  summary: "Magpie's open format: JSON Lines, as export writes it.",
  recognises,
  unfold: (document) => [document],
  toAd: (record) => {
    if (!isObject(record)) throw new Unmappable('An ad in the open format is a JSON object.');
    // Whether it really is one is for the schema to say, which words what is wrong.
    return record as OpenAdInput;
  },
};

/** A misspelt field is better told than taken for another format, so half of the names are enough. */
function recognises(document: unknown): boolean {
  if (!isObject(document) || typeof at(document, 'advertiser', 'name') !== 'string') return false;
  const names = Object.keys(document);
  return names.filter((name) => knownFields.has(name)).length * 2 >= names.length;
}
