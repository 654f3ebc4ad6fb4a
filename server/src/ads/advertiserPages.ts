import { findLibraryLabel } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { type AdvertiserRow, ownerOfName } from './ads.sql.ts';
import { legalKeyOf, legalPrefix } from './legalNames.ts';
import type { SeenAd } from './sightings.ts';

/** All names of `from` become names of `into`. A name that was unknown is an advertiser with one name. */
export interface Join {
  readonly from: number;
  readonly into: number;
}

export interface ResolvedNames {
  /** The advertisers to which the names of the batch belong. */
  readonly owners: ReadonlyMap<number, number>;
  /** In the order in which they apply. */
  readonly joins: readonly Join[];
  /** Owners of pages that were unknown. */
  readonly newPages: ReadonlyMap<string, number>;
}

/** `meta:1234`, the advertiser's page in the library of the ad; null if none is stated, or no name of it. */
export function pageOf({ key, ad: { advertiser } }: Pick<SeenAd, 'key' | 'ad'>): string | null {
  const library = key.slice(0, key.indexOf(':'));
  if (advertiser.externalId === null || findLibraryLabel(library) === undefined) return null;
  return isPlaceholderName(advertiser.name, 'field') ? null : `${library}:${advertiser.externalId}`;
}

/** What states that names are those of one advertiser: its page, and the verified name of its company. */
export function keysOf(seen: Pick<SeenAd, 'key' | 'ad'>): string[] {
  return [pageOf(seen), legalKeyOf(seen)].filter((key) => key !== null);
}

/** Pages hardly have more; an id with more names is not that of a page. */
const maxNames = 10;

/**
 * Decides to which advertisers the names of a batch belong. A page with another name joins the name with its
 * advertiser, unless other pages show that they may be different ones; see decision 0048. The order within the batch
 * does not matter.
 */
export function resolveAdvertisers(
  seen: readonly SeenAd[],
  rows: readonly AdvertiserRow[],
  pageOwners: ReadonlyMap<string, number>,
): ResolvedNames {
  const groups = createGroups(rows);
  const ownerOfPage = new Map(pageOwners);
  const joins: Join[] = [];
  const newPages = new Map<string, number>();
  for (const { page, nameId } of pagesByTime(seen)) {
    const [named, owner] = [groups.find(nameId), groups.find(ownerOfPage.get(page) ?? 0)];
    if (owner === undefined) {
      const id = named ?? groups.add(nameId);
      ownerOfPage.set(page, id);
      newPages.set(page, id);
      groups.addPage(id, page);
    } else if (named !== owner && groups.canJoin(named ?? nameId, owner, page)) {
      groups.join(named ?? nameId, owner);
      joins.push({ from: named ?? nameId, into: owner });
    } else if (named === undefined) {
      groups.add(nameId);
    }
  }
  const owners = new Map(seen.map(({ advertiserId: id }) => [id, groups.find(id) ?? id]));
  return {
    owners,
    joins,
    newPages: new Map(Array.from(newPages, ([page, id]) => [page, groups.find(id) ?? id])),
  };
}

function pagesByTime(seen: readonly SeenAd[]) {
  return seen
    .flatMap((each) => keysOf(each).map((page) => ({ page, nameId: each.advertiserId, at: each.at })))
    .toSorted(
      (one, other) =>
        compareText(one.at, other.at) || compareText(one.page, other.page) || one.nameId - other.nameId,
    );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Advertisers with their pages and the number of their names, by the ids of their names. */
function createGroups(rows: readonly AdvertiserRow[]) {
  const owners = new Map(rows.map((row) => [row.advertiser_id, ownerOfName(row)]));
  const pages = new Map(rows.map((row) => [row.advertiser_id, new Set(row.pages)]));
  const names = new Map(rows.map((row) => [row.advertiser_id, Math.max(1, row.names.length)]));
  const namesOf = (id: number): number => names.get(id) ?? 1;
  const pagesOf = (id: number): Set<string> => pages.get(id) ?? new Set();
  /** Whether other pages of the library belong to the advertiser because its company has several. */
  const isOfCompany = (id: number, page: string): boolean => !isLegal(page) && [...pagesOf(id)].some(isLegal);
  return {
    find: (nameId: number): number | undefined => owners.get(nameId),
    add: (nameId: number): number => {
      owners.set(nameId, nameId);
      return nameId;
    },
    addPage: (id: number, page: string): void => void pages.set(id, pagesOf(id).add(page)),
    canJoin: (from: number, into: number, page: string): boolean => {
      // A company may have several pages in one library, so only another company is a contradiction.
      const compared = (id: number): string[] =>
        isLegal(page) ? [...pagesOf(id)].filter(isLegal) : [...pagesOf(id)];
      return (
        namesOf(from) + namesOf(into) <= maxNames &&
        (isOfCompany(into, page) ||
          compared(into).every((other) => other === page || libraryOf(other) !== libraryOf(page))) &&
        !shareLibrary(compared(from), compared(into))
      );
    },
    join: (from: number, into: number): void => {
      names.set(into, namesOf(from) + namesOf(into));
      pages.set(into, new Set([...pagesOf(into), ...pagesOf(from)]));
      owners.set(from, into);
      for (const [nameId, owner] of owners) if (owner === from) owners.set(nameId, into);
    },
  };
}

function libraryOf(page: string): string {
  return page.slice(0, page.indexOf(':'));
}

function isLegal(page: string): boolean {
  return page.startsWith(legalPrefix);
}

/** Two pages of a library are two advertisers, unless they have one name. */
function shareLibrary(one: readonly string[], other: readonly string[]): boolean {
  const libraries = new Set(one.map(libraryOf));
  return other.some((page) => libraries.has(libraryOf(page)));
}
