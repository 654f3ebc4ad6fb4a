import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openInstance } from '@magpie/server/app';
import { readConfig } from '@magpie/server/config/config';
import { openDataFolder } from '@magpie/server/config/dataFolder';
import { createLog } from '@magpie/server/config/log';
import { mean, measureOrder, measureTypos, recordInventedAds } from './measure.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-evals-'));
const config = readConfig({ MAGPIE_DATA_DIR: folder });
const instance = await openInstance(openDataFolder(folder), config, createLog('warn'));
const ads = await recordInventedAds(instance.index.catalog);
const order = await measureOrder(instance.clickhouse);
const typos = await measureTypos(instance.clickhouse);
await instance.close();
rmSync(folder, { recursive: true, force: true });

const right = typos.filter(({ meant, corrected }) => meant === corrected);
const digits = (value: number): string => value.toFixed(3);
const worst = order.filter(({ byRelevance }) => byRelevance < 1);
process.stdout.write(
  `${[
    `Search: ${order.length} queries over ${ads} ads, nDCG@10`,
    '',
    '| Order | nDCG@10 | Queries in the best order |',
    '|---|---|---|',
    `| by score | ${digits(mean(order.map((each) => each.byScore)))} | ${order.filter((each) => each.byScore === 1).length} |`,
    `| by relevance and score | ${digits(mean(order.map((each) => each.byRelevance)))} | ${order.length - worst.length} |`,
    '',
    `Typos: ${right.length} of ${typos.length} queries corrected as meant`,
    '',
    ...(process.argv[2] === 'errors'
      ? [
          ...worst.map((each) => `${digits(each.byScore)} → ${digits(each.byRelevance)}: ${each.query}`),
          ...typos
            .filter((each) => !right.includes(each))
            .map(
              ({ query, meant, corrected }) => `${query}: ${corrected ?? 'not corrected'}, meant ${meant}`,
            ),
        ]
      : []),
  ].join('\n')}\n`,
);
// The thread that reads words would keep the process.
process.exit();
