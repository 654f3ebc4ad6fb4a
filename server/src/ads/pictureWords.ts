import { isDeepStrictEqual } from 'node:util';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { recognizerModel, type PictureLine } from '../integrations/words/recognizer.ts';
import { adsByHash, advertisersById } from './ads.sql.ts';
import { toPictureCreative } from './families/creatives.ts';
import { mainPictureUrl } from './mainPicture.ts';
import { wordsOfAd, wordsOfPictures, type PictureWordsRow } from './pictureWords.sql.ts';
import type { RecordingDeps } from './recordAds.ts';
import { fromRow, toRow } from './rows.ts';

export interface ReadPicture {
  /** The PDQ hash of the picture. */
  readonly pdq: string;
  /** Empty if the picture has no words. */
  readonly lines: readonly PictureLine[];
}

/** Of these PDQ hashes, those of pictures whose words are stored. */
export async function findReadPictures(
  clickhouse: ClickHouse,
  pdqs: readonly string[],
): Promise<Set<string>> {
  const creatives = new Map(pdqs.map((pdq) => [toPictureCreative(pdq).id, pdq]));
  const rows = await wordsOfPictures(clickhouse, [...creatives.keys()]);
  return new Set(rows.flatMap(({ creative }) => creatives.get(creative) ?? []));
}

interface PictureOfAds {
  readonly address: string;
  readonly hashes: readonly string[];
}

/** Of these pictures, those that are the main picture of an indexed ad without their words, with these ads only. */
export async function findUnreadPictures<Picture extends PictureOfAds>(
  clickhouse: ClickHouse,
  pictures: readonly Picture[],
): Promise<Picture[]> {
  const hashes = new Set(pictures.flatMap((picture) => picture.hashes));
  const ads = (await adsByHash(clickhouse, [...hashes])).map(fromRow);
  const rows = await wordsOfPictures(clickhouse, [...new Set(ads.flatMap(({ creatives }) => creatives))]);
  const textsOf = new Map(rows.map(({ creative, texts }) => [creative, texts]));
  const isRead = ({ creatives, pictureTexts }: (typeof ads)[number]): boolean => {
    const read = creatives.flatMap((creative) => textsOf.get(creative) ?? []);
    // A run that was interrupted has stored words without adding them to the ad.
    return creatives.some((each) => textsOf.has(each)) && read.every((text) => pictureTexts.includes(text));
  };
  const unread = new Map(ads.filter((ad) => !isRead(ad)).map((ad) => [ad.hash, mainPictureUrl(ad.facts)]));
  return pictures
    .map((picture) => ({
      ...picture,
      hashes: picture.hashes.filter((hash) => unread.get(hash) === picture.address),
    }))
    .filter((picture) => picture.hashes.length > 0);
}

/** The lines that were read in the pictures of an ad; null if none of its pictures was read. */
export async function readPictureWords(clickhouse: ClickHouse, hash: string): Promise<PictureLine[] | null> {
  const rows = await wordsOfAd(clickhouse, hash);
  return rows.length === 0 ? null : rows.flatMap(toLines);
}

function toLines({ texts, percents }: PictureWordsRow): PictureLine[] {
  return texts.map((text, at) => ({ text, confidence: (percents[at] ?? 0) / 100 }));
}

/**
 * Stores what was read in pictures, and makes the words of their pictures searchable for these ads. Ads that are not in the
 * index are skipped. The transaction holds the write lock.
 */
export async function addPictureWords(
  { clickhouse, onChange }: Pick<RecordingDeps, 'clickhouse' | 'onChange'>,
  pictures: readonly ReadPicture[],
  hashes: readonly string[],
): Promise<void> {
  if (pictures.length > 0) await clickhouse.insert('picture_words', pictures.map(toPictureRow));
  const ads = (await adsByHash(clickhouse, hashes)).map(fromRow);
  const rows = await wordsOfPictures(clickhouse, [...new Set(ads.flatMap(({ creatives }) => creatives))]);
  const textsOf = new Map(rows.map(({ creative, texts }) => [creative, texts]));
  const changed = ads.flatMap((ad) => {
    const texts = ad.creatives.flatMap((creative) => textsOf.get(creative) ?? []);
    const pictureTexts = [...new Set(texts)];
    return isDeepStrictEqual(pictureTexts, ad.pictureTexts) ? [] : [{ ...ad, pictureTexts }];
  });
  if (changed.length === 0) return;
  const advertiserIds = [...new Set(changed.map(({ advertiserId }) => advertiserId))];
  onChange(advertiserIds);
  const advertisers = await advertisersById(clickhouse, advertiserIds);
  const nameOf = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const recordedAt = new Date().toISOString();
  await clickhouse.insert(
    'ads',
    changed.map((ad) =>
      toRow({ ...ad, version: ad.version + 1 }, nameOf.get(ad.advertiserId) ?? '', recordedAt),
    ),
  );
}

function toPictureRow({ pdq, lines }: ReadPicture): object {
  return {
    creative: toPictureCreative(pdq).id,
    pdq,
    texts: lines.map(({ text }) => text),
    percents: lines.map(({ confidence }) => Math.round(100 * confidence)),
    model: recognizerModel,
    read_at: new Date().toISOString(),
  };
}
