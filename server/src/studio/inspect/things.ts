import { attribute, getSource, readElementText, type PageElement } from './html.ts';
import { tolerantJson } from './tolerantJson.ts';

/** Limits; product pages with hundreds of variants stay far below. */
const maxDepth = 24;
const maxRecords = 20_000;
const maxScripts = 100;
const maxScriptLength = 2_000_000;
/** Per property, and in total per kind, such as the offers of all variants. */
const maxValues = 500;
const maxTypeLength = 100;

type Fields = Readonly<Record<string, unknown>>;

interface Records {
  readonly known: ReadonlyMap<string, Fields>;
  readonly things: Map<Fields, Thing>;
}

/** A schema.org entity, from JSON-LD or microdata. */
export class Thing {
  readonly #fields: Fields;
  readonly #records: Records;

  constructor(fields: Fields, records: Records) {
    this.#fields = fields;
    this.#records = records;
  }

  /** Type names such as `Product`, without the vocabulary's URL. */
  get types(): string[] {
    return toList(this.#fields['@type'])
      .filter((type) => typeof type === 'string')
      .map((type) => type.slice(-maxTypeLength).split(/[/#:]/).at(-1) ?? '');
  }

  is(types: ReadonlySet<string>): boolean {
    return this.types.some((type) => types.has(type));
  }

  /** The distinct values of a property, with `@id` references resolved. */
  values(property: string): unknown[] {
    const key = [property, `schema:${property}`].find((name) => Object.hasOwn(this.#fields, name));
    if (key === undefined) return [];
    return [...new Set(toList(this.#fields[key]).map((value) => this.#resolve(value)))];
  }

  things(property: string): Thing[] {
    return this.values(property)
      .filter(isFields)
      .map((fields) => toThing(fields, this.#records));
  }

  texts(property: string): string[] {
    return this.values(property).flatMap((value) => {
      if (isFields(value)) return toList(value['@value'] ?? value['name']).filter(isText);
      return typeof value === 'number' ? [String(value)] : [value].filter(isText);
    });
  }

  text(property: string): string | null {
    return this.texts(property)[0] ?? null;
  }

  /** URLs given as text or as entities with a URL. */
  addresses(property: string): string[] {
    return this.values(property).flatMap((value) => {
      if (!isFields(value)) return [value].filter(isText);
      const { '@id': id, url, contentUrl, contentURL } = value;
      return [contentUrl, contentURL, url, id].flatMap(toList).filter(isText).slice(0, 1);
    });
  }

  #resolve(value: unknown): unknown {
    if (!isFields(value) || Object.keys(value).length !== 1) return value;
    const { '@id': id } = value;
    return (typeof id === 'string' ? this.#records.known.get(id) : undefined) ?? value;
  }
}

/** One `Thing` per record, however often it is referenced. */
function toThing(fields: Fields, records: Records): Thing {
  const thing = records.things.get(fields) ?? new Thing(fields, records);
  records.things.set(fields, thing);
  return thing;
}

export function listThings(holders: readonly Thing[], property: string): Thing[] {
  const found = new Set<Thing>();
  for (const holder of holders) {
    for (const thing of holder.things(property)) found.add(thing);
    if (found.size >= maxValues) break;
  }
  return [...found].slice(0, maxValues);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxValues);
  return value === undefined || value === null ? [] : [value];
}

/** Entities in JSON-LD scripts; scripts that cannot be repaired are skipped. */
export function thingsInScripts(elements: readonly PageElement[]): Thing[] {
  const scripts = elements.filter(
    (element) => element.name === 'script' && /ld\+json/i.test(attribute(element, 'type') ?? ''),
  );
  let length = 0;
  const withinLimit = scripts
    .slice(0, maxScripts)
    .map(getSource)
    .filter((source) => (length += source.length) <= maxScriptLength);
  return thingsFrom(withinLimit.map(tolerantJson));
}

function thingsFrom(values: readonly unknown[]): Thing[] {
  const known = new Map<string, Fields>();
  for (const fields of recordsIn(values, Object.values)) {
    const { '@id': id } = fields;
    if (typeof id === 'string' && Object.keys(fields).length > 1 && !known.has(id)) known.set(id, fields);
  }
  const records: Records = { known, things: new Map() };
  return recordsIn(values, topLevelParts).map((fields) => toThing(fields, records));
}

/** Top-level entities only, without nested offers, reviews and related products. */
const topLevelParts = (fields: Fields): unknown[] => [fields['@graph'], fields['mainEntity']];

function recordsIn(values: readonly unknown[], inside: (fields: Fields) => readonly unknown[]): Fields[] {
  const records = new Set<Fields>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth || records.size >= maxRecords) return;
    if (Array.isArray(value)) for (const element of value) visit(element, depth + 1);
    else if (isFields(value) && !records.has(value)) {
      records.add(value);
      for (const part of inside(value)) visit(part, depth + 1);
    }
  };
  visit(values, 0);
  return [...records];
}

export function thingsInMicrodata(elements: readonly PageElement[]): Thing[] {
  const roots: Record<string, unknown[]>[] = [];
  const items = new Map<PageElement, Record<string, unknown[]>>();
  for (const element of elements) {
    const outer = element.parent === null ? undefined : items.get(element.parent);
    const own = element.attributes.has('itemscope') ? itemFrom(element) : undefined;
    const names = (attribute(element, 'itemprop') ?? '').split(/\s+/, 5).filter(Boolean);
    if (outer !== undefined) addProperty(outer, names, own, element);
    if (own !== undefined && (names.length === 0 || outer === undefined)) roots.push(own);
    const inner = own ?? outer;
    if (inner !== undefined) items.set(element, inner);
  }
  return thingsFrom(roots);
}

function addProperty(
  outer: Record<string, unknown[]>,
  names: readonly string[],
  item: Record<string, unknown[]> | undefined,
  element: PageElement,
): void {
  // Computed once, since a value may have several names.
  let text: string | undefined;
  const shown = (): string => (text ??= readElementText(element, 6000).trim());
  for (const name of names) (outer[name] ??= []).push(item ?? readValue(element, name, shown));
}

function itemFrom(element: PageElement): Record<string, unknown[]> {
  const item = Object.create(null) as Record<string, unknown[]>;
  item['@type'] = (attribute(element, 'itemtype') ?? '').split(/\s+/, 5);
  return item;
}

/** The attribute with the value of a property; other elements use their text. */
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

/** For these, a link's text is used, although the specification says that its value is the URL. */
const named = new Set(['name', 'brand', 'manufacturer']);

function readValue(element: PageElement, property: string, shown: () => string): string {
  const holder = named.has(property) ? 'content' : (valueAttributes[element.name] ?? 'content');
  return attribute(element, 'content') ?? attribute(element, holder) ?? shown();
}
