import { groupBy } from '../../db/postgres/batches.sql.ts';
import { adsByHash, advertisersById } from '../ads.sql.ts';
import type { RecordingDeps } from '../recordAds.ts';
import { fromRow, toRow } from '../rows.ts';
import {
  listCreatives,
  mergeCreatives,
  toInnerCreative,
  toPictureCreative,
  type Creative,
} from './creatives.ts';
import { joinFamilies } from './joinFamilies.ts';

export interface AdPicture {
  readonly hash: string;
  /** The PDQ hash of the picture. */
  readonly pdq: string;
  /** Of the picture without its edge, if that is known and can be recognized. */
  readonly innerPdq: string | null;
}

/** Adds pictures to the creatives of ads. Ads that are not in the index are skipped. The transaction holds the write lock. */
export async function addPictures(
  { clickhouse, onChange }: Pick<RecordingDeps, 'clickhouse' | 'onChange'>,
  pictures: readonly AdPicture[],
): Promise<void> {
  // People may have saved an ad with different pictures.
  const picturesOf = groupBy(pictures, ({ hash }) => hash);
  const ads = (await adsByHash(clickhouse, [...picturesOf.keys()])).map(fromRow);
  const changed = ads.flatMap((ad) => {
    const own = (picturesOf.get(ad.hash) ?? []).flatMap(toCreatives);
    // An ad of an earlier version has no creatives yet.
    const listed = ad.creatives.length === 0 ? listCreatives(ad) : [];
    const { added, ids } = mergeCreatives(ad.creatives, [...listed, ...own]);
    return added.length === 0 ? [] : [{ ad, added, ids }];
  });
  if (changed.length === 0) return;
  const advertiserIds = [...new Set(changed.map(({ ad }) => ad.advertiserId))];
  onChange(advertiserIds);
  await joinFamilies(
    clickhouse,
    changed.map(({ ad: { hash }, added, ids }) => ({ hash, added, ids })),
  );
  const advertisers = await advertisersById(clickhouse, advertiserIds);
  const nameOf = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const recordedAt = new Date().toISOString();
  await clickhouse.insert(
    'ads',
    changed.map(({ ad, ids }) =>
      toRow(
        { ...ad, creatives: ids, version: ad.version + 1 },
        nameOf.get(ad.advertiserId) ?? '',
        recordedAt,
      ),
    ),
  );
}

export function toCreatives({ pdq, innerPdq }: Omit<AdPicture, 'hash'>): Creative[] {
  return [toPictureCreative(pdq), ...(innerPdq === null ? [] : [toInnerCreative(innerPdq)])];
}
