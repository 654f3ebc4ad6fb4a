import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';

export const vectorModel = 'bench@256';

/** A vector for each advertiser: of one of 200 kinds, with noise, so that none equals another. */
export async function insertVectors(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.write(
    `INSERT INTO advertiser_embeddings (model, advertiser_id, vector, texts, built_at)
     SELECT {model:String}, advertiser_id, arrayMap(x -> x / L2Norm(sums), sums), 1, now64(3)
     FROM (
       SELECT advertiser_id,
         arrayMap(at -> sin(at * at * (1 + advertiser_id % 200)) + 0.5 * randNormal(0, 1, at), range(256)) AS sums
       FROM advertisers FINAL
     )`,
    { model: vectorModel },
  );
}
