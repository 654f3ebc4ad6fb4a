// @ts-check
// Replaces companies, ads, ids and dates in the examples of queries by those of this instance, so that they return something.

/** @typedef {Record<string, unknown>} Entry */
/**
 * The entries that a procedure returns without input; undefined when the reader may not call it.
 * @typedef {(procedure: string) => Promise<Entry[] | undefined>} List
 */

/**
 * Where values for a parameter come from: the procedure that lists entries, and how values are taken from them.
 * @typedef {readonly [list: string, take: (entries: Entry[]) => unknown[]]} Source
 */

/** @param {string} property @returns {Source[1]} */
const take = (property) => (entries) => entries.map((entry) => entry[property]);

/**
 * The words that the texts of ads have, that of most ads first.
 * @param {Entry[]} ads
 * @returns {string[]}
 */
function commonWords(ads) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { headline, body } of ads) {
    const texts = [headline, body].filter((text) => typeof text === 'string');
    // Shorter ones are mostly of the kind of "with" and "your".
    const words =
      texts
        .join(' ')
        .toLowerCase()
        .match(/\p{L}{5,}/gu) ?? [];
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
}

/**
 * @param {string} procedure
 * @returns {Map<string, Source>}
 */
function sourcesFor(procedure) {
  const [router = ''] = procedure.split('.');
  /** @type {Source} */
  const company = ['brandSpy.listTopAdvertisers', take('company')];
  return new Map([
    ['companyName', company],
    ['companyNames', company],
    ...(procedure === 'ads.listTopCompanies' ? [/** @type {const} */ (['name', company])] : []),
    ['searchQuery', [procedure, commonWords]],
    ['keywords', ['ads.search', commonWords]],
    ['hash', ['ads.search', take('hash')]],
    ['hashes', ['ads.search', take('hash')]],
    ['boardId', ['boards.list', take('id')]],
    ['productId', ['cloneProducts.list', take('id')]],
    ['id', [`${router}.list`, take('id')]],
  ]);
}

/** Optional filters: left out where there are no values for them. */
const filters = new Set(['boardId', 'productId', 'searchQuery']);

/**
 * The date range of an example, moved so that it ends today.
 * @param {Entry} example
 * @returns {Entry}
 */
function datesUntilToday({ dateFrom, dateTo }) {
  if (typeof dateFrom !== 'string' || typeof dateTo !== 'string') return {};
  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.parse(today) - (Date.parse(dateTo) - Date.parse(dateFrom)));
  return { dateFrom: from.toISOString().slice(0, 10), dateTo: today };
}

/**
 * The example of a query with values of this instance.
 * @param {string} procedure
 * @param {Entry} example
 * @param {List} list
 * @returns {Promise<Entry>}
 */
export async function ownExample(procedure, example, list) {
  const sources = sourcesFor(procedure);
  const own = { ...example, ...datesUntilToday(example) };
  for (const [field, value] of Object.entries(example)) {
    const source = sources.get(field);
    if (source === undefined) continue;
    const [listing, valuesOf] = source;
    const entries = await list(listing);
    if (entries === undefined) continue;
    const values = valuesOf(entries);
    if (values.length > 0) own[field] = Array.isArray(value) ? values.slice(0, value.length) : values[0];
    else if (filters.has(field)) delete own[field];
  }
  return own;
}
