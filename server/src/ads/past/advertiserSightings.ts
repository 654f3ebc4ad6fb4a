import { createHash } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { type AdvertiserRow, ownerOfName } from '../ads.sql.ts';
import { keysOf, resolveAdvertisers } from '../advertiserPages.ts';
import { withLegalNames } from '../legalNames.ts';
import { mergeAdvertisers } from '../mergeAdvertisers.ts';
import type { SeenAd, Sighting } from '../sightings.ts';
import { withoutSignature } from './signedUrls.ts';

/** A row of the table `advertiser_sightings`: what a batch states about a name. */
export interface AdvertiserSightingRow {
  /** Of the name. */
  readonly advertiser_id: number;
  /** Of the first ad of the day that states it. */
  readonly at: string;
  readonly digest: string;
  /** JSON. */
  readonly content: string;
}

interface Content {
  readonly advertiser: OpenAd['advertiser'];
  readonly library: string;
  readonly fillOnly: boolean;
}

/** Advertisers have days instead of times, apart from their names, which have the time of the first sighting. */
export function toAdvertiserSightings(seen: readonly SeenAd[], { fillOnly = false }: Sighting): object[] {
  const rows = new Map<string, AdvertiserSightingRow & { version: number }>();
  for (const { ad, key, advertiserId, at } of seen) {
    const { logoUrl } = ad.advertiser;
    const advertiser = { ...ad.advertiser, logoUrl: logoUrl === null ? null : withoutSignature(logoUrl) };
    const content: Content = { advertiser, library: key.slice(0, key.indexOf(':')), fillOnly };
    const json = JSON.stringify(content);
    const id = `${advertiserId} ${at.slice(0, 10)} ${json}`;
    const known = rows.get(id);
    if (known !== undefined && known.at <= at) continue;
    const digest = known?.digest ?? createHash('sha256').update(json).digest('hex').slice(0, 16);
    rows.set(id, { advertiser_id: advertiserId, at, digest, content: json, version: 1 });
  }
  return [...rows.values()];
}

/** Rows of the table `page_names`: the names under which pages were seen. */
export function toPageNames(seen: readonly SeenAd[]): object[] {
  const rows = new Map<string, object>();
  for (const each of seen) {
    for (const page of keysOf(each))
      rows.set(`${each.advertiserId} ${page}`, { page, advertiser_id: each.advertiserId, version: 1 });
  }
  return [...rows.values()];
}

export function pagesIn(rows: readonly AdvertiserSightingRow[]): string[] {
  return [...new Set(rows.flatMap((row) => keysOf(toSeen(row).seen)))];
}

/** Recorded before advertisers were logged. */
export interface AdvertiserBase extends AdvertiserRow {
  readonly based_at: string;
}

/** The advertisers after these sightings, as if nothing else had been recorded. */
export function replayAdvertisers(rows: readonly AdvertiserSightingRow[], bases: readonly AdvertiserBase[]) {
  const seen = rows.map(toSeen);
  const known = bases.map(({ based_at: _at, ...row }) => row);
  const pages = new Map(known.flatMap((row) => row.pages.map((page) => [page, ownerOfName(row)] as const)));
  const all = withLegalNames(seen.map((each) => each.seen));
  const resolved = resolveAdvertisers(all, known, pages);
  const named = withLegalNames(seen.filter(({ fillOnly }) => !fillOnly).map((each) => each.seen));
  const captured = withLegalNames(seen.filter(({ fillOnly }) => fillOnly).map((each) => each.seen));
  const merge = { source: '', seenAt: new Date(0) };
  const first = mergeAdvertisers(known, named, resolved, merge).rows;
  const { owners } = resolved;
  const rest = { owners, joins: [], newPages: new Map<string, number>() };
  return {
    rows: mergeAdvertisers([...first.values()], captured, rest, { ...merge, fillOnly: true }).rows,
    ownerOf: (nameId: number): number | undefined => {
      const base = known.find((row) => row.advertiser_id === nameId);
      return owners.get(nameId) ?? (base === undefined ? undefined : findOwner(base, resolved.joins));
    },
  };
}

function findOwner(row: AdvertiserRow, joins: readonly { readonly from: number; readonly into: number }[]) {
  return joins.reduce((owner, { from, into }) => (owner === from ? into : owner), ownerOfName(row));
}

/** With what the merge of advertisers reads. */
function toSeen({ advertiser_id: advertiserId, at, content }: AdvertiserSightingRow) {
  const { advertiser, library, fillOnly } = JSON.parse(content) as Content;
  const ad = { advertiser, firstSeenAt: null };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the merge reads nothing else
  const seen = { ad: ad as unknown as OpenAd, key: `${library}:`, hash: '', advertiserId, at, now: at };
  return { seen, fillOnly };
}
