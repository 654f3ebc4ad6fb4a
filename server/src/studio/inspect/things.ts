import { attribute, sourceOf, textOf, type PageElement } from './html.ts';
import { tolerantJson } from './tolerantJson.ts';

/** Bounds on what is looked at; product pages with hundreds of variants are far below. */
const deepest = 24;
const mostRecords = 20_000;
const mostScripts = 100;
const mostScriptLength = 2_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** Something that a page describes in the vocabulary of schema.org, whether in JSON-LD or in microdata. */
export class Thing {
  readonly #fields: Fields;
  readonly #known: ReadonlyMap<string, Fields>;

  constructor(fields: Fields, known: ReadonlyMap<string, Fields>) {
    this.#fields = fields;
    this.#known = known;
  }

  /** `Product`, whether it was written with the address of the vocabulary or without. */
  get types(): string[] {
    return listOf(this.#fields['@type'])
      .filter((type) => typeof type === 'string')
      .map((type) => type.split(/[/#:]/).at(-1) ?? '');
  }

  is(types: ReadonlySet<string>): boolean {
    return this.types.some((type) => types.has(type));
  }

  /** All values of a property, with what stands in the page in place of a mention of it. */
  values(property: string): unknown[] {
    const key = [property, `schema:${property}`].find((name) => Object.hasOwn(this.#fields, name));
    return key === undefined ? [] : listOf(this.#fields[key]).map((value) => this.#meant(value));
  }

  things(property: string): Thing[] {
    return this.values(property)
      .filter(isFields)
      .map((fields) => new Thing(fields, this.#known));
  }

  /** Values that are text, and the names of those that are things. */
  texts(property: string): string[] {
    return this.values(property).flatMap((value) => {
      if (isFields(value)) return listOf(value['@value'] ?? value['name']).filter(isText);
      return typeof value === 'number' ? [String(value)] : [value].filter(isText);
    });
  }

  text(property: string): string | null {
    return this.texts(property)[0] ?? null;
  }

  /** Addresses of pictures or pages, given as text or as things that have one. */
  addresses(property: string): string[] {
    return this.values(property).flatMap((value) => {
      if (!isFields(value)) return [value].filter(isText);
      const { '@id': id, url, contentUrl, contentURL } = value;
      return [contentUrl, contentURL, url, id].flatMap(listOf).filter(isText).slice(0, 1);
    });
  }

  #meant(value: unknown): unknown {
    if (!isFields(value) || Object.keys(value).length !== 1) return value;
    const { '@id': id } = value;
    return (typeof id === 'string' ? this.#known.get(id) : undefined) ?? value;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, mostRecords);
  return value === undefined || value === null ? [] : [value];
}

/** What the scripts of JSON-LD in a page describe; a script that is broken beyond mending is passed over. */
export function thingsInScripts(elements: readonly PageElement[]): Thing[] {
  const scripts = elements.filter(
    (element) => element.name === 'script' && /ld\+json/i.test(attribute(element, 'type') ?? ''),
  );
  let length = 0;
  const looked = scripts
    .slice(0, mostScripts)
    .map(sourceOf)
    .filter((source) => (length += source.length) <= mostScriptLength);
  return thingsFrom(looked.map(tolerantJson));
}

function thingsFrom(values: readonly unknown[]): Thing[] {
  const known = new Map<string, Fields>();
  for (const fields of everyRecord(values)) {
    const { '@id': id } = fields;
    if (typeof id === 'string' && Object.keys(fields).length > 1 && !known.has(id)) known.set(id, fields);
  }
  return mainRecords(values)
    .slice(0, mostRecords)
    .map((fields) => new Thing(fields, known));
}

function everyRecord(values: readonly unknown[]): Fields[] {
  const records: Fields[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest || records.length >= mostRecords || typeof value !== 'object' || value === null)
      return;
    if (isFields(value)) records.push(value);
    for (const child of Object.values(value)) visit(child, depth + 1);
  };
  visit(values, 0);
  return records;
}

/** What stands for itself: not what is only mentioned as an offer, a review or a related product of something else. */
function mainRecords(value: unknown, depth = 0): Fields[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((element) => mainRecords(element, depth + 1));
  if (!isFields(value)) return [];
  return [value, ...mainRecords(value['@graph'], depth + 1), ...mainRecords(value['mainEntity'], depth + 1)];
}

/** What the microdata of a page describes. */
export function thingsInMicrodata(elements: readonly PageElement[]): Thing[] {
  const roots: Record<string, unknown[]>[] = [];
  const itemOf = new Map<PageElement, Record<string, unknown[]>>();
  for (const element of elements) {
    const outer = element.parent === null ? undefined : itemOf.get(element.parent);
    const own = element.attributes.has('itemscope') ? itemFrom(element) : undefined;
    const names = (attribute(element, 'itemprop') ?? '').split(/\s+/, 5).filter(Boolean);
    if (outer !== undefined)
      for (const name of names) (outer[name] ??= []).push(own ?? valueOf(element, name));
    if (own !== undefined && (names.length === 0 || outer === undefined)) roots.push(own);
    const inner = own ?? outer;
    if (inner !== undefined) itemOf.set(element, inner);
  }
  return thingsFrom(roots);
}

function itemFrom(element: PageElement): Record<string, unknown[]> {
  const item = Object.create(null) as Record<string, unknown[]>;
  item['@type'] = (attribute(element, 'itemtype') ?? '').split(/\s+/, 5);
  return item;
}

/** Which attribute holds the value of a property; in other elements it is what they show. */
const valueAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  time: 'datetime',
  data: 'value',
  meter: 'value',
};

/** A link to a brand's page is named by what it shows, though the specification says that its value is the address. */
const named = new Set(['name', 'brand', 'manufacturer']);

function valueOf(element: PageElement, property: string): string {
  const holder = named.has(property) ? 'content' : (valueAttributes[element.name] ?? 'content');
  return attribute(element, 'content') ?? attribute(element, holder) ?? textOf(element, 6000).trim();
}
