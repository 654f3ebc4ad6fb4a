import type { OpenAd } from '@magpie/contract';
import { distinctTexts } from './ads/sightings.ts';
import { analyzeInProcess, type AdTexts } from './enrichment/wording.ts';
import { prepareRecords } from './ingestion/importing/prepare.ts';
import type { Segment } from './ingestion/reading/document.ts';

export type PreparationTask =
  | { readonly texts: readonly AdTexts[] }
  | { readonly segment: Segment; readonly source: string };

/** Runs in a thread. Returns JSON, which the receiving thread reads faster than cloned objects. */
export default async function runTask(task: PreparationTask): Promise<string> {
  if ('texts' in task) return JSON.stringify(await analyzeInProcess(task.texts));
  const records = prepareRecords(task.segment, task.source);
  const accepted = records.filter((record) => 'ad' in record);
  const analyses = await analyzeInProcess(accepted.map(({ ad }) => listTexts(ad)));
  for (const [index, analysis] of analyses.entries()) Object.assign(accepted[index] ?? {}, { analysis });
  return JSON.stringify(records);
}

function listTexts(ad: OpenAd): AdTexts {
  return { ...ad, ...distinctTexts(ad) };
}
