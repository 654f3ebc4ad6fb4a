import { getPath, isObject, getList } from '../mapping/fields.ts';

/** Normalizes Meta's web payload to the current GraphQL response: nested, in snake_case. */

const wrappers =
  `data payload ad_library_main search_results_connection edges node collated_results results items
  ads`.split(/\s+/);
/** A GraphQL response has eight levels around its ads; bounded because documents are untrusted. */
const maxWrapperDepth = 12;

/** The ads of a document in any wrapper. Other values among them are included, so that they are reported. */
export function* adsWithin(document: unknown, depth = 0): Generator {
  const inner = depth > maxWrapperDepth ? null : wrappedIn(document);
  if (inner === null) yield document;
  else for (const value of inner) yield* adsWithin(value, depth + 1);
}

function wrappedIn(document: unknown): unknown[] | null {
  if (Array.isArray(document)) return document;
  if (!isObject(document) || hasAdId(document)) return null;
  const inner = wrappers
    .map((name) => getPath(document, name))
    .filter((value) => typeof value === 'object' && value !== null);
  return inner.length === 0 ? null : inner;
}

export const idNames = ['ad_archive_id', 'adArchiveID', 'adArchiveId'];

function hasAdId(record: Record<string, unknown>): boolean {
  return idNames.some((name) => Object.hasOwn(record, name));
}

/** Other tables have the id of an ad too. Their columns are found by the reader of tables. */
const shapeOfAd =
  /^(?:snapshot(?:$|[./])|primary_?text$|(?:ad_details|aaa_?info|transparency_by_location|impressions_?with_?index)(?:$|[./]))/i;

export function isWebAd(record: unknown): boolean {
  return isObject(record) && hasAdId(record) && Object.keys(record).some((name) => shapeOfAd.test(name));
}

export function canonical(record: Record<string, unknown>): Record<string, unknown> {
  const renamed = inSnakeCase(isTableRow(record) ? unflattened(record) : record, 0);
  if (!isObject(renamed)) return {};
  return isObject(renamed['snapshot']) ? renamed : { ...renamed, snapshot: snapshotOfFlat(renamed) };
}

/** Exports to tables write a path as a column: `snapshot.cards.0.title`, or with slashes. */
const columnPath = /^\w{1,100}[./]\w/;
const maxListLength = 1000;
const maxPathLength = 10;

function isTableRow(record: Record<string, unknown>): boolean {
  const cells = Object.entries(record);
  return cells.some(([name]) => columnPath.test(name)) || cells.every(([, cell]) => typeof cell === 'string');
}

type Container = Record<string, unknown> | unknown[];

/** Uses objects without a prototype, so that no column name can hit an inherited property. */
function unflattened(record: Record<string, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [column, cell] of Object.entries(record)) {
    const value = cellValue(cell);
    const path = column.split(/[./]/, maxPathLength + 1);
    if (value !== null && path.length <= maxPathLength) place(root, path, value);
  }
  return root;
}

function place(root: Container, path: readonly string[], value: unknown): void {
  let container = root;
  for (const [index, step] of path.entries()) {
    if (Array.isArray(container) && !(isPosition(step) && Number(step) < maxListLength)) return;
    const slots = container as Record<string, unknown>;
    const following = path[index + 1];
    if (following === undefined) {
      slots[step] ??= value;
      return;
    }
    slots[step] ??= isPosition(following) ? [] : Object.create(null);
    const inner = slots[step];
    if (typeof inner !== 'object' || inner === null) return;
    container = inner as Container;
  }
}

function isPosition(step: string): boolean {
  return /^\d{1,4}$/.test(step);
}

/** A cell is empty, a text, or a list or object as JSON. */
function cellValue(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell ?? null;
  const text = cell.trim();
  if (text === '') return null;
  if (!/^(?:\[\s*[\]{["]|\{\s*["}])/.test(text)) return cell;
  try {
    return JSON.parse(text);
  } catch {
    return cell;
  }
}

const maxRecordDepth = 12;
const maxNameLength = 100;

/** Renames camelCase fields of older payloads and some exports. If a record has both names, the filled one is used. */
function inSnakeCase(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxRecordDepth) return null;
  if (Array.isArray(value)) return value.map((element) => inSnakeCase(element, depth + 1));
  const renamed: Record<string, unknown> = Object.create(null);
  for (const [name, child] of Object.entries(value)) {
    const snake = name.length > maxNameLength ? name : snakeCase(name);
    renamed[snake] = isUnknown(renamed[snake]) ? inSnakeCase(child, depth + 1) : renamed[snake];
  }
  return renamed;
}

function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** `adArchiveID` → `ad_archive_id`, `isAAAEligible` → `is_aaa_eligible`. */
function snakeCase(name: string): string {
  if (!/[A-Z]/.test(name)) return name;
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
}

function snapshotOfFlat(record: Record<string, unknown>): Record<string, unknown> {
  const previews = getList(record, 'video_preview_image_urls');
  return {
    body: getPath(record, 'primary_text'),
    title: getPath(record, 'headline'),
    link_description: getPath(record, 'description'),
    caption: getPath(record, 'link_caption'),
    link_url: getPath(record, 'link_url'),
    cta_text: getPath(record, 'cta_text'),
    cta_type: getPath(record, 'cta_type'),
    display_format: getPath(record, 'display_format'),
    page_profile_uri: getPath(record, 'page_profile_url'),
    page_profile_picture_url: getPath(record, 'page_profile_picture_url'),
    page_categories: getPath(record, 'page_categories'),
    images: getList(record, 'image_urls').map((url) => ({ original_image_url: url })),
    videos: getList(record, 'video_urls').map((url, index) => ({
      video_hd_url: url,
      video_preview_image_url: previews[index],
    })),
  };
}
