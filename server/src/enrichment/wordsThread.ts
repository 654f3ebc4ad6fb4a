import { existsSync } from 'node:fs';
import { createWorkerThread } from '../integrations/workerThread.ts';
import analyzeInProcess, { type AnalyzeTexts, type AdTexts } from './wording.ts';

/** Exists in the build only; tests run from sources without it. */
const workerFile = new URL('wording.js', import.meta.url);

/** Uses another thread, since analysis takes a third of an import's CPU time. */
export function createTextAnalyzer(): AnalyzeTexts {
  if (!existsSync(workerFile)) return analyzeInProcess;
  const { run } = createWorkerThread<AdTexts[], Awaited<ReturnType<AnalyzeTexts>>>({
    file: workerFile,
    // The language tables take 200 MB.
    idleMilliseconds: 20_000,
    maxYoungMegabytes: 32,
  });
  return (ads) => run(ads.map(pickTexts));
}

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
