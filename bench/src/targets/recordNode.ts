import { OpenAd } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { createCatalog } from '@magpie/server/ads/catalog';
import { openClickHouse, type ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { createPool } from '@magpie/server/db/postgres/pool';
import { createEnrichment } from '@magpie/server/enrichment/enrichment';
import { analyzeInProcess } from '@magpie/server/enrichment/wording';
import { silentLog } from '../engines.ts';
import { timed } from '../harness.ts';

export interface NodeResult {
  readonly milliseconds: number;
  /** Of it, with at least one statement under way in ClickHouse. */
  readonly inClickHouse: number;
  /** Processor time of the node, without the engines. */
  readonly cpuMilliseconds: number;
}

/** A node that records its share of the ads, with analyzed texts as an import has them, when it gets a message. */
const [node = '', nodes = '', count = '', today = '', url = '', connection = ''] = process.argv.slice(2);
const engine = await openClickHouse({ url, cluster: null, dataFolder: '', log: silentLog });
let [underWay, startedAt, inClickHouse] = [0, 0, 0];
async function observe<Result>(statement: Promise<Result>): Promise<Result> {
  if (underWay === 0) startedAt = performance.now();
  underWay += 1;
  try {
    return await statement;
  } finally {
    underWay -= 1;
    if (underWay === 0) inClickHouse += performance.now() - startedAt;
  }
}
const clickhouse: ClickHouse = {
  read: (statement, parameters) => observe(engine.read(statement, parameters)),
  write: (statement, parameters) => observe(engine.write(statement, parameters)),
  insert: (table, rows) => observe(engine.insert(table, rows)),
};
const db = createPool(JSON.parse(connection) as object, silentLog);
const catalog = createCatalog({ clickhouse, db, enrichment: createEnrichment(), embedder: null });

/** As in an import. */
const adsPerBatch = 5000;

const own: OpenAd[] = [];
let number = 0;
for (const ad of demoAds({ ads: Number(count), today })) {
  if (number % Number(nodes) === Number(node)) own.push(OpenAd.parse(ad));
  number += 1;
}
const analyses = await analyzeInProcess(own);
const sighting = { source: 'demo', seenAt: new Date(`${today}T00:00:00Z`) };

async function record(): Promise<void> {
  for (let start = 0; start < own.length; start += adsPerBatch) {
    const end = start + adsPerBatch;
    await catalog.recordAds(own.slice(start, end), sighting, analyses.slice(start, end));
  }
}

process.on('disconnect', () => process.exit());
process.on('message', () => {
  timed(record).then(
    ({ milliseconds, cpuMilliseconds }) =>
      process.send?.({ milliseconds, inClickHouse, cpuMilliseconds } satisfies NodeResult),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ port: 0 });
