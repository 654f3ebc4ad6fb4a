import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';

interface TextVectorRow {
  /** Of the text in the list. */
  readonly place: number;
  /** Bytes in hexadecimal digits. */
  readonly components: string;
}

/** The stored vectors of these texts, which may be of any ad. The list has to fit into a parameter. */
export function readTextVectors(clickhouse: ClickHouse, model: string, texts: readonly string[]) {
  return clickhouse.read<TextVectorRow>(
    `SELECT place, arrayStringConcat(arrayMap(x -> hex(x), vector)) AS components
     FROM (
       SELECT arrayJoin(arrayZip({texts:Array(String)}, arrayEnumerate({texts:Array(String)}))) AS each,
         cityHash64(each.1) AS text_id, toUInt32(each.2 - 1) AS place
     ) AS wanted
     INNER JOIN (
       SELECT text_id, vector
       FROM text_vectors FINAL
       WHERE model = {model:String}
         AND text_id IN (SELECT cityHash64(arrayJoin({texts:Array(String)})))
     ) AS stored USING (text_id)`,
    { model, texts },
  );
}
