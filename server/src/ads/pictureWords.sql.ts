import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { placesOfHashes } from './ads.sql.ts';

/** The words of one picture. */
export interface PictureWordsRow {
  readonly creative: number;
  /** Lines, each with its confidence in percent. */
  readonly texts: readonly string[];
  readonly percents: readonly number[];
}

/** Pictures that were not read have no row. */
export function wordsOfPictures(clickhouse: ClickHouse, creatives: readonly number[]) {
  return clickhouse.read<PictureWordsRow>(
    `SELECT creative, texts, percents
     FROM picture_words FINAL
     WHERE creative IN {creatives:Array(UInt64)}
     ORDER BY creative`,
    { creatives },
  );
}

export function wordsOfAd(clickhouse: ClickHouse, hash: string) {
  return clickhouse.read<PictureWordsRow>(
    `SELECT creative, texts, percents
     FROM picture_words FINAL
     WHERE creative GLOBAL IN (
       SELECT arrayJoin(creatives) FROM ads FINAL WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})
     )
     ORDER BY creative`,
    { hashes: [hash] },
  );
}
