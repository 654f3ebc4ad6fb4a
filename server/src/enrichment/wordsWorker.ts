import { parentPort } from 'node:worker_threads';
import { analyzeInProcess, type AdTexts } from './words.ts';

/** The analysis thread: receives a list of ads, returns an analysis for each. */
parentPort?.on('message', ({ number, ads }: { number: number; ads: readonly AdTexts[] }) => {
  analyzeInProcess(ads).then(
    (analyses) => parentPort?.postMessage({ number, analyses }),
    (error: unknown) => parentPort?.postMessage({ number, error }),
  );
});
