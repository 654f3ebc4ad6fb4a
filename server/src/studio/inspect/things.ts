import { attribute, sourceOf, textOf, type PageElement } from './html.ts';
import { tolerantJson } from './tolerantJson.ts';

/** Bounds on what is looked at; product pages with hundreds of variants are far below. */
const deepest = 24;
const mostRecords = 20_000;
const mostScripts = 100;
const mostScriptLength = 2_000_000;
/** Of one property, and of one kind together, such as the offers of all variants. */
const mostValues = 500;
const longestType = 100;

type Fields = Readonly<Record<string, unknown>>;

/** The records of a page by their names, and the thing that was made of each. */
interface Records {
  readonly known: ReadonlyMap<string, Fields>;
  readonly things: Map<Fields, Thing>;
}

/** Something that a page describes in the vocabulary of schema.org, whether in JSON-LD or in microdata. */
export class Thing {
  readonly #fields: Fields;
  readonly #records: Records;

  constructor(fields: Fields, records: Records) {
    this.#fields = fields;
    this.#records = records;
  }

  /** `Product`, whether it was written with the address of the vocabulary or without. */
  get types(): string[] {
    return listOf(this.#fields['@type'])
      .filter((type) => typeof type === 'string')
      .map((type) => type.slice(-longestType).split(/[/#:]/).at(-1) ?? '');
  }

  is(types: ReadonlySet<string>): boolean {
    return this.types.some((type) => types.has(type));
  }

  /** The values of a property, each once, with what stands in the page in place of a mention of it. */
  values(property: string): unknown[] {
    const key = [property, `schema:${property}`].find((name) => Object.hasOwn(this.#fields, name));
    if (key === undefined) return [];
    return [...new Set(listOf(this.#fields[key]).map((value) => this.#meant(value)))];
  }

  things(property: string): Thing[] {
    return this.values(property)
      .filter(isFields)
      .map((fields) => thingOf(fields, this.#records));
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
    return (typeof id === 'string' ? this.#records.known.get(id) : undefined) ?? value;
  }
}

/** A record is one thing, however often it is mentioned. */
function thingOf(fields: Fields, records: Records): Thing {
  const thing = records.things.get(fields) ?? new Thing(fields, records);
  records.things.set(fields, thing);
  return thing;
}

/** What several things have by one property, each once, and not more than are looked at. */
export function thingsOf(holders: readonly Thing[], property: string): Thing[] {
  const found = new Set<Thing>();
  for (const holder of holders) {
    for (const thing of holder.things(property)) found.add(thing);
    if (found.size >= mostValues) break;
  }
  return [...found].slice(0, mostValues);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, mostValues);
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
  for (const fields of recordsIn(values, Object.values)) {
    const { '@id': id } = fields;
    if (typeof id === 'string' && Object.keys(fields).length > 1 && !known.has(id)) known.set(id, fields);
  }
  const records: Records = { known, things: new Map() };
  return recordsIn(values, partsOfItsOwn).map((fields) => thingOf(fields, records));
}

/** What stands for itself: not what is only mentioned as an offer, a review or a related product of something else. */
const partsOfItsOwn = (fields: Fields): unknown[] => [fields['@graph'], fields['mainEntity']];

/** Records and those inside of them, each once. */
function recordsIn(values: readonly unknown[], inside: (fields: Fields) => readonly unknown[]): Fields[] {
  const records = new Set<Fields>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest || records.size >= mostRecords) return;
    if (Array.isArray(value)) for (const element of value) visit(element, depth + 1);
    else if (isFields(value) && !records.has(value)) {
      records.add(value);
      for (const part of inside(value)) visit(part, depth + 1);
    }
  };
  visit(values, 0);
  return [...records];
}

/** What the microdata of a page describes. */
export function thingsInMicrodata(elements: readonly PageElement[]): Thing[] {
  const roots: Record<string, unknown[]>[] = [];
  const itemOf = new Map<PageElement, Record<string, unknown[]>>();
  for (const element of elements) {
    const outer = element.parent === null ? undefined : itemOf.get(element.parent);
    const own = element.attributes.has('itemscope') ? itemFrom(element) : undefined;
    const names = (attribute(element, 'itemprop') ?? '').split(/\s+/, 5).filter(Boolean);
    if (outer !== undefined) addTo(outer, names, own, element);
    if (own !== undefined && (names.length === 0 || outer === undefined)) roots.push(own);
    const inner = own ?? outer;
    if (inner !== undefined) itemOf.set(element, inner);
  }
  return thingsFrom(roots);
}

function addTo(
  outer: Record<string, unknown[]>,
  names: readonly string[],
  item: Record<string, unknown[]> | undefined,
  element: PageElement,
): void {
  // Read once, though a value may have several names.
  let text: string | undefined;
  const shown = (): string => (text ??= textOf(element, 6000).trim());
  for (const name of names) (outer[name] ??= []).push(item ?? valueOf(element, name, shown));
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

function valueOf(element: PageElement, property: string, shown: () => string): string {
  const holder = named.has(property) ? 'content' : (valueAttributes[element.name] ?? 'content');
  return attribute(element, 'content') ?? attribute(element, holder) ?? shown();
}
