import { existsSync } from 'node:fs';
import { Piscina } from 'piscina';
import { analyzeInProcess, type AnalyzeTexts, type AdTexts } from './words.ts';

/** The language tables take 200 MB, so the thread ends when idle. */
const idleMilliseconds = 20_000;

/** Exists in the build only; tests run from sources without it. */
const workerFile = new URL('wordsWorker.js', import.meta.url);

/** Uses another thread, since analysis takes a third of an import's CPU time. */
export function createTextAnalyzer(): AnalyzeTexts {
  if (!existsSync(workerFile)) return analyzeInProcess;
  const pool = new Piscina({
    filename: workerFile.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMilliseconds,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  return (ads) => pool.run(ads.map(pickTexts));
}

/** Copies only what the thread needs. */
function pickTexts({ language, headlines, bodies, description, ctaText, cards }: AdTexts): AdTexts {
  return {
    language,
    headlines,
    bodies,
    description,
    ctaText,
    cards: cards.map(({ headline, body, description: more }) => ({ headline, body, description: more })),
  };
}
