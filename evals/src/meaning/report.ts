import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openInstance } from '@magpie/server/app';
import { readConfig } from '@magpie/server/config/config';
import { openDataFolder } from '@magpie/server/config/dataFolder';
import { createLog } from '@magpie/server/config/log';
import { formatPercent } from '../qualityTable.ts';
import { mean } from '../search/measure.ts';
import { measureMeaning, methodNames, recordSubjects } from './measure.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-evals-'));
const config = readConfig({ MAGPIE_DATA_DIR: folder });
const instance = await openInstance(openDataFolder(folder), config, createLog('warn'));
const ads = await recordSubjects(instance.index.catalog, instance.clickhouse);
const measured = await measureMeaning(instance.clickhouse);
await instance.close();
rmSync(folder, { recursive: true, force: true });

type Measured = (typeof measured)[number];
const languages = [...new Set(measured.map(({ language }) => language))];

function describeRow(name: string, rows: readonly Measured[]): string {
  const columns = methodNames.map((method) => {
    const own = rows.filter((each) => each.method === method);
    const precisions = own.flatMap(({ precision }) => precision ?? []);
    const ndcg = mean(own.map((each) => each.ndcg)).toFixed(3);
    const found = formatPercent(mean(own.map((each) => each.found / 2)));
    return `${ndcg} | ${found} | ${precisions.length === 0 ? '–' : formatPercent(mean(precisions))}`;
  });
  return `| ${name} | ${columns.join(' | ')} |`;
}

const heads = methodNames.map((method) => `${method}: nDCG@10 | found | precision`);
process.stdout.write(
  `${[
    `Search by meaning: ${measured.length / methodNames.length} queries over ${ads} ads on ten subjects in six languages.`,
    'Found: of the two ads in the language of the query, those among the first ten. Precision: of the first ten, those on the subject in any language.',
    '',
    `| Language | ${heads.join(' | ')} |`,
    `|---|${'---:|---:|---:|'.repeat(methodNames.length)}`,
    ...languages.map((language) =>
      describeRow(
        language,
        measured.filter((each) => each.language === language),
      ),
    ),
    describeRow('all', measured),
    '',
    ...(process.argv[2] === 'errors'
      ? measured
          .filter(({ method, found }) => method === 'wordsAndVectors' && found < 2)
          .map(({ language, query, found }) => `${language}: ${query}: ${found} of 2`)
      : []),
  ].join('\n')}\n`,
);
// The thread that reads words would keep the process.
process.exit();
