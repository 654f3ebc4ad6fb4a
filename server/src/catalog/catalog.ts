import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { Enrichment } from './enrichment.ts';
import { noteFreshness, takeTurn } from './turn.sql.ts';
import type { Sighting } from './merge.ts';
import { recordBatch, type Recorded, type Recording } from './recordAds.ts';
import { mergeTables } from './settle.ts';
import { refreshVectors, type TextEmbedder } from './vectors.ts';

export type { Recorded, Sighting };

/** Every ad known. */
export interface Catalog {
  /** The only way in. When it resolves, every ad of the batch is on disk, once. */
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recording>;
  /** After an import: merges what it wrote, so that reading is fast again, and embeds what is new. */
  settle(): Promise<void>;
}

export interface CatalogParts {
  readonly clickhouse: ClickHouse;
  /** Where writers of all nodes wait for each other. */
  readonly db: Postgres;
  readonly enrichment: Enrichment;
  /** Embeds new texts as part of settling; null where that would take too long. */
  readonly embedder: (() => Promise<TextEmbedder>) | null;
}

export function createCatalog({ clickhouse, db, enrichment, embedder }: CatalogParts): Catalog {
  const inTurn = turns();
  return {
    recordAds: (ads, sighting) =>
      inTurn(() =>
        db.transaction(async (tx) => {
          await takeTurn(tx);
          await noteFreshness(tx, sighting);
          return recordBatch(clickhouse, enrichment, ads, sighting);
        }),
      ),
    settle: async () => {
      await mergeTables(clickhouse);
      if (embedder !== null) await refreshVectors(clickhouse, await embedder());
    },
  };
}

/** One piece of work at a time, in the order in which it was asked for: of one process, only one waits for the lock. */
function turns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
